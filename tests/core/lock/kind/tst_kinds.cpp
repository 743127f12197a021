// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/lockfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Cancellation;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::Mode;
using lock::ReleaseOutcome;
using lock::Vote;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Tests the common behaviour of all kinds: two processes on one real server.
class TestKinds : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<LockProcess> m_one;
    std::unique_ptr<LockProcess> m_two;
    std::unique_ptr<Lock> m_mine; // of one, held
    std::unique_ptr<Lock> m_theirs; // of two, waited for
    OwnerId m_me;
    OwnerId m_them;
    std::vector<Loss> m_losses; // mine

    redis::ConnectionConfig config() const
    {
        redis::ConnectionConfig config;
        config.target = m_server.target();
        return config;
    }
    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    QByteArray kind() const { return m_mine->kind(); }
    bool isReentrant() const
    {
        return kind() != "string" && kind() != "non-reentrant" && kind() != "non-reentrant-fair";
    }
    std::size_t channels() const
    {
        return run({"PUBSUB"_ba, "CHANNELS"_ba, "redisson*"_ba}).elements.size();
    }
    // Detects a waiter by its channel or, for kinds without one, by its requests.
    bool isWaiting() const
    {
        if (kind() == "string")
            return m_two->deployment.isTracking();
        if (kind() != "spin")
            return channels() == 1;
        return run({"INFO"_ba, "commandstats"_ba}).bytes.contains("cmdstat_pttl:calls=");
    }
    bool isDataGone() const { return run({"DBSIZE"_ba}).integer == 0; }
    bool isLost(Loss loss) const { return m_losses == std::vector{loss}; }

    static void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<Mode>("holder");
        QTest::addColumn<Mode>("waiter");
        for (const QByteArray &kind : lock::kinds()) {
            QTest::newRow(kind.constData()) << kind << Mode::Write << Mode::Write;
            if (kind != "read-write")
                continue;
            QTest::newRow("reader waits") << kind << Mode::Write << Mode::Read;
            QTest::newRow("writer waits") << kind << Mode::Read << Mode::Write;
        }
    }
    void begin()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const Mode, holder);
        QFETCH(const Mode, waiter);
        m_mine = lock::makeLock(m_one->space, LockName("job"), kind, holder);
        m_theirs = lock::makeLock(m_two->space, LockName("job"), kind, waiter);
        QCOMPARE(m_mine->kind(), kind);
        m_me = m_mine->newOwner();
        m_them = m_theirs->newOwner();
        m_mine->setLostHandler([this](const OwnerId &owner, Loss loss) {
            if (owner == m_me)
                m_losses.push_back(loss);
        });
    }
    void take(const Lease &lease = {})
    {
        const auto taken = await(m_mine->tryLock(m_me, 0ms, lease));
        QVERIFY(taken && taken->isHeld());
        QCOMPARE(taken->count, 1);
    }
    // Held and released by the other one; then nothing is left behind.
    void finish(Pending<AcquireOutcome> waiting)
    {
        const auto theirs = await(std::move(waiting));
        QVERIFY(theirs);
        QVERIFY2(theirs->isHeld(), qPrintable(theirs->error.value_or(Error()).text.english()));
        QCOMPARE(await(m_theirs->unlock(m_them))->status, Released::Released);
        run({"DEL"_ba, "redisson_lock_token:{job}"_ba});
        QVERIFY(eventually([&] { return isDataGone() && channels() == 0; }));
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(run({"FLUSHALL"_ba}).isOk());
        QVERIFY(run({"CONFIG"_ba, "RESETSTAT"_ba}).isOk());
        m_losses.clear();
        m_one = std::make_unique<LockProcess>(config());
        m_two = std::make_unique<LockProcess>(config());
    }
    // After every test: no channel, and no connection of a process that is gone.
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_one.reset();
        m_two.reset();
        QVERIFY(eventually([&] {
            return channels() == 0
                && !run({"CLIENT"_ba, "LIST"_ba}).bytes.contains("name=lockscope");
        }));
    }

    void aKindThatIsNone()
    {
        QVERIFY(!lock::makeLock(m_one->space, LockName("job"), "faster-multi"_ba));
        QVERIFY(lock::kinds().size() >= 7);
    }

    void excludes_data() { kinds(); }
    void excludes()
    {
        begin();
        take();
        QVERIFY(m_mine->validityLeft(m_me) > 29s);
        const auto theirs = await(m_theirs->tryLock(m_them));
        QCOMPARE(theirs->status, Acquired::Busy);
        QVERIFY(theirs->holderTtl && *theirs->holderTtl > 20s);
        QCOMPARE(theirs->votes.front().kind, Vote::Kind::HeldByOther);
        QVERIFY(*await(m_mine->isLocked()));
        QCOMPARE(*await(m_mine->holdCount(m_me)), 1);
        QCOMPARE(*await(m_mine->holdCount(m_them)), 0);
        QVERIFY(*await(m_mine->isHeldBy(m_me)));
        QVERIFY(!*await(m_mine->isHeldBy(m_them)));
        QVERIFY(await(m_theirs->remainingTimeToLive())->time > Millis(20s));
        run({"PERSIST"_ba, "job"_ba});
        const lock::TimeToLive endless{true, {}};
        QCOMPARE(*await(m_theirs->remainingTimeToLive()), endless);
        QCOMPARE(await(m_theirs->unlock(m_them))->status, Released::NotHeld);
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released);
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::NotHeld);
        QVERIFY(!m_mine->validityLeft(m_me));
        QVERIFY(!*await(m_mine->isLocked()));
        QCOMPARE(*await(m_theirs->remainingTimeToLive()), lock::TimeToLive());
        finish(m_theirs->tryLock(m_them));
    }

    void isTakenAgainOrNot_data() { kinds(); }
    void isTakenAgainOrNot()
    {
        begin();
        take();
        const auto again = await(m_mine->tryLock(m_me));
        if (kind() == "string") {
            QCOMPARE(again->status, Acquired::Busy);
        } else if (!isReentrant()) {
            QCOMPARE(again->status, Acquired::Failed);
            QCOMPARE(again->error->code, "NON_REENTRANT_REACQUIRE"_ba);
        } else {
            QCOMPARE(again->count, 2);
            QCOMPARE(*await(m_mine->holdCount(m_me)), 2);
            const auto once = await(m_mine->unlock(m_me));
            QCOMPARE(once->status, Released::StillHeld);
            QCOMPARE(once->count, 1);
            QVERIFY(m_mine->validityLeft(m_me));
        }
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released);
    }

    void aWaiterIsWoken_data() { kinds(); }
    void aWaiterIsWoken()
    {
        begin();
        take();
        auto waiting = m_theirs->tryLock(m_them, 60s);
        QVERIFY(eventually([&] { return isWaiting(); }));
        QVERIFY(!waiting.isReady());
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released);
        finish(std::move(waiting));
    }

    void aWaitEnds_data() { kinds(); }
    void aWaitEnds()
    {
        begin();
        take();
        QCOMPARE(await(m_theirs->tryLock(m_them, 50ms))->status, Acquired::Busy);
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = m_theirs->lock(m_them, {}, cancel);
        QVERIFY(eventually([&] { return isWaiting(); }));
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        QVERIFY(eventually([&] { return channels() == 0; }));
        // Nothing of theirs stays: neither a place in a queue nor a hold.
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released);
        run({"DEL"_ba, "redisson_lock_token:{job}"_ba});
        QVERIFY(eventually([&] { return isDataGone(); }));
    }

    void aWaitTakenBackBeforeItsAnswer_data() { kinds(); }
    void aWaitTakenBackBeforeItsAnswer()
    {
        begin();
        QVERIFY(await(m_one->deployment.whenReady()));
        const auto cancel = std::make_shared<Cancellation>();
        auto taking = m_mine->lock(m_me, {}, cancel); // sent, not answered
        cancel->request();
        QCOMPARE(await(std::move(taking))->status, Acquired::Cancelled);
        run({"DEL"_ba, "redisson_lock_token:{job}"_ba});
        QVERIFY(eventually([&] { return isDataGone(); }));
        QVERIFY(!m_mine->validityLeft(m_me));
    }

    void aLockThatGoesEndsItsWaits_data() { kinds(); }
    void aLockThatGoesEndsItsWaits()
    {
        begin();
        take();
        auto waiting = m_theirs->lock(m_them);
        QVERIFY(eventually([&] { return isWaiting(); }));
        m_theirs.reset();
        QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        QVERIFY(eventually([&] { return channels() == 0; }));
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released);
        run({"DEL"_ba, "redisson_lock_token:{job}"_ba});
        QVERIFY(eventually([&] { return isDataGone(); }));
    }

    // Nobody announces the end of a lease: waiters go by the holder's time.
    void aLeaseEnds_data() { kinds(); }
    void aLeaseEnds()
    {
        begin();
        take(Lease::of(400ms));
        auto waiting = m_theirs->tryLock(m_them, 60s);
        QVERIFY(eventually([&] { return isLost(Loss::Expired); }));
        QVERIFY(!m_mine->validityLeft(m_me));
        finish(std::move(waiting));
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::NotHeld);
    }

    void theWatchdogRenews_data() { kinds(); }
    void theWatchdogRenews()
    {
        begin();
        take(Lease::watchdog(1500ms));
        auto waiting = m_theirs->tryLock(m_them, 60s);
        const Instant end = m_one->clock.now() + 2s;
        QVERIFY(eventually([&] { return m_one->clock.now() >= end; }));
        QVERIFY(!waiting.isReady());
        QVERIFY(m_losses.empty());
        QVERIFY(m_mine->validityLeft(m_me));
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released);
        finish(std::move(waiting));
        QVERIFY(m_losses.empty());
    }

    void aLossIsTold_data() { kinds(); }
    void aLossIsTold()
    {
        begin();
        take(Lease::watchdog(60s)); // no renewal for twenty seconds
        QVERIFY(eventually([&] { return m_one->deployment.isTracking(); }));
        QCOMPARE(*await(m_mine->holdCount(m_me)), 1); // tracked from here on
        run({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return isLost(Loss::TakenAway); }, 10s));
        QVERIFY(!m_mine->validityLeft(m_me));
    }

    void aForceUnlockWakesAndIsTold_data() { kinds(); }
    void aForceUnlockWakesAndIsTold()
    {
        begin();
        take(Lease::watchdog(60s));
        QVERIFY(eventually([&] { return m_one->deployment.isTracking(); }));
        QCOMPARE(*await(m_mine->holdCount(m_me)), 1);
        auto waiting = m_theirs->lock(m_them);
        QVERIFY(eventually([&] { return isWaiting(); }));
        QFETCH(const Mode, holder);
        LockProcess third(config());
        const auto operators = lock::makeLock(third.space, LockName("job"), m_mine->kind(), holder);
        QVERIFY(await(third.deployment.whenReady()));
        QVERIFY(*await(operators->forceUnlock()));
        finish(std::move(waiting));
        QVERIFY(eventually([&] { return isLost(Loss::TakenAway); }, 10s));
        QVERIFY(!*await(operators->forceUnlock()));
    }

    // Servers do not notify a client of its own changes.
    void aForceUnlockInTheOwnProcess_data() { kinds(); }
    void aForceUnlockInTheOwnProcess()
    {
        begin();
        take(Lease::watchdog(60s));
        QFETCH(const Mode, waiter);
        m_theirs = lock::makeLock(m_one->space, LockName("job"), kind(), waiter);
        auto waiting = m_theirs->lock(m_them);
        QVERIFY(kind() == "spin" || kind() == "string"
                || eventually([&] { return channels() == 1; }));
        QVERIFY(!eventually([&] { return waiting.isReady(); }, 50ms));
        QVERIFY(*await(m_mine->forceUnlock()));
        QVERIFY(eventually([&] { return isLost(Loss::TakenAway); }, 10s));
        finish(std::move(waiting));
    }

    // Both connections of the waiter are cut, and the release is announced meanwhile.
    void aWaitSurvivesTheLossOfItsConnections_data() { kinds(); }
    void aWaitSurvivesTheLossOfItsConnections()
    {
        begin();
        take();
        auto waiting = m_theirs->tryLock(m_them, 60s);
        QVERIFY(eventually([&] { return isWaiting(); }));
        const qint64 killed = run({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "pubsub"_ba}).integer
            + run({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "normal"_ba}).integer;
        QVERIFY(killed >= 2);
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released);
        finish(std::move(waiting));
    }

    void scriptsMayBeForgotten_data() { kinds(); }
    void scriptsMayBeForgotten()
    {
        begin();
        take(Lease::watchdog(1500ms));
        auto waiting = m_theirs->tryLock(m_them, 60s);
        QVERIFY(eventually([&] { return isWaiting(); }));
        run({"SCRIPT"_ba, "FLUSH"_ba});
        const Instant end = m_one->clock.now() + 2s; // past a renewal that had to send its text
        QVERIFY(eventually([&] { return m_one->clock.now() >= end; }));
        QVERIFY(m_losses.empty() && m_mine->validityLeft(m_me));
        run({"SCRIPT"_ba, "FLUSH"_ba});
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released);
        finish(std::move(waiting));
    }

    void refusalsAreTyped_data() { kinds(); }
    void refusalsAreTyped()
    {
        begin();
        QCOMPARE(await(m_mine->tryLock(OwnerId()))->error->kind, ErrorKind::InvalidInput);
        run({"RPUSH"_ba, "job"_ba, "x"_ba});
        QCOMPARE(await(m_mine->tryLock(m_me))->status, Acquired::WrongType);
        QCOMPARE(await(m_mine->unlock(m_me))->status, Released::WrongType);
        run({"DEL"_ba, "job"_ba});
        run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "1"_ba});
        const auto full = await(m_mine->tryLock(m_me));
        run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "0"_ba});
        QCOMPARE(full->status, Acquired::Failed);
        QCOMPARE(full->error->code, "OOM"_ba);
        run({"ACL"_ba, "SETUSER"_ba, "reader"_ba, "on"_ba, "nopass"_ba, "~*"_ba, "&*"_ba,
             "+@all"_ba, "-@write"_ba});
        auto poor = config();
        poor.target.user = "reader"_ba;
        poor.target.password = "x"_ba;
        LockProcess reader(poor);
        const auto lock = lock::makeLock(reader.space, LockName("job"), m_mine->kind());
        const auto refused = await(lock->tryLock(m_me, 5s));
        QCOMPARE(refused->status, Acquired::Failed);
        QCOMPARE(refused->error->kind, ErrorKind::Permission);
        QVERIFY(isDataGone());
    }
};

LOCKSCOPE_TEST_SUITE(TestKinds)
#include "tst_kinds.moc"
