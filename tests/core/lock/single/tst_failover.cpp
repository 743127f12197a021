// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/readwritelock.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Lease;
using lock::Loss;
using lock::Standing;
using Acquired = AcquireOutcome::Status;
using Released = lock::ReleaseOutcome::Status;

namespace {

const std::vector<QByteArray> kinds{
    "reentrant", "fair", "spin", "fenced", "non-reentrant", "non-reentrant-fair", "string"};

} // namespace

// Locks of a deployment with sentinels, when its primary changes. The set is shared.
class TestFailover : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<SentinelSet> m_set;

    redis::ConnectionConfig config() const
    {
        redis::ConnectionConfig config;
        config.target = *redis::parseTarget(m_set->url());
        return config;
    }
    bool hasOnAll(const QByteArray &name) const
    {
        return eventually([&] {
            return std::ranges::all_of(m_set->replicas(), [&](const RedisProcess *replica) {
                return replica->command({"EXISTS"_ba, name}).integer == 1;
            });
        });
    }
    // Without the primary's writes since then.
    const RedisProcess &killPrimaryBeforeItTells() const
    {
        const RedisProcess &killed = m_set->killPrimary();
        for (RedisProcess *replica : m_set->replicas())
            replica->resume();
        return killed;
    }
    void pauseReplicas() const
    {
        for (RedisProcess *replica : m_set->replicas())
            replica->pause();
        m_set->primary()->command({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "replica"_ba});
    }
    qint64 subscribed(const QByteArray &name) const
    {
        const auto reply = m_set->primary()->command(
            {"PUBSUB"_ba, "NUMSUB"_ba, "redisson_lock__channel:{" + name + "}"});
        return reply.elements.size() == 2 ? reply.elements[1].integer : 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<SentinelSet>();
        QVERIFY(m_set->start());
    }
    void cleanupTestCase() { m_set.reset(); }
    void init() { failOnAnyWarning(); }
    void cleanup()
    {
        QVERIFY(m_set->reviveAll());
        m_set->primary()->command({"FLUSHALL"_ba});
        QVERIFY(m_set->settle()); // else the lock comes back with a failover
    }

    // A hold that the new primary has goes on, and its waiter is woken there.
    void holdsAndWaitsAcross()
    {
        LockProcess one(config());
        LockProcess two(config());
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const auto theirs = two.make("reentrant"_ba, "job"_ba);
        std::vector<Loss> losses;
        mine->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        std::vector<Standing::Kind> standings;
        mine->setStandingHandler(
            [&](const OwnerId &, const Standing &standing) { standings.push_back(standing.kind); });
        const OwnerId me = mine->newOwner();
        const auto held = await(mine->tryLock(me, 5s, Lease::watchdog(20s)));
        QVERIFY(held && held->status == Acquired::Held);
        auto waiting = theirs->tryLock(theirs->newOwner(), 60s);
        QVERIFY(eventually([&] { return subscribed("job") == 1; }));
        QVERIFY(hasOnAll("job"));
        const RedisProcess &killed = m_set->killPrimary();
        QVERIFY(m_set->awaitPromotion(killed));
        QVERIFY(eventually([&] { return subscribed("job") == 1; }));
        qint64 left = m_set->primary()->command({"PTTL"_ba, "job"_ba}).integer;
        QVERIFY(eventually([&] { // renewed there
            const qint64 before =
                std::exchange(left, m_set->primary()->command({"PTTL"_ba, "job"_ba}).integer);
            return left > before;
        }));
        QVERIFY(!waiting.isReady());
        QCOMPARE(losses.size(), std::size_t(0));
        std::erase(standings, Standing::Kind::Overdue); // a failover may take that long
        QCOMPARE(standings, (std::vector{Standing::Kind::Uncertain, Standing::Kind::Sure}));
        const auto released = await(mine->unlock(me));
        QVERIFY(released && released->status == Released::Released);
        const auto handed = await(std::move(waiting));
        QVERIFY(handed && handed->status == Acquired::Held);
    }

    // A hold that the new primary does not have is reported as lost as soon as it is read there,
    // and a waiter gets the lock.
    void tellsAHoldThatTheFailoverLost()
    {
        LockProcess one(config());
        LockProcess two(config());
        QVERIFY(await(one.deployment.whenReady()));
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const auto theirs = two.make("reentrant"_ba, "job"_ba);
        std::vector<Loss> losses;
        mine->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        std::vector<Standing::Kind> standings;
        mine->setStandingHandler(
            [&](const OwnerId &, const Standing &standing) { standings.push_back(standing.kind); });
        pauseReplicas();
        const OwnerId me = mine->newOwner();
        const auto held = await(mine->tryLock(me, 5s, Lease::watchdog(60s)));
        QVERIFY(held && held->status == Acquired::Held);
        auto waiting = theirs->tryLock(theirs->newOwner(), 60s);
        QVERIFY(eventually([&] { return subscribed("job") == 1; }));
        const RedisProcess &killed = killPrimaryBeforeItTells();
        QVERIFY(m_set->awaitPromotion(killed));
        QVERIFY(eventually([&] { return losses.size() == 1; }));
        QCOMPARE(losses.front(), Loss::ServerChanged);
        QCOMPARE(standings, std::vector{Standing::Kind::Uncertain});
        QVERIFY(!mine->validUntil(me));
        const auto handed = await(std::move(waiting));
        QVERIFY(handed && handed->status == Acquired::Held);
    }

    // The promoted replica has not heard that a waiter was granted, or has left: it would wait for
    // its turn, and keep everybody else waiting.
    void aPlaceThatWasGivenUpBlocksNobody_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("isGranted");
        for (const QByteArray &kind : {"fair"_ba, "non-reentrant-fair"_ba}) {
            QTest::addRow("%s, granted", kind.constData()) << kind << true;
            QTest::addRow("%s, left", kind.constData()) << kind << false;
        }
    }
    void aPlaceThatWasGivenUpBlocksNobody()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, isGranted);
        LockProcess one(config());
        LockProcess two(config());
        const auto mine = one.make(kind, "job"_ba);
        const auto theirs = two.make(kind, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s, Lease::of(3s)))->isHeld());
        const OwnerId waiter = theirs->newOwner();
        const auto cancel = std::make_shared<lock::Cancellation>();
        auto waiting = theirs->tryLock(waiter, 5min, {}, cancel);
        QVERIFY(hasOnAll("redisson_lock_queue:{job}"));
        pauseReplicas();
        if (isGranted) {
            QVERIFY(await(mine->unlock(me))->status == Released::Released);
            QVERIFY(await(std::move(waiting))->isHeld());
            QVERIFY(await(theirs->unlock(waiter))->status == Released::Released);
        } else {
            cancel->request();
            QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        }
        QCOMPARE(m_set->primary()->command({"EXISTS"_ba, "redisson_lock_queue:{job}"_ba}).integer,
                 qint64(0));
        const RedisProcess &killed = killPrimaryBeforeItTells();
        QVERIFY(m_set->awaitPromotion(killed));
        const auto next = await(mine->tryLock(mine->newOwner(), 20s));
        QVERIFY(next && next->isHeld());
        QCOMPARE(m_set->primary()->command({"EXISTS"_ba, "redisson_lock_queue:{job}"_ba}).integer,
                 qint64(0));
    }

    // The promoted replica has not heard of the release: it would keep the lock for an owner that
    // has gone, until its lease ends.
    void aHoldThatWasGivenBackBlocksNobody()
    {
        LockProcess one(config());
        LockProcess two(config());
        lock::ReadWriteLock shared(one.space, LockName("shared"));
        std::vector<std::unique_ptr<lock::Lock>> made;
        std::vector<std::pair<lock::Lock *, OwnerId>> taken;
        for (const QByteArray &kind : kinds)
            taken.emplace_back(made.emplace_back(one.make(kind, kind)).get(), OwnerId());
        taken.emplace_back(&shared.readLock(), OwnerId());
        for (auto &[lock, owner] : taken) {
            owner = lock->newOwner();
            QVERIFY(await(lock->tryLock(owner, 5s, Lease::of(5min)))->isHeld());
            QVERIFY(hasOnAll(lock->name().bytes));
        }
        pauseReplicas();
        for (const auto &[lock, owner] : taken)
            QVERIFY(await(lock->unlock(owner))->status == Released::Released);
        const RedisProcess &killed = killPrimaryBeforeItTells();
        QVERIFY(m_set->awaitPromotion(killed));
        for (const QByteArray &kind : kinds) {
            const auto other = two.make(kind, kind);
            const auto next = await(other->tryLock(other->newOwner(), 20s), 30s);
            QVERIFY2(next && next->isHeld(), kind.constData());
        }
        lock::ReadWriteLock theirs(two.space, LockName("shared"));
        const OwnerId writer = theirs.writeLock().newOwner();
        QVERIFY(await(theirs.writeLock().tryLock(writer, 20s), 30s)->isHeld());
    }

    void aCountThatWasGivenBackIsNotLeft_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("reentrant") << "reentrant"_ba;
        QTest::newRow("read") << "read"_ba;
    }
    void aCountThatWasGivenBackIsNotLeft()
    {
        QFETCH(const QByteArray, kind);
        LockProcess one(config());
        lock::ReadWriteLock shared(one.space, LockName("job"));
        const auto reentrant = one.make("reentrant"_ba, "job"_ba);
        lock::Lock &mine = kind == "read" ? shared.readLock() : *reentrant;
        const OwnerId me = mine.newOwner();
        for (int i = 0; i < 2; ++i)
            QVERIFY(await(mine.tryLock(me, 5s, Lease::of(5min)))->isHeld());
        QVERIFY(eventually([&] {
            return std::ranges::all_of(m_set->replicas(), [&](const RedisProcess *replica) {
                return replica->command({"HGET"_ba, "job"_ba, me.bytes}).bytes == "2";
            });
        }));
        pauseReplicas();
        QVERIFY(await(mine.unlock(me))->status == Released::StillHeld);
        const RedisProcess &killed = killPrimaryBeforeItTells();
        QVERIFY(m_set->awaitPromotion(killed));
        const auto released = await(mine.unlock(me), 20s);
        QVERIFY(released && released->status == Released::Released);
        QCOMPARE(m_set->primary()->command({"EXISTS"_ba, "job"_ba}).integer, qint64(0));
    }

    // Inside a hold that the promoted replica has.
    void aReentryThatIsUndoneTakesNothingAway()
    {
        LockProcess one(config());
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        std::vector<Loss> losses;
        mine->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        std::vector<Standing::Kind> standings;
        mine->setStandingHandler(
            [&](const OwnerId &, const Standing &standing) { standings.push_back(standing.kind); });
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s, Lease::of(1min)))->isHeld());
        QVERIFY(hasOnAll("job"_ba));
        pauseReplicas();
        QCOMPARE(await(mine->tryLock(me, 5s, Lease::of(5min)))->count, qint64(2));
        const RedisProcess &killed = killPrimaryBeforeItTells();
        QVERIFY(m_set->awaitPromotion(killed));
        QVERIFY(eventually([&] { return standings.size() == 2; }));
        QCOMPARE(standings, (std::vector{Standing::Kind::Uncertain, Standing::Kind::Sure}));
        // For as long as the owner relies on it.
        const qint64 left = m_set->primary()->command({"PTTL"_ba, "job"_ba}).integer;
        QVERIFY(Millis(left) >= *mine->validityLeft(me));
        QVERIFY(*mine->validityLeft(me) > 3min);
        const auto inner = await(mine->unlock(me));
        QVERIFY(inner->status == Released::StillHeld && inner->count == 1);
        QCOMPARE(m_set->primary()->command({"EXISTS"_ba, "job"_ba}).integer, qint64(1));
        QVERIFY(await(mine->unlock(me))->status == Released::Released);
        QCOMPARE(m_set->primary()->command({"EXISTS"_ba, "job"_ba}).integer, qint64(0));
        QCOMPARE(losses.size(), std::size_t(0));
    }

    void anExtensionThatIsUndoneIsAskedForAgain()
    {
        LockProcess one(config());
        const auto mine = one.make("string"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s, Lease::of(1min)))->isHeld());
        QVERIFY(hasOnAll("job"_ba));
        pauseReplicas();
        QVERIFY(await(mine->extend(me, 5min))->isExtended());
        const RedisProcess &killed = killPrimaryBeforeItTells();
        QVERIFY(m_set->awaitPromotion(killed));
        QVERIFY(eventually([&] {
            return m_set->primary()->command({"PTTL"_ba, "job"_ba}).integer > 180'000;
        }));
        const qint64 left = m_set->primary()->command({"PTTL"_ba, "job"_ba}).integer;
        QVERIFY(Millis(left) >= *mine->validityLeft(me));
        QVERIFY(await(mine->unlock(me))->status == Released::Released);
    }

    // What the owner has taken again since is none of it.
    void aHoldThatWasTakenAgainStays()
    {
        LockProcess one(config());
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        for (int i = 0; i < 2; ++i) {
            QVERIFY(await(mine->tryLock(me, 5s, Lease::of(5min)))->isHeld());
            if (i == 0)
                QVERIFY(await(mine->unlock(me))->status == Released::Released);
        }
        QVERIFY(hasOnAll("job"_ba));
        const auto other = one.make("reentrant"_ba, "other"_ba);
        const OwnerId gone = other->newOwner();
        QVERIFY(await(other->tryLock(gone, 5s, Lease::of(5min)))->isHeld());
        QVERIFY(hasOnAll("other"_ba));
        pauseReplicas();
        QVERIFY(await(other->unlock(gone))->status == Released::Released);
        const RedisProcess &killed = killPrimaryBeforeItTells();
        QVERIFY(m_set->awaitPromotion(killed));
        QVERIFY(eventually([&] { // so the leftovers were looked through
            return m_set->primary()->command({"EXISTS"_ba, "other"_ba}).integer == 0;
        }));
        QVERIFY(m_set->primary()->command({"EXISTS"_ba, "job"_ba}).integer == 1);
        QVERIFY(await(mine->unlock(me))->status == Released::Released);
    }

    // Its lease may end long before that of the attempt.
    void anEarlierHoldIsNotTakenForALostAttempt_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const QByteArray &kind : {"reentrant"_ba, "non-reentrant"_ba, "fenced"_ba})
            QTest::addRow("%s", kind.constData()) << kind;
    }
    void anEarlierHoldIsNotTakenForALostAttempt()
    {
        QFETCH(const QByteArray, kind);
        LockProcess one(config());
        const auto mine = one.make(kind, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s, Lease::of(100s)))->isHeld());
        QVERIFY(hasOnAll("job"_ba));
        pauseReplicas();
        QVERIFY(await(mine->unlock(me))->status == Released::Released);
        const std::vector<RedisProcess *> replicas = m_set->replicas();
        RedisProcess &paused = m_set->pausePrimary();
        auto asked = mine->tryLock(me, 1min, Lease::of(10min));
        for (RedisProcess *replica : replicas)
            replica->resume();
        QVERIFY(m_set->awaitPromotion(paused));
        const RedisProcess *const promoted = m_set->primary();
        const auto outcome = await(std::move(asked), 40s);
        paused.resume(); // which still takes itself for the primary
        QVERIFY(outcome && outcome->isHeld());
        QVERIFY(promoted->command({"PTTL"_ba, "job"_ba}).integer > 120'000);
        QVERIFY(await(mine->unlock(me))->status == Released::Released);
        QCOMPARE(promoted->command({"EXISTS"_ba, "job"_ba}).integer, qint64(0));
    }

    void replicasAreAsked_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const QByteArray &kind : lock::kinds())
            QTest::newRow(kind.constData()) << kind;
    }
    void replicasAreAsked()
    {
        QFETCH(const QByteArray, kind);
        LockProcess one(config());
        one.space.requireReplicas({2, 1s});
        const auto mine = one.make(kind, "job"_ba);
        const OwnerId me = mine->newOwner();
        const auto held = await(mine->tryLock(me, 5s));
        QVERIFY(held && held->isHeld());
        QCOMPARE(held->replicas, 2);
        QVERIFY(await(mine->unlock(me))->status == Released::Released);
        // One more than there are.
        one.space.requireReplicas({3, 100ms});
        const auto refused = await(mine->tryLock(me));
        QVERIFY(refused && refused->status == Acquired::Failed);
        QCOMPARE(refused->error->code, "FEWREPLICAS"_ba);
        QVERIFY(!*await(mine->isLocked()));
        QVERIFY(!mine->validUntil(me));
    }

    // A lock that replicas do not have is given back; a wait goes on until they have it.
    void aWaitTriesUntilReplicasHaveIt()
    {
        LockProcess one(config());
        QVERIFY(await(one.deployment.whenReady()));
        one.space.requireReplicas({1, 100ms});
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        for (RedisProcess *replica : m_set->replicas())
            replica->pause();
        auto waiting = mine->tryLock(me, 60s);
        const RedisProcess &primary = *m_set->primary();
        for (int i = 0; i < 2; ++i) { // taken and given back, again and again
            QVERIFY(eventually([&] {
                return primary.command({"EXISTS"_ba, "job"_ba}).integer == 1;
            }));
            QVERIFY(eventually([&] {
                return primary.command({"EXISTS"_ba, "job"_ba}).integer == 0;
            }));
        }
        QVERIFY(!waiting.isReady());
        for (RedisProcess *replica : m_set->replicas())
            replica->resume();
        const auto held = await(std::move(waiting));
        QVERIFY(held && held->isHeld());
        QVERIFY(held->replicas >= 1);
        QVERIFY(await(mine->unlock(me))->status == Released::Released);
    }

    // A re-entry that replicas do not have takes nothing from the hold before.
    void aReentryThatReplicasLackLeavesTheHold()
    {
        LockProcess one(config());
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s, Lease::watchdog(30s)))->isHeld());
        one.space.requireReplicas({3, 100ms});
        const auto again = await(mine->tryLock(me, 0ms, Lease::of(5s)));
        QVERIFY(again && again->status == Acquired::Failed);
        QCOMPARE(*await(mine->holdCount(me)), 1);
        QVERIFY(*mine->validityLeft(me) > 20s);
        QVERIFY(m_set->primary()->command({"PTTL"_ba, "job"_ba}).integer > 20'000);
        QVERIFY(await(mine->unlock(me))->status == Released::Released);
    }

    void whereReplicasMayNotBeAskedNothingIsLeft()
    {
        for (int i = 0; i < m_set->serverCount(); ++i)
            m_set->server(i).command({"ACL"_ba, "SETUSER"_ba, "nowait"_ba, "on"_ba, ">pw"_ba,
                                      "~*"_ba, "&*"_ba, "+@all"_ba, "-wait"_ba});
        auto limited = config();
        limited.target.user = "nowait"_ba;
        limited.target.password = "pw"_ba;
        LockProcess one(limited);
        one.space.requireReplicas({1, 1s});
        const auto mine = one.make("fair"_ba, "job"_ba);
        const auto refused = await(mine->tryLock(mine->newOwner(), 30s));
        QVERIFY(refused && refused->status == Acquired::Failed);
        QCOMPARE(refused->error->kind, ErrorKind::Permission);
        QVERIFY(!*await(mine->isLocked()));
    }

    // An attempt whose answer was lost with its primary is unknown: the new one cannot prove that
    // the old one will never carry it out.
    void aLostAttemptIsUnknown()
    {
        auto patient = config();
        patient.commandTimeout = 20s;
        patient.silenceLimit = 20s;
        LockProcess one(patient);
        QVERIFY(await(one.deployment.whenReady()));
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        RedisProcess &paused = m_set->pausePrimary();
        auto asked = mine->tryLock(mine->newOwner(), 0ms, Lease::of(60s));
        QVERIFY(m_set->awaitPromotion(paused));
        const auto outcome = await(std::move(asked), 40s);
        QVERIFY(outcome);
        QVERIFY(outcome->status == Acquired::Held || outcome->status == Acquired::Unknown);
        paused.resume();
        QVERIFY(m_set->settle());
        // The old primary's changes to the lock are gone with its data.
        const bool isThere = m_set->primary()->command({"EXISTS"_ba, "job"_ba}).integer == 1;
        QCOMPARE(isThere, outcome->status == Acquired::Held);
    }
};

LOCKSCOPE_TEST_SUITE(TestFailover)
#include "tst_failover.moc"
