// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/readwritelock.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::ReadWriteLock;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Tests readers and writers against each other, on a real server; two processes.
class TestReadWriteLock : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<LockProcess> m_one;
    std::unique_ptr<LockProcess> m_two;
    std::unique_ptr<ReadWriteLock> m_mine;
    std::unique_ptr<ReadWriteLock> m_theirs;
    OwnerId m_me;
    OwnerId m_them;

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    qint64 left(const QByteArray &key) const { return run({"PTTL"_ba, key}).integer; }
    static QByteArray timeoutKey(const OwnerId &owner, int number = 1)
    {
        return "{job}:" + owner.bytes + ":rwlock_timeout:" + QByteArray::number(number);
    }
    bool isWaitedFor() const
    {
        return run({"PUBSUB"_ba, "NUMSUB"_ba, "redisson_rwlock:{job}"_ba}).elements[1].integer == 1;
    }
    Lock &myRead() { return m_mine->readLock(); }
    Lock &myWrite() { return m_mine->writeLock(); }
    Lock &theirRead() { return m_theirs->readLock(); }
    Lock &theirWrite() { return m_theirs->writeLock(); }

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
        m_two = std::make_unique<LockProcess>(config);
        m_mine = std::make_unique<ReadWriteLock>(m_one->space, LockName("job"));
        m_theirs = std::make_unique<ReadWriteLock>(m_two->space, LockName("job"));
        m_me = myRead().newOwner();
        m_them = theirRead().newOwner();
    }
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_one.reset();
        m_two.reset();
    }

    void readersShareAndEachHasHisLease()
    {
        QVERIFY(await(myRead().tryLock(m_me, 0ms, Lease::of(90s)))->isHeld());
        QVERIFY(await(theirRead().tryLock(m_them, 0ms, Lease::of(20s)))->isHeld());
        QVERIFY(left(timeoutKey(m_me)) > 60'000 && left(timeoutKey(m_them)) <= 20'000);
        QVERIFY(left("job"_ba) > 60'000);
        QVERIFY(*await(myRead().isLocked()));
        QVERIFY(!*await(myWrite().isLocked()));
        QCOMPARE(await(theirWrite().tryLock(theirWrite().newOwner()))->status, Acquired::Busy);
        QCOMPARE(await(myRead().unlock(m_me))->status, Released::Released);
        QVERIFY(left("job"_ba) <= 20'000); // the other reader's remaining time
        QCOMPARE(await(theirRead().unlock(m_them))->status, Released::Released);
        QVERIFY(eventually([&] { return run({"DBSIZE"_ba}).integer == 0; }));
    }

    void everyTimeHasItsOwnLease()
    {
        QVERIFY(await(myRead().tryLock(m_me, 0ms, Lease::of(20s)))->isHeld());
        QCOMPARE(await(myRead().tryLock(m_me, 0ms, Lease::of(90s)))->count, 2);
        QVERIFY(myRead().validityLeft(m_me) > 60s);
        QCOMPARE(await(myRead().unlock(m_me))->status, Released::StillHeld);
        QVERIFY(myRead().validityLeft(m_me) <= 20s); // never longer than the server has it
        QVERIFY(left("job"_ba) <= 20'000);
    }

    void aWriterStepsDownAndReadersComeIn()
    {
        QVERIFY(await(myWrite().tryLock(m_me, 0ms, Lease::of(90s)))->isHeld());
        QVERIFY(await(myRead().tryLock(m_me, 0ms, Lease::of(90s)))->isHeld()); // beneath
        QVERIFY(*await(myRead().isLocked()));
        std::vector<Pending<AcquireOutcome>> readers;
        for (int i = 0; i < 5; ++i)
            readers.push_back(theirRead().lock(theirRead().newOwner(), Lease::of(90s)));
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        QCOMPARE(await(myWrite().unlock(m_me))->status, Released::Released);
        for (auto &reader : readers)
            QVERIFY(await(std::move(reader))->isHeld()); // long before any lease ends
        QVERIFY(myRead().validityLeft(m_me));
        QVERIFY(!myWrite().validityLeft(m_me));
        QCOMPARE(await(theirWrite().tryLock(m_them))->status, Acquired::Busy);
    }

    // One message wakes one of them; it is it who wakes the next.
    void oneReaderBringsTheNextIn()
    {
        run({"HSET"_ba, "job"_ba, "mode"_ba, "write"_ba, "other:1:write"_ba, "1"_ba});
        std::vector<Pending<AcquireOutcome>> readers;
        for (int i = 0; i < 5; ++i)
            readers.push_back(theirRead().lock(theirRead().newOwner()));
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        run({"DEL"_ba, "job"_ba});
        run({"PUBLISH"_ba, "redisson_rwlock:{job}"_ba, "0"_ba});
        for (auto &reader : readers)
            QVERIFY(await(std::move(reader))->isHeld());
    }

    void aReaderDoesNotBecomeAWriter()
    {
        QVERIFY(await(myRead().tryLock(m_me))->isHeld());
        const auto refused = await(myWrite().lock(m_me)); // would wait for itself
        QCOMPARE(refused->status, Acquired::Failed);
        QCOMPARE(refused->error->code, "NOUPGRADE"_ba);
        QCOMPARE(await(myRead().unlock(m_me))->status, Released::Released);
        QVERIFY(await(myWrite().tryLock(m_me))->isHeld());
        QVERIFY(await(myRead().tryLock(m_me))->isHeld());
        QCOMPARE(await(myWrite().tryLock(m_me))->count, 2); // it writes already
    }

    void aReadHoldEndsThoughOthersRead()
    {
        QVERIFY(await(theirRead().tryLock(m_them, 0ms, Lease::of(90s)))->isHeld());
        std::vector<Loss> losses;
        myRead().setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        QVERIFY(await(myRead().tryLock(m_me, 0ms, Lease::of(400ms)))->isHeld());
        QVERIFY(eventually([&] { return losses == std::vector{Loss::Expired}; }));
        QVERIFY(eventually([&] { return left(timeoutKey(m_me)) == -2; }));
        QCOMPARE(run({"HGET"_ba, "job"_ba, m_me.bytes}).bytes, "1"_ba); // the dead field stays
        QCOMPARE(*await(myRead().holdCount(m_me)), 0);
        // Coming again is the first time, and giving back gives back all.
        QCOMPARE(await(myRead().tryLock(m_me, 0ms, Lease::of(90s)))->count, 1);
        QCOMPARE(await(myRead().unlock(m_me))->status, Released::Released);
        QCOMPARE(await(myRead().unlock(m_me))->status, Released::NotHeld);
        QCOMPARE(*await(theirRead().holdCount(m_them)), 1);
    }

    void renewsNobodyElse()
    {
        QVERIFY(await(theirRead().tryLock(m_them, 0ms, Lease::of(20s)))->isHeld());
        QVERIFY(await(myRead().tryLock(m_me, 0ms, Lease::watchdog(1500ms)))->isHeld());
        const qint64 theirs = left(timeoutKey(m_them));
        const Instant end = m_one->clock.now() + 2s;
        QVERIFY(eventually([&] { return m_one->clock.now() >= end; }));
        QVERIFY(left(timeoutKey(m_me)) > 0);
        QVERIFY(myRead().validityLeft(m_me));
        QVERIFY(left(timeoutKey(m_them)) <= theirs - 1500);
        QVERIFY(left("job"_ba) > 2000); // nor shortens what another one has
    }

    void aWritersRenewalLeavesALongerReadHold()
    {
        QVERIFY(await(myWrite().tryLock(m_me, 0ms, Lease::watchdog(1500ms)))->isHeld());
        QVERIFY(await(myRead().tryLock(m_me, 0ms, Lease::of(90s)))->isHeld());
        const Instant end = m_one->clock.now() + 2s;
        QVERIFY(eventually([&] { return m_one->clock.now() >= end; }));
        QVERIFY(left("job"_ba) > 60'000);
        QVERIFY(myWrite().validityLeft(m_me));
        QCOMPARE(await(myWrite().unlock(m_me))->status, Released::Released);
        QVERIFY(left("job"_ba) > 60'000);
    }

    void aForceUnlockConcernsItsModeAlone()
    {
        QVERIFY(await(myRead().tryLock(m_me))->isHeld());
        QVERIFY(await(myRead().tryLock(m_me))->isHeld());
        QVERIFY(!*await(theirWrite().forceUnlock()));
        auto waiting = theirWrite().lock(m_them);
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        QVERIFY(*await(theirRead().forceUnlock()));
        QVERIFY(await(std::move(waiting))->isHeld());
        QCOMPARE(run({"EXISTS"_ba, timeoutKey(m_me), timeoutKey(m_me, 2)}).integer, 0);
        QVERIFY(!*await(theirRead().forceUnlock()));
        QVERIFY(await(theirRead().tryLock(m_them))->isHeld());
        QVERIFY(*await(myWrite().forceUnlock())); // with what is read beneath
        QVERIFY(eventually([&] { return run({"DBSIZE"_ba}).integer == 0; }));
    }
};

LOCKSCOPE_TEST_SUITE(TestReadWriteLock)
#include "tst_readwritelock.moc"
