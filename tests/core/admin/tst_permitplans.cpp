// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/permitsight.h"
#include "core/admin/verdict.h"
#include "core/format/redissonnames.h"
#include "core/lock/kind/countdownlatch.h"
#include "core/lock/kind/permitexpirablesemaphore.h"
#include "core/lock/kind/semaphore.h"
#include "tests/core/lock/kind/permitfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using admin::Action;
using admin::ActionType;
using admin::Sight;
using Status = admin::Outcome::Status;

// Operator actions on semaphores and latches: planned from a sight, run on a real server.
class TestPermitPlans : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<PermitStage> m_stage;

    Sight see(const QByteArray &kind)
    {
        admin::PermitLook look(m_stage->one->deployment);
        return await(look.look(kind, LockName("pool"_ba))).value_or(Sight());
    }
    admin::Outcome carryOut(const admin::Plan &plan)
    {
        auto answer = m_stage->one->deployment.run(plan.script, plan.keys, plan.arguments);
        return admin::verdict(plan, await(std::move(answer)));
    }
    static Action act(ActionType type, qint64 permits = 0, const QByteArray &id = {})
    {
        Action action;
        action.type = type;
        action.permits = permits;
        action.owner = OwnerId(id);
        return action;
    }
    QByteArray value() const { return m_stage->value("pool"_ba); }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
        m_stage = std::make_unique<PermitStage>(m_server);
        QVERIFY(await(m_stage->one->deployment.whenReady()));
    }
    void cleanup() { m_stage.reset(); }

    void addsAndDrains()
    {
        lock::Semaphore semaphore(m_stage->two->space, LockName("pool"_ba));
        QVERIFY(*await(semaphore.trySetPermits(0)));
        auto waiting = semaphore.acquire(3);
        QVERIFY(eventually([&] { return m_stage->listeners("redisson_sc:{pool}"_ba) == 1; }));
        const Sight sight = see("semaphore"_ba);
        QCOMPARE(sight.number, 0);
        QCOMPARE(sight.waitingConnections, 1);
        const auto plan = admin::makePlan(sight, act(ActionType::AddPermits, 5));
        QVERIFY(plan);
        const std::vector<redis::Arguments> commands{
            {"INCRBY"_ba, "pool"_ba, "5"_ba}, {"PUBLISH"_ba, "redisson_sc:{pool}"_ba, "5"_ba}};
        QCOMPARE(plan->commands, commands);
        const auto done = carryOut(*plan);
        QCOMPARE(done.status, Status::Done);
        QCOMPARE(done.woken, 1);
        QVERIFY(await(std::move(waiting))->isGranted());
        QCOMPARE(value(), "2"_ba);

        const auto drain = admin::makePlan(see("semaphore"_ba), act(ActionType::DrainPermits));
        QVERIFY(drain);
        QCOMPARE(carryOut(*drain).status, Status::Done);
        QCOMPARE(value(), "0"_ba);
        QVERIFY(!admin::makePlan(see("semaphore"_ba), act(ActionType::DrainPermits)));
    }

    void namesWhatItTakesAway()
    {
        m_stage->run({"SET"_ba, "pool"_ba, "7"_ba});
        const auto plan = admin::makePlan(see("semaphore"_ba), act(ActionType::AddPermits, -5));
        QVERIFY(plan);
        const std::vector<redis::Arguments> commands{{"DECRBY"_ba, "pool"_ba, "5"_ba}};
        QCOMPARE(plan->commands, commands);
        QCOMPARE(admin::name(plan->action), "take-permits"_ba);
        QVERIFY(!std::ranges::count(plan->effects, admin::Effect::SemaphoreIsMade));
        QCOMPARE(carryOut(*plan).status, Status::Done);
        QCOMPARE(value(), "2"_ba);
        QCOMPARE(admin::name(act(ActionType::AddPermits, 5)), "add-permits"_ba);
    }

    void tellsThatItMakesTheSemaphore()
    {
        const auto plan = admin::makePlan(see("semaphore"_ba), act(ActionType::AddPermits, 2));
        QVERIFY(plan);
        QCOMPARE(std::ranges::count(plan->effects, admin::Effect::SemaphoreIsMade), 1);
        QCOMPARE(carryOut(*plan).status, Status::Done);
        QCOMPARE(value(), "2"_ba);
        const auto more = admin::makePlan(see("semaphore"_ba), act(ActionType::AddPermits, 2));
        QVERIFY(more);
        QVERIFY(!std::ranges::count(more->effects, admin::Effect::SemaphoreIsMade));
    }

    void doesNothingToWhatHasChanged()
    {
        m_stage->run({"SET"_ba, "pool"_ba, "2"_ba});
        const auto plan = admin::makePlan(see("semaphore"_ba), act(ActionType::AddPermits, 1));
        QVERIFY(plan);
        m_stage->run({"SET"_ba, "pool"_ba, "1"_ba});
        const auto outcome = carryOut(*plan);
        QCOMPARE(outcome.status, Status::Changed);
        QVERIFY(outcome.found);
        QCOMPARE(outcome.found->number, 1);
        QCOMPARE(value(), "1"_ba);
        m_stage->run({"DEL"_ba, "pool"_ba});
        m_stage->run({"SADD"_ba, "pool"_ba, "1"_ba});
        const auto other = carryOut(*plan);
        QCOMPARE(other.status, Status::Changed);
        QCOMPARE(other.foundType, "set"_ba);
        QVERIFY(other.found->kind.isEmpty());
        QVERIFY(see("semaphore"_ba).kind.isEmpty());
    }

    void releasesPermits()
    {
        lock::PermitExpirableSemaphore semaphore(m_stage->two->space, LockName("pool"_ba));
        QVERIFY(*await(semaphore.trySetPermits(3)));
        const auto held = await(semaphore.tryAcquire(3, 0ms, lock::Lease::of(60s)));
        QVERIFY(held->isGranted());
        const Sight sight = see("permit-expirable-semaphore"_ba);
        QCOMPARE(sight.number, 0);
        QCOMPARE(sight.holds.size(), 3U);
        QVERIFY(*sight.holds[0].timeToLive > 50s);
        Messages messages(m_stage->two->deployment, "redisson_sc:{pool}"_ba);
        QVERIFY(messages.begin());
        const auto one = admin::makePlan(sight, act(ActionType::ReleaseHold, 0, held->ids[1]));
        QVERIFY(one);
        QCOMPARE(carryOut(*one).status, Status::Done);
        QVERIFY(messages.heard({"1"_ba}));
        QCOMPARE(carryOut(*one).status, Status::Changed);
        QVERIFY(!*await(semaphore.tryRelease(held->ids[1])));

        const auto old = admin::makePlan(sight, act(ActionType::ForceUnlock));
        QVERIFY(old);
        QCOMPARE(carryOut(*old).status, Status::Changed);
        const auto all =
            admin::makePlan(see("permit-expirable-semaphore"_ba), act(ActionType::ForceUnlock));
        QVERIFY(all);
        QCOMPARE(carryOut(*all).status, Status::Done);
        QVERIFY(messages.heard({"3"_ba}));
        QCOMPARE(value(), "3"_ba);
        QVERIFY(see("permit-expirable-semaphore"_ba).holds.empty());
        QVERIFY(
            !admin::makePlan(see("permit-expirable-semaphore"_ba), act(ActionType::ForceUnlock)));
    }

    // An action of the other kind would delete the number, or wake nobody.
    void refusesAKindThatIsDisproved()
    {
        const auto seen = [&](const QByteArray &kind) {
            admin::PermitLook look(m_stage->one->deployment);
            const auto sight = await(look.look(kind, LockName("pool"_ba)));
            return sight ? QString() : sight.error().text.english();
        };
        lock::PermitExpirableSemaphore expirable(m_stage->two->space, LockName("pool"_ba));
        QVERIFY(*await(expirable.trySetPermits(2)));
        QCOMPARE(seen("semaphore"_ba), QString()); // nothing tells them apart
        const auto held = await(expirable.tryAcquire(1, 0ms, lock::Lease::of(60s)));
        QVERIFY(held->isGranted());
        for (const char *kind : {"semaphore", "count-down-latch"})
            QVERIFY2(seen(kind).contains(u"is a permit-expirable-semaphore, not a"_s), kind);
        QCOMPARE(seen("permit-expirable-semaphore"_ba), QString());

        m_stage->run({"FLUSHALL"_ba});
        lock::Semaphore semaphore(m_stage->two->space, LockName("pool"_ba));
        QVERIFY(*await(semaphore.trySetPermits(0)));
        auto waiting = semaphore.acquire(1);
        QVERIFY(eventually([&] { return m_stage->listeners("redisson_sc:{pool}"_ba) == 1; }));
        QVERIFY(seen("count-down-latch"_ba).contains(u"is a semaphore, not a"_s));
        QCOMPARE(seen("semaphore"_ba), QString());
        m_stage->run({"SET"_ba, "pool"_ba, "1"_ba});
        QCOMPARE(carryOut(*admin::makePlan(see("semaphore"_ba), act(ActionType::Nudge))).woken, 1);
        QVERIFY(await(std::move(waiting))->isGranted());
        QVERIFY(eventually([&] { return m_stage->listeners("redisson_sc:{pool}"_ba) == 0; }));

        lock::CountDownLatch latch(m_stage->two->space, LockName("pool"_ba));
        m_stage->run({"SET"_ba, "pool"_ba, "1"_ba});
        auto late = latch.wait();
        const QByteArray channel = "redisson_countdownlatch__channel__{pool}"_ba;
        QVERIFY(eventually([&] { return m_stage->listeners(channel) == 1; }));
        QVERIFY(seen("semaphore"_ba).contains(u"is a count-down-latch, not a"_s));
        const auto open = admin::makePlan(see("count-down-latch"_ba), act(ActionType::OpenLatch));
        QCOMPARE(carryOut(*open).status, Status::Done);
        QVERIFY(await(std::move(late))->isOpen());
    }

    void opensAndCountsDown()
    {
        lock::CountDownLatch latch(m_stage->two->space, LockName("pool"_ba));
        const QByteArray channel = "redisson_countdownlatch__channel__{pool}"_ba;
        QVERIFY(*await(latch.trySetCount(2)));
        auto waiting = latch.wait();
        QVERIFY(eventually([&] { return m_stage->listeners(channel) == 1; }));
        const auto down = admin::makePlan(see("count-down-latch"_ba), act(ActionType::CountDown));
        QVERIFY(down);
        QCOMPARE(carryOut(*down).status, Status::Done);
        QCOMPARE(value(), "1"_ba);
        QCOMPARE(carryOut(*down).status, Status::Changed);
        const auto last = admin::makePlan(see("count-down-latch"_ba), act(ActionType::CountDown));
        QVERIFY(last);
        QCOMPARE(carryOut(*last).status, Status::Done);
        QVERIFY(await(std::move(waiting))->isOpen());
        QCOMPARE(m_stage->keys(), 0);

        QVERIFY(*await(latch.trySetCount(9)));
        auto again = latch.wait();
        QVERIFY(eventually([&] { return m_stage->listeners(channel) == 1; }));
        const auto open = admin::makePlan(see("count-down-latch"_ba), act(ActionType::OpenLatch));
        QVERIFY(open);
        QCOMPARE(carryOut(*open).status, Status::Done);
        QVERIFY(await(std::move(again))->isOpen());
    }

    void wakesAgainWhoSleptThroughIt()
    {
        lock::Semaphore semaphore(m_stage->two->space, LockName("pool"_ba));
        QVERIFY(*await(semaphore.trySetPermits(0)));
        auto waiting = semaphore.acquire(1);
        QVERIFY(eventually([&] { return m_stage->listeners("redisson_sc:{pool}"_ba) == 1; }));
        QVERIFY(!admin::makePlan(see("semaphore"_ba), act(ActionType::Nudge)));
        m_stage->run({"SET"_ba, "pool"_ba, "1"_ba}); // by hand, and nobody is told
        const auto plan = admin::makePlan(see("semaphore"_ba), act(ActionType::Nudge));
        QVERIFY(plan);
        QCOMPARE(carryOut(*plan).woken, 1);
        QVERIFY(await(std::move(waiting))->isGranted());

        m_stage->run({"SET"_ba, "pool"_ba, "1"_ba});
        lock::CountDownLatch latch(m_stage->two->space, LockName("pool"_ba));
        auto late = latch.wait();
        const QByteArray channel = "redisson_countdownlatch__channel__{pool}"_ba;
        QVERIFY(eventually([&] { return m_stage->listeners(channel) == 1; }));
        QVERIFY(!admin::makePlan(see("count-down-latch"_ba), act(ActionType::Nudge)));
        m_stage->run({"DEL"_ba, "pool"_ba});
        const auto again = admin::makePlan(see("count-down-latch"_ba), act(ActionType::Nudge));
        QVERIFY(again);
        QCOMPARE(carryOut(*again).status, Status::Done);
        QVERIFY(await(std::move(late))->isOpen());
        QVERIFY(!admin::makePlan(see("count-down-latch"_ba), act(ActionType::OpenLatch)));
    }

    void refusesWhatCannotBeDone_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<ActionType>("type");
        QTest::addColumn<qint64>("permits");
        QTest::newRow("no permits") << "semaphore"_ba << ActionType::AddPermits << qint64(0);
        QTest::newRow("too many") << "semaphore"_ba << ActionType::AddPermits << (qint64(1) << 31);
        QTest::newRow("overflow") << "semaphore"_ba << ActionType::AddPermits
                                  << std::numeric_limits<qint64>::max();
        QTest::newRow("nobody owns") << "semaphore"_ba << ActionType::ForceUnlock << qint64(0);
        QTest::newRow("no id") << "semaphore"_ba << ActionType::ReleaseHold << qint64(0);
        QTest::newRow("no latch") << "semaphore"_ba << ActionType::OpenLatch << qint64(0);
        QTest::newRow("a latch") << "count-down-latch"_ba << ActionType::AddPermits << qint64(1);
        QTest::newRow("ttl") << "count-down-latch"_ba << ActionType::SetTimeToLive << qint64(0);
        QTest::newRow("a waiter") << "semaphore"_ba << ActionType::RemoveWaiter << qint64(0);
        QTest::newRow("a lock") << "reentrant"_ba << ActionType::OpenLatch << qint64(0);
    }
    void refusesWhatCannotBeDone()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const ActionType, type);
        QFETCH(const qint64, permits);
        Sight sight;
        sight.name = LockName("pool"_ba);
        sight.kind = kind;
        sight.library = "redisson"_ba;
        sight.number = 3;
        const auto plan = admin::makePlan(sight, act(type, permits));
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, ErrorKind::InvalidInput);
    }

    void countsLapsedPermitsAsFree()
    {
        Sight sight;
        sight.name = LockName("pool"_ba);
        sight.kind = "permit-expirable-semaphore"_ba;
        sight.library = "redisson"_ba;
        QVERIFY(!admin::freePermits(sight));
        QCOMPARE(admin::makePlan(sight, act(ActionType::DrainPermits)).error().text.english(),
                 u"the semaphore is not initialised"_s);
        sight.number = 0;
        sight.holds = {{OwnerId("a"), {}, 1, true, Millis(-5)}, {OwnerId("b"), {}, 1, false, {}}};
        QCOMPARE(admin::lapsedHolds(sight), 1);
        QCOMPARE(admin::freePermits(sight), 1);
        const auto drain = admin::makePlan(sight, act(ActionType::DrainPermits));
        QVERIFY(!drain);
        QVERIFY(drain.error().text.english().contains("1 that have expired"_L1));
        const auto nudge = admin::makePlan(sight, act(ActionType::Nudge));
        QVERIFY(nudge);
        QCOMPARE(nudge->commands.front().back(), "1"_ba);
        sight.holds.front().stale = false;
        QVERIFY(!admin::makePlan(sight, act(ActionType::Nudge)));
    }

    void aLapsedPermitIsNotLostAgain()
    {
        using admin::Effect;
        Sight sight;
        sight.name = LockName("pool"_ba);
        sight.kind = "permit-expirable-semaphore"_ba;
        sight.library = "redisson"_ba;
        sight.number = 0;
        sight.holds = {{OwnerId("a"), {}, 1, true, Millis(-5)}, {OwnerId("b"), {}, 1, false, {}}};
        const auto says = [&](const Action &action) {
            const auto plan = admin::makePlan(sight, action);
            const auto has = [&](Effect effect) {
                return plan && std::ranges::count(plan->effects, effect) == 1;
            };
            return std::pair(has(Effect::HoldHasLapsed), has(Effect::HolderLosesPermit));
        };
        QCOMPARE(says(act(ActionType::ReleaseHold, 0, "a"_ba)), std::pair(true, false));
        QCOMPARE(says(act(ActionType::ReleaseHold, 0, "b"_ba)), std::pair(false, true));
        QCOMPARE(says(act(ActionType::ForceUnlock)), std::pair(true, true));
        QCOMPARE(says(act(ActionType::AddPermits, 1)), std::pair(false, false));
        sight.holds.pop_back();
        QCOMPARE(says(act(ActionType::ForceUnlock)), std::pair(true, false));
        sight.truncated = true; // the others may be alive
        sight.holdsTotal = 9;
        QCOMPARE(says(act(ActionType::ForceUnlock)), std::pair(true, true));
    }

    void knowsExpirableSemaphoresByTheirKeys()
    {
        const LockName name("pool"_ba);
        const KeyName taken = format::redisson::permitsKey(name);
        format::RawKeys keys;
        keys[KeyName("pool"_ba)] = {format::KeyType::String, 1, {}, "2"_ba, {}, {}, {}, false};
        QVERIFY(!format::looksExpirable(name, keys));
        format::RawKey permits;
        permits.type = format::KeyType::SortedSet;
        permits.length = 3;
        permits.scores = {{QByteArray(16, 'a'), 1000},
                          {QByteArray(32, 'b'), 9000},
                          {QByteArray(16, 'c'), 922337203685477.0}};
        keys[taken] = permits;
        QVERIFY(format::looksExpirable(name, keys));
        const auto reading = format::readPermits(format::expirableKind, name, keys, 5000);
        QVERIFY(reading);
        QCOMPARE(reading->available(), 3); // one has lapsed
        QCOMPARE(reading->total(), 5);
        QCOMPARE(reading->permits[0].owner.bytes, QByteArray(16, 'a').toHex());
        QVERIFY(reading->permits[0].stale);
        QCOMPARE(reading->permits[1].owner.bytes, QByteArray(32, 'b'));
        QVERIFY(!reading->permits[2].expireAt);
        keys[taken].scores.push_back({"short"_ba, 1.0});
        QVERIFY(!format::looksExpirable(name, keys));
        for (const char *value : {"1e3", "0x1", " 1", "", "+1", "9223372036854775808"}) {
            keys[KeyName("pool"_ba)].value = value;
            QVERIFY(!format::readPermits(format::semaphoreKind, name, keys, 0));
        }
    }
};

LOCKSCOPE_TEST_SUITE(TestPermitPlans)
#include "tst_permitplans.moc"
