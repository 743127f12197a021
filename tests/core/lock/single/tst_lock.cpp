// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/protocols.h"
#include "core/lock/single/lockspaceprivate.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/aclrules.h"
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
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Tests the behaviour that every kind of lock has, on a real server; two processes, or what Redis
// takes for such.
class TestLock : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<LockProcess> m_one;
    std::unique_ptr<LockProcess> m_two;
    QByteArray m_kind;
    std::unique_ptr<Lock> m_mine;
    std::unique_ptr<Lock> m_theirs;

    redis::ConnectionConfig config() const
    {
        redis::ConnectionConfig config;
        config.target = m_server.target();
        return config;
    }
    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    qint64 subscribed() const
    {
        return run({"PUBSUB"_ba, "NUMSUB"_ba, "redisson_lock__channel:{job}"_ba})
            .elements.at(1)
            .integer;
    }
    qint64 scriptsRun() const { return m_server.calls("evalsha"_ba); }
    bool isWaiting() const
    {
        return m_kind == "string" ? m_two->deployment.isTracking() : subscribed() == 1;
    }
    qint64 queued() const { return run({"LLEN"_ba, "redisson_lock_queue:{job}"_ba}).integer; }
    qint64 listening() const
    {
        const auto channels =
            run({"PUBSUB"_ba, "CHANNELS"_ba, "redisson_lock__channel:{job}:*"_ba});
        return qint64(channels.elements.size());
    }
    // A waiter of the first process.
    bool isAnyAsleep() const
    {
        const LockName job("job");
        const auto &rooms = m_one->space.d().rooms;
        return rooms.othersAsleep(*lock::reentrantProtocol(), job, m_mine->newOwner()) != nullptr;
    }
    void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("reentrant") << "reentrant"_ba;
        QTest::newRow("string") << "string"_ba;
    }
    void begin()
    {
        QFETCH(const QByteArray, kind);
        m_kind = kind;
        m_mine = m_one->make(kind, "job"_ba);
        m_theirs = m_two->make(kind, "job"_ba);
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
        m_one = std::make_unique<LockProcess>(config());
        m_two = std::make_unique<LockProcess>(config());
    }
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_one.reset();
        m_two.reset();
    }

    void excludes_data() { kinds(); }
    void excludes()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        const auto mine = await(m_mine->tryLock(me));
        QVERIFY(mine && mine->isHeld());
        QCOMPARE(mine->count, 1);
        QCOMPARE(mine->votes.size(), 1U);
        QCOMPARE(mine->votes.front().kind, lock::Vote::Kind::Granted);
        QVERIFY(m_mine->validityLeft(me) > 29s);
        const auto theirs = await(m_theirs->tryLock(m_theirs->newOwner()));
        QVERIFY(theirs);
        QCOMPARE(theirs->status, Acquired::Busy);
        QVERIFY(theirs->holderTtl && *theirs->holderTtl > 20s);
        QCOMPARE(theirs->votes.front().kind, lock::Vote::Kind::HeldByOther);
        QVERIFY(*await(m_theirs->isLocked()));
        QCOMPARE(*await(m_theirs->holdCount(me)), 1);
        QVERIFY(await(m_theirs->remainingTimeToLive())->time > Millis(20s));

        QCOMPARE(await(m_theirs->unlock(m_theirs->newOwner()))->status, Released::NotHeld);
        QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        QVERIFY(!m_mine->validityLeft(me));
        QVERIFY(!*await(m_theirs->isLocked()));
        QVERIFY(await(m_theirs->tryLock(m_theirs->newOwner()))->isHeld());
    }

    void leavesRedissonsData()
    {
        const auto mine = m_one->make("reentrant"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 0ms, Lease::of(20s)))->isHeld());
        QCOMPARE(run({"HGET"_ba, "job"_ba, me.bytes}).bytes, "1"_ba);
        QCOMPARE(run({"HLEN"_ba, "job"_ba}).integer, 1);
        QVERIFY(run({"PTTL"_ba, "job"_ba}).integer > 10'000);
        QVERIFY(me.bytes.startsWith(m_one->space.uuid()));
        QVERIFY(await(mine->unlock(me)));
        // Not even the latch stays.
        QVERIFY(eventually([&] { return run({"DBSIZE"_ba}).integer == 0; }));
    }

    void reenters()
    {
        const auto mine = m_one->make("reentrant"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        QCOMPARE(await(mine->tryLock(me))->count, 1);
        QCOMPARE(await(mine->tryLock(me))->count, 2);
        const auto once = await(mine->unlock(me));
        QCOMPARE(once->status, Released::StillHeld);
        QCOMPARE(once->count, 1);
        QVERIFY(mine->validityLeft(me));
        QCOMPARE(await(mine->unlock(me))->status, Released::Released);
        QCOMPARE(await(mine->unlock(me))->status, Released::NotHeld);
    }

    void aStringLockIsNotReentered()
    {
        const auto mine = m_one->make("string"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me))->isHeld());
        QCOMPARE(await(mine->tryLock(me))->status, Acquired::Busy);
        QCOMPARE(run({"GET"_ba, "job"_ba}).bytes, me.bytes);
    }

    void aWaiterIsWokenByTheRelease_data() { kinds(); }
    void aWaiterIsWokenByTheRelease()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        auto waiting = m_theirs->tryLock(m_theirs->newOwner(), 60s);
        QVERIFY(eventually([&] { return isWaiting(); }));
        QVERIFY(!waiting.isReady());
        QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        QVERIFY(await(std::move(waiting))->isHeld());
        QVERIFY2(eventually([&] { return subscribed() == 0; }), "nobody waits any more");
    }

    void aWaiterOfAStringIsWokenByForeignHands_data()
    {
        QTest::addColumn<std::vector<QByteArray>>("command");
        QTest::newRow("deleted") << std::vector{"DEL"_ba, "job"_ba};
        QTest::newRow("expired") << std::vector{"PEXPIRE"_ba, "job"_ba, "1"_ba};
    }
    void aWaiterOfAStringIsWokenByForeignHands()
    {
        QFETCH(const std::vector<QByteArray>, command);
        QVERIFY(run({"SET"_ba, "job"_ba, "foreign"_ba}).isOk()); // without expiry: no other reason
        m_theirs = m_two->make("string"_ba, "job"_ba);
        auto waiting = m_theirs->lock(m_theirs->newOwner());
        QVERIFY(eventually([&] { return m_two->deployment.isTracking(); }));
        run(command);
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    void pollsWhereNothingTells()
    {
        QVERIFY(setUser(m_server, "plain"_ba,
                        {"on"_ba, "nopass"_ba, "~*"_ba, "+@all"_ba, "-client|tracking"_ba,
                         "-client|caching"_ba, "resetchannels"_ba})
                    .isOk());
        auto restricted = config();
        restricted.target.user = "plain"_ba;
        restricted.target.password = "x"_ba;
        for (const QByteArray &kind : {"string"_ba, "reentrant"_ba}) {
            LockProcess poor(restricted);
            const auto theirs = poor.make(kind, kind);
            const auto mine = m_one->make(kind, kind);
            const OwnerId me = mine->newOwner();
            QVERIFY(await(mine->tryLock(me))->isHeld());
            auto waiting = theirs->lock(theirs->newOwner());
            QVERIFY(!eventually([&] { return waiting.isReady(); }, 200ms));
            QVERIFY(await(mine->unlock(me)));
            QVERIFY(await(std::move(waiting))->isHeld());
        }
    }

    // The server is full when the connection that listens is lost.
    void pollsWhileTheLinkCannotBeHad_data() { kinds(); }
    void pollsWhileTheLinkCannotBeHad()
    {
        begin();
        const LockName job("job");
        const auto &protocol =
            m_kind == "string" ? lock::stringProtocol() : lock::reentrantProtocol();
        const auto isAsleep = [&] {
            return m_two->space.d().rooms.othersAsleep(*protocol, job, m_theirs->newOwner())
                != nullptr;
        };
        if (m_kind == "string") // without expiry: nobody looks for that
            run({"SET"_ba, "job"_ba, "foreign"_ba});
        else
            run({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        QVERIFY(await(m_one->deployment.whenReady()));
        auto waiting = m_theirs->lock(m_theirs->newOwner());
        QVERIFY(eventually([&] { return isWaiting() && isAsleep(); }));
        bool isTold = false;
        connect(&m_two->deployment, &redis::Deployment::keysChanged, this,
                [&](const std::vector<QByteArray> &keys) { isTold = isTold || keys.empty(); });
        const auto send = [&](const redis::Arguments &command) {
            return bool(await(m_one->deployment.send(command)));
        };
        QVERIFY(send({"CONFIG"_ba, "SET"_ba, "maxclients"_ba, "1"_ba}));
        QVERIFY(send({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "pubsub"_ba}));
        QVERIFY(eventually([&] { return isTold; }));
        // It has asked again by now, in vain, before this is asked.
        m_two->deployment.disconnect(this);
        QVERIFY(send({"DEL"_ba, "job"_ba}));
        QVERIFY(await(std::move(waiting))->isHeld());
        QVERIFY(send({"CONFIG"_ba, "SET"_ba, "maxclients"_ba, "10000"_ba}));
    }

    void waitsForTheHoldersTimeWhereNobodyTells()
    {
        // A holder that dies tells nobody; the waiter goes by the time to live.
        run({"HSET"_ba, "job"_ba, "dead:1"_ba, "1"_ba});
        run({"PEXPIRE"_ba, "job"_ba, "150"_ba});
        m_theirs = m_two->make("reentrant"_ba, "job"_ba);
        QVERIFY(await(m_theirs->tryLock(m_theirs->newOwner(), 60s))->isHeld());
    }

    // A waiter that has retried without a wake-up is woken all the same.
    void isWokenAfterALookOfItsOwn()
    {
        run({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        run({"PEXPIRE"_ba, "job"_ba, "300"_ba});
        m_theirs = m_two->make("reentrant"_ba, "job"_ba);
        auto waiting = m_theirs->tryLock(m_theirs->newOwner(), 60s);
        QVERIFY(eventually([&] { return subscribed() == 1; }));
        run({"PERSIST"_ba, "job"_ba}); // from the next look on only a message ends the wait
        const qint64 before = scriptsRun();
        QVERIFY(eventually([&] { return scriptsRun() > before; }));
        run({"DEL"_ba, "job"_ba});
        run({"PUBLISH"_ba, "redisson_lock__channel:{job}"_ba, "0"_ba});
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    void givesUpAfterTheWait_data() { kinds(); }
    void givesUpAfterTheWait()
    {
        begin();
        QVERIFY(await(m_mine->tryLock(m_mine->newOwner()))->isHeld());
        const auto outcome = await(m_theirs->tryLock(m_theirs->newOwner(), 50ms));
        QCOMPARE(outcome->status, Acquired::Busy);
        QVERIFY(eventually([&] { return subscribed() == 0; }));
        QCOMPARE(run({"DBSIZE"_ba}).integer, 1);
    }

    void aWaitCanBeTakenBack_data() { kinds(); }
    void aWaitCanBeTakenBack()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = m_theirs->lock(m_theirs->newOwner(), {}, cancel);
        QVERIFY(eventually([&] { return isWaiting(); }));
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        QVERIFY(eventually([&] { return subscribed() == 0; }));
        QVERIFY(await(m_mine->unlock(me)));
        QVERIFY(eventually([&] { return run({"DBSIZE"_ba}).integer == 0; }));
    }

    void aWaitTakenBackAtOnceLeavesNothing_data() { kinds(); }
    void aWaitTakenBackAtOnceLeavesNothing()
    {
        begin();
        QVERIFY(await(m_one->deployment.whenReady()));
        const auto cancel = std::make_shared<Cancellation>();
        auto taking = m_mine->lock(m_mine->newOwner(), {}, cancel); // sent, not answered
        cancel->request();
        QCOMPARE(await(std::move(taking))->status, Acquired::Cancelled);
        QVERIFY(eventually([&] { return run({"DBSIZE"_ba}).integer == 0; }));
    }

    void everyWaiterOfAProcessComesToHisTurn_data() { kinds(); }
    void everyWaiterOfAProcessComesToHisTurn()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        std::vector<OwnerId> owners;
        std::vector<Pending<AcquireOutcome>> waiting;
        for (int i = 0; i < 10; ++i) {
            owners.push_back(m_theirs->newOwner());
            waiting.push_back(m_theirs->lock(owners.back()));
        }
        QVERIFY(eventually([&] { return isWaiting(); }));
        QCOMPARE(m_two->deployment.channels().count(), m_kind == "string" ? 0U : 1U);
        QVERIFY(await(m_mine->unlock(me)));
        std::size_t served = 0;
        QVERIFY(eventually([&] {
            for (std::size_t i = 0; i < waiting.size(); ++i) {
                if (!waiting[i].isReady())
                    continue;
                const auto outcome = waiting[i].take();
                if (!outcome || !outcome->isHeld())
                    return true;
                ++served;
                (void)m_theirs->unlock(owners[i]);
            }
            return served == waiting.size();
        }));
        QCOMPARE(served, waiting.size());
        QVERIFY(eventually([&] { return run({"DBSIZE"_ba}).integer == 0 && subscribed() == 0; }));
    }

    void whoComesLaterGoesBehindWithoutAsking_data() { kinds(); }
    void whoComesLaterGoesBehindWithoutAsking()
    {
        begin();
        const OwnerId holder = m_mine->newOwner();
        const OwnerId early = m_theirs->newOwner();
        const OwnerId late = m_theirs->newOwner();
        QVERIFY(await(m_mine->tryLock(holder))->isHeld());
        const qint64 before = scriptsRun();
        auto first = m_theirs->lock(early);
        const qint64 tries = m_kind == "string" ? 1 : 2; // once more when it listens
        QVERIFY(eventually([&] { return isWaiting() && scriptsRun() == before + tries; }));
        const auto settled = await(m_two->deployment.send({"PING"_ba}));
        QVERIFY(settled); // the answer to the last attempt came before
        auto second = m_theirs->lock(late);
        const auto asked = await(m_two->deployment.send({"PING"_ba}));
        QVERIFY(asked);
        QCOMPARE(scriptsRun(), before + tries);
        QCOMPARE(await(m_mine->unlock(holder))->status, Released::Released);
        QVERIFY(await(std::move(first))->isHeld());
        QVERIFY(!second.isReady());
        QCOMPARE(await(m_theirs->unlock(early))->status, Released::Released);
        QVERIFY(await(std::move(second))->isHeld());
        QCOMPARE(await(m_theirs->unlock(late))->status, Released::Released);
    }

    void aForceUnlockWakes_data() { kinds(); }
    void aForceUnlockWakes()
    {
        begin();
        QVERIFY(await(m_mine->tryLock(m_mine->newOwner()))->isHeld());
        auto waiting = m_theirs->lock(m_theirs->newOwner());
        QVERIFY(eventually([&] { return isWaiting(); }));
        LockProcess third(config());
        const auto operators = third.make(m_kind, "job"_ba);
        QVERIFY(await(third.deployment.whenReady()));
        QVERIFY(*await(operators->forceUnlock()));
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    // Nobody announces the end of a lease, and the other waiter knows of the first holder alone,
    // whose time had no end.
    void aLeaseThatEndsWakesTheOthers()
    {
        run({"HSET"_ba, "job"_ba, "foreign:1"_ba, "1"_ba});
        m_mine = m_one->make("reentrant"_ba, "job"_ba);
        auto first = m_mine->lock(m_mine->newOwner(), Lease::of(500ms));
        QVERIFY(eventually([&] { return isAnyAsleep(); }));
        auto second = m_mine->lock(m_mine->newOwner(), Lease::of(500ms));
        run({"DEL"_ba, "job"_ba});
        run({"PUBLISH"_ba, "redisson_lock__channel:{job}"_ba, "0"_ba});
        QVERIFY(await(std::move(first))->isHeld());
        QVERIFY(await(std::move(second))->isHeld());
    }

    // Each waiter of a queue listens for itself.
    void aLeaseThatEndsWakesTheNextInTheQueue_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("fair") << "fair"_ba;
        QTest::newRow("non-reentrant-fair") << "non-reentrant-fair"_ba;
    }
    void aLeaseThatEndsWakesTheNextInTheQueue()
    {
        QFETCH(const QByteArray, kind);
        m_mine = m_one->make(kind, "job"_ba);
        m_theirs = m_two->make(kind, "job"_ba);
        const OwnerId holder = m_theirs->newOwner();
        QVERIFY(await(m_theirs->lock(holder, Lease::of(300s)))->isHeld());
        auto first = m_mine->lock(m_mine->newOwner(), Lease::of(500ms));
        QVERIFY(eventually([&] { return queued() == 1; }));
        auto second = m_mine->lock(m_mine->newOwner(), Lease::of(500ms));
        QVERIFY(eventually([&] { return queued() == 2 && listening() == 2; }));
        QVERIFY(await(m_theirs->unlock(holder)));
        QVERIFY(await(std::move(first))->isHeld());
        QVERIFY(await(std::move(second))->isHeld());
    }

    // The process sees that its own hold is gone.
    void aHoldThatIsTakenAwayWakesTheOthers()
    {
        m_mine = m_one->make("reentrant"_ba, "job"_ba);
        QVERIFY(await(m_mine->lock(m_mine->newOwner(), Lease::watchdog(300s)))->isHeld());
        auto waiting = m_mine->lock(m_mine->newOwner(), Lease::watchdog(300s));
        QVERIFY(eventually([&] { return isAnyAsleep() && m_one->deployment.isTracking(); }));
        run({"DEL"_ba, "job"_ba});
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    void leavesOtherTypesAlone_data() { kinds(); }
    void leavesOtherTypesAlone()
    {
        begin();
        run({"RPUSH"_ba, "job"_ba, "x"_ba});
        const auto outcome = await(m_mine->tryLock(m_mine->newOwner()));
        QCOMPARE(outcome->status, Acquired::WrongType);
        QCOMPARE(await(m_mine->unlock(m_mine->newOwner()))->status, Released::WrongType);
        QCOMPARE(run({"LLEN"_ba, "job"_ba}).integer, 1);
    }

    void refusesWhatIsNoOwner_data() { kinds(); }
    void refusesWhatIsNoOwner()
    {
        begin();
        const auto outcome = await(m_mine->tryLock(OwnerId()));
        QCOMPARE(outcome->status, Acquired::Failed);
        QCOMPARE(outcome->error->kind, ErrorKind::InvalidInput);
        QCOMPARE(run({"DBSIZE"_ba}).integer, 0);
    }

    void givesBackWithMemoryShort_data() { kinds(); }
    void givesBackWithMemoryShort()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        if (m_kind == "reentrant")
            QCOMPARE(await(m_mine->tryLock(me))->count, 2);
        run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "1"_ba});
        const auto refused = await(m_theirs->tryLock(m_theirs->newOwner()));
        const auto first = await(m_mine->unlock(me));
        const auto second = await(m_mine->unlock(me));
        run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "0"_ba});
        QCOMPARE(refused->status, Acquired::Busy);
        QCOMPARE(first->status, m_kind == "reentrant" ? Released::StillHeld : Released::Released);
        QCOMPARE(second->status, m_kind == "reentrant" ? Released::Released : Released::NotHeld);
    }
};

LOCKSCOPE_TEST_SUITE(TestLock)
#include "tst_lock.moc"
