// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/countdownlatch.h"
#include "core/lock/permitexpirablesemaphore.h"
#include "core/lock/semaphore.h"
#include "tests/interop/interopfixture.h"
#include "tests/interop/race.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::CountDownLatch;
using lock::LatchOutcome;
using lock::Lease;
using lock::PermitExpirableSemaphore;
using lock::PermitOutcome;
using lock::Semaphore;
using Got = PermitOutcome::Status;

// Semaphores, with and without ids, and count-down latches between this process and the real
// Redisson. Java waits for
// them without limit: who is not woken there misses the deadline of the test.
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

    // In and out of the semaphore, as the peer's Race does.
    QCoro::Task<> pass(TaskScope *scope, Semaphore *semaphore, Instant end,
                       std::vector<Turn> *turns, int *running)
    {
        const auto now = [] { return std::chrono::steady_clock::now(); };
        while (now() < end) {
            auto taking = semaphore->acquire();
            const auto taken = co_await scope->wait(std::move(taking), 60s);
            if (!isGranted(taken))
                co_return; // never over
            Turn turn{"semaphore", now().time_since_epoch().count(), 0, {}};
            (void)co_await scope->sleep(1ms);
            turn.left = now().time_since_epoch().count();
            turns->push_back(turn);
            auto giving = semaphore->release();
            if (!co_await scope->wait(std::move(giving), 60s))
                co_return;
        }
        --*running;
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

    void permitsAreConservedInARace()
    {
        constexpr int permits = 5;
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"turns"_s);
        const Millis time = RedissonPeer::isNew() ? 8s : 4s;
        Semaphore mine(m_interop.ours->space, LockName("slots"));
        QVERIFY(*await(mine.trySetPermits(permits)));
        auto theirs = ask("race",
                          "race semaphore slots 20 " + QByteArray::number(time.count()) + ' '
                              + file.toUtf8());
        int running = 20;
        std::vector<Turn> turns;
        TaskScope scope("race");
        const Instant end = std::chrono::steady_clock::now() + time;
        for (int i = 0; i < 20; ++i)
            (void)scope.start([&] { return pass(&scope, &mine, end, &turns, &running); });
        QVERIFY(eventually([&] { return running == 0 && theirs.isReady(); }, time + 60s));
        QVERIFY(theirs.take()->startsWith("ok"));
        const auto others = turnsFrom(file);
        qInfo("%zu turns here, %zu there", turns.size(), others.size());
        QVERIFY(!turns.empty());
        QVERIFY(!others.empty());
        turns.insert(turns.end(), others.begin(), others.end());
        const QString violation = violationIn(turns, permits);
        QVERIFY2(violation.isEmpty(), qPrintable(violation));
        QCOMPARE(*await(mine.availablePermits()), permits);
        QCOMPARE(tell("a", "s-free slots"), "ok 5");
    }

    void permitIdsAreCommon()
    {
        PermitExpirableSemaphore mine(m_interop.ours->space, LockName("seats"));
        QVERIFY(*await(mine.trySetPermits(2)));
        QCOMPARE(tell("a", "p-set seats 9"), "ok false");
        const auto first = await(mine.tryAcquire(1, 0ms, Lease::of(Interop::lease)));
        QVERIFY(isGranted(first));
        const QByteArray ours = first->ids.at(0);
        QCOMPARE(tell("a", "p-held seats"), "ok 1");
        QCOMPARE(tell("a", "p-free seats"), "ok 1");
        const QByteArray theirs = tell("a", "p-acquire seats 0 120000").mid(3);
        QCOMPARE(theirs.size(), 32);
        QCOMPARE(*await(mine.acquiredPermits()), 2);
        QCOMPARE(await(mine.tryAcquire())->status, Got::Busy);
        QCOMPARE(tell("a", "p-acquire seats 50 120000"), "ok");

        // Each prolongs and gives back what the other took, once.
        QVERIFY(*await(mine.leaseTime(theirs)) > patience);
        QVERIFY(*await(mine.updateLeaseTime(theirs, 400s)));
        QVERIFY(*await(mine.leaseTime(theirs)) > Interop::lease + patience);
        QCOMPARE(tell("a", "p-lease seats " + ours + " 400000"), "ok true");
        QVERIFY(*await(mine.leaseTime(ours)) > Interop::lease + patience);
        QCOMPARE(tell("a", "p-release seats " + ours), "ok true");
        QCOMPARE(tell("a", "p-release seats " + ours), "ok false");
        QVERIFY(!*await(mine.tryRelease(ours)));
        QVERIFY(*await(mine.tryRelease(theirs)));
        QVERIFY(!*await(mine.tryRelease(theirs)));
        QCOMPARE(tell("a", "p-release seats " + theirs), "ok false");
        QCOMPARE(*await(mine.availablePermits()), 2);
        QCOMPARE(tell("a", "p-held seats"), "ok 0");

        const auto endless = await(mine.tryAcquire());
        QVERIFY(isGranted(endless));
        QCOMPARE(tell("a", "p-held seats"), "ok 1");
        QCOMPARE(tell("a", "p-release seats " + endless->ids.at(0)), "ok true");
    }

    void permitsAreHandedOver()
    {
        PermitExpirableSemaphore mine(m_interop.ours->space, LockName("seats"));
        QCOMPARE(tell("a", "p-set seats 1"), "ok true");
        const auto taken = await(mine.tryAcquire(1, 0ms, Lease::of(Interop::lease)));
        QVERIFY(isGranted(taken));
        auto theirs = ask("a", "p-acquire seats 120000 120000");
        QVERIFY(isSubscribed("redisson_sc:{seats}", 1));
        QVERIFY(!theirs.isReady());
        QVERIFY(*await(mine.tryRelease(taken->ids.at(0))));
        const QByteArray answer = *await(std::move(theirs));
        QCOMPARE(answer.size(), 35);

        auto ours = mine.acquire(1, Lease::of(Interop::lease));
        QVERIFY(isSubscribed("redisson_sc:{seats}", 1));
        QVERIFY(!ours.isReady());
        QCOMPARE(tell("a", "p-release seats " + answer.mid(3)), "ok true");
        QVERIFY(isGranted(await(std::move(ours))));
        QCOMPARE(tell("a", "p-free seats"), "ok 0");
    }

    // Redisson renews no permit: what its process leaves behind lapses. Ours are renewed.
    void permitsOutliveTheirHoldersByTheirLease()
    {
        PermitExpirableSemaphore mine(m_interop.ours->space, LockName("seats"));
        QVERIFY(*await(mine.trySetPermits(1)));
        RedissonPeer mortal({m_interop.server.url()});
        QVERIFY(mortal.start());
        QVERIFY(mortal.tell("x", "p-acquire seats 0 4000").startsWith("ok "));
        auto ours = mine.acquire(1, Lease::watchdog(3s));
        QVERIFY(isSubscribed("redisson_sc:{seats}", 1));
        mortal.kill();
        const auto granted = await(std::move(ours));
        QVERIFY(isGranted(granted));
        QCOMPARE(tell("a", "p-acquire seats 7000 4000"), "ok"); // none, for twice our lease
        QVERIFY(*await(mine.tryRelease(granted->ids.at(0))));
        QVERIFY(tell("a", "p-acquire seats 0 4000").startsWith("ok "));
        QVERIFY(isGranted(await(mine.tryAcquire(1, 60s))));
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
};

LOCKSCOPE_TEST_MAIN(TestInteropPermits)
#include "tst_interoppermits.moc"
