// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/countdownlatch.h"
#include "core/lock/kind/semaphore.h"
#include "tests/interop/interopfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::CountDownLatch;
using lock::LatchOutcome;
using lock::PermitOutcome;
using lock::Semaphore;
using Got = PermitOutcome::Status;

// Semaphores and count-down latches between this process and the real Redisson. Java waits for them
// without limit: a waiter that is not woken there misses the deadline of the test.
class TestInteropPermits : public QObject
{
    Q_OBJECT

private:
    Interop m_interop;

    QByteArray tell(const QByteArray &thread, const QByteArray &command) const
    {
        return m_interop.tell(thread, command);
    }
    Pending<QByteArray> ask(const QByteArray &thread, const QByteArray &command) const
    {
        return m_interop.theirs->ask(thread, command);
    }
    bool isSubscribed(const QByteArray &channel, qint64 clients) const
    {
        return eventually([&] { return m_interop.subscribers(channel) == clients; })
            && m_interop.theirs->isAsleep();
    }
    bool isNothingLeft() const
    {
        return eventually([&] { return m_interop.keys().empty(); });
    }
    static bool isGranted(const Result<PermitOutcome> &outcome)
    {
        return outcome && outcome->isGranted();
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE_REDISSON();
        QVERIFY(m_interop.start());
    }
    void init()
    {
        failOnAnyWarning();
        m_interop.clear();
    }
    void cleanup() { m_interop.ours.reset(); }

    void permitsAreCommon()
    {
        Semaphore mine(m_interop.ours->space, LockName("slots"));
        QVERIFY(*await(mine.trySetPermits(5)));
        QCOMPARE(tell("a", "s-set slots 9"), "ok false");
        QCOMPARE(tell("a", "s-free slots"), "ok 5");
        QCOMPARE(tell("a", "s-acquire slots 3"), "ok");
        QCOMPARE(await(mine.tryAcquire(3))->status, Got::Busy);
        QVERIFY(isGranted(await(mine.tryAcquire(2))));
        QCOMPARE(await(mine.tryAcquire(1, 50ms))->status, Got::Busy);
        QCOMPARE(tell("a", "s-try slots 1 50"), "ok false");
        QCOMPARE(*await(mine.release(2)), 2);
        QCOMPARE(tell("a", "s-try slots 2 0"), "ok true");
        QCOMPARE(tell("a", "s-release slots 5"), "ok");
        QCOMPARE(*await(mine.availablePermits()), 5);
        QCOMPARE(*await(mine.addPermits(-2)), 3);
        QCOMPARE(tell("a", "s-drain slots"), "ok 3");
        QCOMPARE(*await(mine.availablePermits()), 0);
        QCOMPARE(tell("a", "s-add slots 4"), "ok");
        QCOMPARE(*await(mine.drainPermits()), 4);
        QCOMPARE(tell("a", "s-free slots"), "ok 0");
    }

    void weWakeTheirSemaphore()
    {
        Semaphore mine(m_interop.ours->space, LockName("slots"));
        QCOMPARE(tell("a", "s-set slots 1"), "ok true");
        auto waiting = ask("a", "s-acquire slots 2");
        QVERIFY(isSubscribed("redisson_sc:{slots}", 1));
        QVERIFY(!waiting.isReady());
        QVERIFY(isGranted(await(mine.tryAcquire())));
        QVERIFY(await(mine.release()));
        QVERIFY(!waiting.isReady());
        QVERIFY(await(mine.release()));
        QCOMPARE(*await(std::move(waiting)), "ok");
        QCOMPARE(*await(mine.availablePermits()), 0);

        auto again = ask("a", "s-acquire slots 3");
        QVERIFY(isSubscribed("redisson_sc:{slots}", 1));
        QVERIFY(await(mine.addPermits(3)));
        QCOMPARE(*await(std::move(again)), "ok");
        QCOMPARE(tell("a", "s-free slots"), "ok 0");
    }

    void theyWakeOurSemaphore()
    {
        Semaphore mine(m_interop.ours->space, LockName("slots"));
        QCOMPARE(tell("a", "s-set slots 1"), "ok true");
        auto waiting = mine.acquire(2);
        QVERIFY(isSubscribed("redisson_sc:{slots}", 1));
        QVERIFY(!waiting.isReady());
        QCOMPARE(tell("a", "s-release slots 1"), "ok");
        QVERIFY(isGranted(await(std::move(waiting))));
        QCOMPARE(tell("a", "s-free slots"), "ok 0");

        auto again = mine.acquire(3);
        QVERIFY(isSubscribed("redisson_sc:{slots}", 1));
        QCOMPARE(tell("a", "s-add slots 3"), "ok");
        QVERIFY(isGranted(await(std::move(again))));
        QCOMPARE(*await(mine.availablePermits()), 0);
    }

