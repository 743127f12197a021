// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/lockfixture.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Cancellation;
using lock::Lease;
using lock::Lock;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// The queue of the fair locks, on a real server; two processes, one of them behind a proxy.
class TestFairLock : public QObject
{
    Q_OBJECT

private:
    const QByteArray m_queue = "redisson_lock_queue:{job}"_ba;
    const QByteArray m_deadlines = "redisson_lock_timeout:{job}"_ba;
    const QByteArray m_channel = "redisson_lock__channel:{job}"_ba;
    const QByteArray m_stranger = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7"_ba;
    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    std::unique_ptr<LockProcess> m_one;
    std::unique_ptr<LockProcess> m_two; // behind the proxy
    std::unique_ptr<Lock> m_mine;
    std::unique_ptr<Lock> m_theirs;
    OwnerId m_me;
    OwnerId m_them;

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    QByteArrayList queue() const
    {
        QByteArrayList owners;
        for (const Reply &owner : run({"LRANGE"_ba, m_queue, "0"_ba, "-1"_ba}).elements)
            owners.append(owner.bytes);
        return owners;
    }
    qint64 deadline(const OwnerId &owner) const
    {
        return run({"ZSCORE"_ba, m_deadlines, owner.bytes}).bytes.toLongLong();
    }
    qint64 now() const
    {
        const Reply time = run({"TIME"_ba});
        return time.elements[0].bytes.toLongLong() * 1000
            + time.elements[1].bytes.toLongLong() / 1000;
    }
    // One who stands in the queue and will never come.
    void queueStranger(Millis deadline) const
    {
        run({"RPUSH"_ba, m_queue, m_stranger});
        run({"ZADD"_ba, m_deadlines, QByteArray::number(now() + deadline.count()), m_stranger});
    }
    bool isSubscribed(const OwnerId &owner) const
    {
        return run({"PUBSUB"_ba, "NUMSUB"_ba, m_channel + ':' + owner.bytes}).elements[1].integer
            == 1;
    }
    // The waiter has retried after the subscription and got the answer: a later command on the same
    // connection is answered after both.
    bool sleeps(const OwnerId &owner)
    {
        return eventually([&] { return isSubscribed(owner); }) && await(m_theirs->isLocked())
            && await(m_theirs->isLocked());
    }
    bool isNothingLeft() const
    {
        return run({"DBSIZE"_ba}).integer == 0
            && run({"PUBSUB"_ba, "CHANNELS"_ba, "redisson*"_ba}).elements.empty();
    }
    void hold(const Lease &lease = {})
    {
        QVERIFY(await(m_mine->tryLock(m_me, 0ms, lease))->isHeld());
    }
    void release() { QCOMPARE(await(m_mine->unlock(m_me))->status, Released::Released); }

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
        redis::ConnectionConfig config;
        config.target = m_server.target();
        m_one = std::make_unique<LockProcess>(config);
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        config.commandTimeout = 1s;
        m_two = std::make_unique<LockProcess>(config);
        m_mine = m_one->make("fair"_ba, "job"_ba);
        m_theirs = m_two->make("fair"_ba, "job"_ba);
        m_me = m_mine->newOwner();
        m_them = m_theirs->newOwner();
    }
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_one.reset();
        m_two.reset();
        m_proxy.reset();
    }

    void servesInOrderWhoeverWaits()
    {
        hold(Lease::watchdog(60s)); // only messages wake
        std::vector<OwnerId> owners;
        std::vector<Pending<AcquireOutcome>> waiting;
        for (int i = 0; i < 6; ++i) {
            Lock &lock = i % 2 == 0 ? *m_theirs : *m_mine;
            owners.push_back(lock.newOwner());
            waiting.push_back(lock.tryLock(owners.back(), 60s, Lease::watchdog(60s)));
            QVERIFY(eventually([&] { return queue().size() == i + 1; }));
        }
        for (const OwnerId &owner : owners)
            QVERIFY(eventually([&] { return isSubscribed(owner); })); // each to its own
        release();
        for (std::size_t i = 0; i < owners.size(); ++i) {
            QVERIFY(await(std::move(waiting[i]))->isHeld());
            for (std::size_t j = i + 1; j < owners.size(); ++j)
                QVERIFY(!waiting[j].isReady());
            Lock &lock = i % 2 == 0 ? *m_theirs : *m_mine;
            QCOMPARE(await(lock.unlock(owners[i]))->status, Released::Released);
        }
        QVERIFY(eventually([&] { return isNothingLeft(); }));
    }

    void leavesTheQueueWhenTheWaitIsOver()
    {
        hold();
        queueStranger(10min);
        auto waiting = m_theirs->tryLock(m_them, 2s);
        QVERIFY(eventually([&] { return queue().size() == 2; }));
        const OwnerId last = m_mine->newOwner();
        auto behind = m_mine->tryLock(last, 10min);
        QVERIFY(eventually([&] { return queue().size() == 3; }));
        const qint64 before = deadline(last);
        QCOMPARE(await(std::move(waiting))->status, Acquired::Busy);
        QCOMPARE(queue(), (QByteArrayList{m_stranger, last.bytes}));
        QCOMPARE(deadline(m_them), 0);
        QCOMPARE(deadline(last), before - 2000); // by the wait with which it had come
    }

    void leavesTheQueueWhenTakenBack()
    {
        hold();
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = m_theirs->lock(m_them, {}, cancel);
        const OwnerId last = m_mine->newOwner();
        QVERIFY(eventually([&] { return queue().size() == 1; }));
        auto behind = m_mine->lock(last);
        QVERIFY(eventually([&] { return queue().size() == 2; }));
        const qint64 before = deadline(last);
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        QCOMPARE(queue(), QByteArrayList{last.bytes});
        QCOMPARE(deadline(last), before - 300'000); // five minutes for a wait without limit
        release();
        QVERIFY(await(std::move(behind))->isHeld());
    }

    // The message was for this waiter; the next one gets it.
    void whoLeavesAsTheNextHandsOn()
    {
        hold(Lease::watchdog(60s));
        const auto cancel = std::make_shared<Cancellation>();
        auto next = m_theirs->lock(m_them, {}, cancel);
        QVERIFY(eventually([&] { return isSubscribed(m_them); }));
        const OwnerId last = m_mine->newOwner();
        auto behind = m_mine->lock(last);
        QVERIFY(eventually([&] { return isSubscribed(last); }));
        m_proxy->stallServer(true); // it does not hear of the release
        release();
        cancel->request();
        m_proxy->stallServer(false);
        QVERIFY(await(std::move(next)));
        if (m_theirs->validityLeft(m_them))
            QVERIFY(await(m_theirs->unlock(m_them)));
        QVERIFY(await(std::move(behind))->isHeld());
        QVERIFY(queue().isEmpty());
    }

    void oneAttemptNeitherQueuesNorBarges()
    {
        hold();
        QCOMPARE(await(m_theirs->tryLock(m_them))->status, Acquired::Busy);
        QVERIFY(queue().isEmpty());
        queueStranger(10min);
        release();
        const auto outcome = await(m_theirs->tryLock(m_them)); // free, but not its turn
        QCOMPARE(outcome->status, Acquired::Busy);
        QCOMPARE(outcome->votes.front().kind, lock::Vote::Kind::OthersTurn);
        QVERIFY(*outcome->holderTtl > 5min);
        QCOMPARE(queue(), QByteArrayList{m_stranger});
        QVERIFY(!*await(m_theirs->isLocked()));
    }

    void aDeadHeadIsPassedWhenItsTimeIsOver()
    {
        queueStranger(700ms);
        auto waiting = m_theirs->tryLock(m_them, 60s);
        QVERIFY(eventually([&] { return queue().size() == 2; }));
        QVERIFY(!waiting.isReady());
        QVERIFY(await(std::move(waiting))->isHeld());
        QVERIFY(queue().isEmpty());
    }

    void whosePlaceWasTakenAwayStandsAtTheEnd()
    {
        hold(Lease::of(1500ms));
        auto waiting = m_theirs->lock(m_them);
        QVERIFY(sleeps(m_them));
        run({"LREM"_ba, m_queue, "0"_ba, m_them.bytes});
        run({"ZREM"_ba, m_deadlines, m_them.bytes});
        queueStranger(10min); // so that it is not its turn when it asks again
        QVERIFY(eventually([&] { return queue() == QByteArrayList({m_stranger, m_them.bytes}); }));
        run({"LREM"_ba, m_queue, "0"_ba, m_stranger});
        run({"ZREM"_ba, m_deadlines, m_stranger});
        run({"PUBLISH"_ba, m_channel + ':' + m_them.bytes, "0"_ba});
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    // A holder without expiry tells nothing to wait for; the end of its own place does.
    void asksAgainWhenHisPlaceEnds()
    {
        run({"HSET"_ba, "job"_ba, m_stranger, "1"_ba});
        auto waiting = m_theirs->lock(m_them);
        QVERIFY(sleeps(m_them));
        // As if five minutes were nearly over; the waiter notices when it retries.
        run({"ZADD"_ba, m_deadlines, QByteArray::number(now() + 300), m_them.bytes});
        run({"PUBLISH"_ba, m_channel + ':' + m_them.bytes, "0"_ba});
        QVERIFY(eventually([&] { return deadline(m_them) > now() + 60'000; }));
        QCOMPARE(queue(), QByteArrayList{m_them.bytes});
    }

    void whoComesBackStandsThereOnce()
    {
        hold();
        const auto cancel = std::make_shared<Cancellation>();
        auto first = m_theirs->tryLock(m_them, 20min, {}, cancel);
        QVERIFY(sleeps(m_them));
        m_proxy->setRefusing(true);
        m_proxy->cut();
        QVERIFY(eventually([&] { return !m_two->deployment.isReady(); }));
        cancel->request();
        QCOMPARE(await(std::move(first))->status, Acquired::Cancelled);
        QCOMPARE(queue(), QByteArrayList{m_them.bytes}); // nobody could be told
        auto second = m_theirs->tryLock(m_them, 60s);
        m_proxy->setRefusing(false);
        QVERIFY(eventually([&] { return isSubscribed(m_them); }));
        QCOMPARE(queue(), QByteArrayList{m_them.bytes});
        QVERIFY(deadline(m_them) < now() + 600'000); // not the old one
        release();
        QVERIFY(await(std::move(second))->isHeld());
        QVERIFY(queue().isEmpty());
    }

    void aSpaceThatGoesLeavesTheQueue()
    {
        hold();
        auto waiting = m_theirs->lock(m_them);
        QVERIFY(eventually([&] { return queue().size() == 1; }));
        redis::ConnectionConfig config;
        config.target = m_server.target();
        redis::Deployment deployment(config);
        deployment.open();
        SystemClock clock;
        auto space = std::make_unique<lock::LockSpace>(deployment, clock);
        auto lock = lock::makeLock(*space, LockName("job"), "fair"_ba);
        auto third = lock->lock(lock->newOwner());
        QVERIFY(eventually([&] { return queue().size() == 2; }));
        lock.reset();
        space.reset();
        QVERIFY(eventually([&] { return queue() == QByteArrayList{m_them.bytes}; }));
    }

    void aForceUnlockWakesTheNextThoughNobodyHolds()
    {
        hold(Lease::watchdog(60s));
        auto waiting = m_theirs->lock(m_them);
        QVERIFY(sleeps(m_them));
        run({"DEL"_ba, "job"_ba}); // tells nobody
        QVERIFY(!*await(m_mine->forceUnlock()));
        QVERIFY(await(std::move(waiting))->isHeld());
    }
};

LOCKSCOPE_TEST_SUITE(TestFairLock)
#include "tst_fairlock.moc"