    // One release of many permits serves waiters of both.
    void oneReleaseServesBoth()
    {
        Semaphore mine(m_interop.ours->space, LockName("slots"));
        QVERIFY(*await(mine.trySetPermits(1)));
        QVERIFY(isGranted(await(mine.tryAcquire())));
        std::vector<Pending<PermitOutcome>> ours;
        std::vector<Pending<QByteArray>> theirs;
        for (const char *thread : {"a", "b", "c"}) {
            ours.push_back(mine.acquire());
            theirs.push_back(ask(thread, "s-acquire slots 1"));
        }
        QVERIFY(isSubscribed("redisson_sc:{slots}", 2));
        QVERIFY(await(mine.release(6)));
        for (auto &pending : ours)
            QVERIFY(isGranted(await(std::move(pending))));
        for (auto &pending : theirs)
            QCOMPARE(*await(std::move(pending)), "ok");
        QCOMPARE(tell("a", "s-free slots"), "ok 0");
    }

    // Nobody knows whose permits were: those of a dead process are gone until somebody adds as
    // many.
    void theirDeathTakesPermitsAway()
    {
        Semaphore mine(m_interop.ours->space, LockName("slots"));
        QVERIFY(*await(mine.trySetPermits(2)));
        RedissonPeer mortal({m_interop.server.url()});
        QVERIFY(mortal.start());
        QCOMPARE(mortal.tell("x", "s-acquire slots 2"), "ok");
        auto ours = mine.acquire();
        auto theirs = ask("a", "s-acquire slots 1");
        QVERIFY(isSubscribed("redisson_sc:{slots}", 2));
        mortal.kill();
        QCOMPARE(await(mine.tryAcquire(1, 50ms))->status, Got::Busy);
        QVERIFY(!ours.isReady() && !theirs.isReady());
        QVERIFY(await(mine.release(2)));
        QVERIFY(isGranted(await(std::move(ours))));
        QCOMPARE(*await(std::move(theirs)), "ok");
        QCOMPARE(tell("a", "s-free slots"), "ok 0");
    }

    void bothCountALatchDown()
    {
        CountDownLatch mine(m_interop.ours->space, LockName("start"));
        QVERIFY(*await(mine.trySetCount(3)));
        QCOMPARE(tell("a", "l-set start 9"), "ok false");
        QCOMPARE(tell("a", "l-count start"), "ok 3");
        QCOMPARE(tell("a", "l-await start 50"), "ok false");
        auto theirs = ask("a", "l-await start 120000");
        auto ours = mine.wait();
        QVERIFY(isSubscribed("redisson_countdownlatch__channel__{start}", 2));
        QCOMPARE(tell("b", "l-down start"), "ok");
        QCOMPARE(*await(mine.countDown()), 1);
        QVERIFY(!ours.isReady() && !theirs.isReady());
        QCOMPARE(tell("b", "l-count start"), "ok 1");
        QCOMPARE(*await(mine.countDown()), 0);
        QCOMPARE(*await(std::move(theirs)), "ok true");
        QVERIFY(await(std::move(ours))->isOpen());
        QCOMPARE(tell("b", "l-count start"), "ok 0");
        QVERIFY(isNothingLeft());
    }

    void theyOpenALatch()
    {
        CountDownLatch mine(m_interop.ours->space, LockName("start"));
        QCOMPARE(tell("a", "l-set start 1"), "ok true");
        QVERIFY(!*await(mine.trySetCount(2)));
        QCOMPARE(await(mine.wait(50ms))->status, LatchOutcome::Status::Closed);
        auto ours = mine.wait();
        auto theirs = ask("a", "l-await start 120000");
        QVERIFY(isSubscribed("redisson_countdownlatch__channel__{start}", 2));
        QCOMPARE(tell("b", "l-down start"), "ok");
        QVERIFY(await(std::move(ours))->isOpen());
        QCOMPARE(*await(std::move(theirs)), "ok true");
        QCOMPARE(*await(mine.count()), 0);
        QVERIFY(isNothingLeft());
    }

    // The counterpart of a force-unlock.
    void weOpenALatchByForce()
    {
        CountDownLatch mine(m_interop.ours->space, LockName("start"));
        QCOMPARE(tell("a", "l-set start 7"), "ok true");
        auto theirs = ask("a", "l-await start 120000");
        QVERIFY(isSubscribed("redisson_countdownlatch__channel__{start}", 1));
        QVERIFY(*await(mine.open()));
        QCOMPARE(*await(std::move(theirs)), "ok true");
        QCOMPARE(tell("a", "l-count start"), "ok 0");
    }

    // Their deletion leaves all waiters waiting; ours opens it for them even then.
    void theyDeleteALatch()
    {
        CountDownLatch mine(m_interop.ours->space, LockName("start"));
        QVERIFY(*await(mine.trySetCount(7)));
        auto ours = mine.wait();
        auto theirs = ask("a", "l-await start 120000");
        QVERIFY(isSubscribed("redisson_countdownlatch__channel__{start}", 2));
        QCOMPARE(tell("b", "l-delete start"), "ok true");
        QCOMPARE(tell("b", "l-delete start"), "ok false");
        QCOMPARE(*await(mine.count()), 0);
        QVERIFY(!theirs.isReady());
        QVERIFY(!*await(mine.open()));
        QCOMPARE(*await(std::move(theirs)), "ok true");
        QVERIFY(await(std::move(ours))->isOpen());
    }
};

LOCKSCOPE_TEST_SUITE(TestInteropPermits)
#include "tst_interoppermits.moc"
