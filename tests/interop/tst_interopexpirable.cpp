// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/permitexpirablesemaphore.h"
#include "tests/interop/interopfixture.h"
#include "tests/support/testmain.h"

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::Lease;
using lock::Loss;
using lock::PermitExpirableSemaphore;
using lock::PermitOutcome;
using Got = PermitOutcome::Status;

// Permits with an id and an end, between this process and the real Redisson. A waiter that is not
// woken sleeps until the first end of a lease, which is far away, and misses the deadline of the
// test.
class TestInteropExpirable : public QObject
{
    Q_OBJECT

private:
    Interop m_interop;
    std::unique_ptr<PermitExpirableSemaphore> m_mine;
    const QByteArray m_taken = "{seats}:timeout"_ba;

    QByteArray tell(const QByteArray &thread, const QByteArray &command) const
    {
        return m_interop.tell(thread, command);
    }
    Pending<QByteArray> ask(const QByteArray &thread, const QByteArray &command) const
    {
        return m_interop.theirs->ask(thread, command);
    }
    // That they take, at once, with a long lease or the one that is told.
    QByteArrayList theyTake(int count, const QByteArray &lease = "120000"_ba) const
    {
        const QByteArray answer =
            tell("a", "p-acquire seats 0 " + lease + ' ' + QByteArray::number(count));
        return answer.startsWith("ok ") ? answer.mid(3).split(',') : QByteArrayList();
    }
    PermitExpirableSemaphore::Ids weTake(qint64 count, Millis lease = Interop::lease) const
    {
        const auto outcome = await(m_mine->tryAcquire(count, 0ms, Lease::of(lease)));
        return isGranted(outcome) ? outcome->ids : PermitExpirableSemaphore::Ids();
    }
    static bool isGranted(const Result<PermitOutcome> &outcome)
    {
        return outcome && outcome->isGranted();
    }
    [[nodiscard]] bool isWaitedFor(qint64 clients) const
    {
        return eventually([&] { return m_interop.subscribers("redisson_sc:{seats}") == clients; })
            && m_interop.theirs->isAsleep();
    }

    // As it stands in Redis: asking either side for it would take back what has lapsed.
    QByteArray free() const { return m_interop.run({"GET", "seats"}).bytes; }
    qint64 taken() const { return m_interop.run({"ZCARD", m_taken}).integer; }
    QByteArray end(const QByteArray &id) const
    {
        return m_interop.run({"ZSCORE", m_taken, QByteArray::fromHex(id)}).bytes;
    }
    // By the server's clock, and the clock of this machine is that of both sides too.
    bool isOver(const QByteArray &end) const
    {
        const Reply time = m_interop.run({"TIME"});
        return time.elements.at(0).bytes.toLongLong() * 1000
            + time.elements.at(1).bytes.toLongLong() / 1000
            >= end.toLongLong();
    }
    // Both sides, with the same words.
    [[nodiscard]] bool bothCount(qint64 freeOnes, qint64 takenOnes) const
    {
        return *await(m_mine->availablePermits()) == freeOnes
            && *await(m_mine->acquiredPermits()) == takenOnes
            && *await(m_mine->permits()) == freeOnes + takenOnes
            && tell("a", "p-free seats") == "ok " + QByteArray::number(freeOnes)
            && tell("a", "p-held seats") == "ok " + QByteArray::number(takenOnes)
            && tell("a", "p-all seats") == "ok " + QByteArray::number(freeOnes + takenOnes);
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
        m_mine =
            std::make_unique<PermitExpirableSemaphore>(m_interop.ours->space, LockName("seats"));
    }
    void cleanup()
    {
        m_mine.reset();
        m_interop.ours.reset();
    }

    void howManyThereAreIsCommon()
    {
        QCOMPARE(theyTake(1), QByteArrayList());
        const auto early = await(m_mine->tryAcquire());
        QCOMPARE(early->status, Got::Busy);
        QVERIFY(!early->available);

        QCOMPARE(tell("a", "p-set seats 3"), "ok true");
        QVERIFY(!*await(m_mine->trySetPermits(9)));
        QVERIFY(bothCount(3, 0));
        m_interop.run({"DEL", "seats"});
        QVERIFY(*await(m_mine->trySetPermits(4)));
        QCOMPARE(tell("a", "p-set seats 9"), "ok false");
        QVERIFY(bothCount(4, 0));

        QCOMPARE(weTake(1).size(), 1U);
        QCOMPARE(theyTake(1).size(), 1);
        QVERIFY(bothCount(2, 2));
        QCOMPARE(tell("a", "p-add seats 3"), "ok");
        QVERIFY(bothCount(5, 2));
        QCOMPARE(*await(m_mine->addPermits(-4)), 1);
        QVERIFY(bothCount(1, 2));
        QCOMPARE(tell("a", "p-total seats 1"), "ok");
        QVERIFY(bothCount(-1, 2));
        QVERIFY(!*await(m_mine->setPermits(1)));
        QVERIFY(*await(m_mine->setPermits(8)));
        QVERIFY(bothCount(6, 2));
    }

    void idsAreCommon()
    {
        QVERIFY(*await(m_mine->trySetPermits(2)));
        const auto mine = weTake(1);
        QCOMPARE(mine.size(), 1U);
        const QByteArray &ours = mine.front();
        QVERIFY(bothCount(1, 1));
        const QByteArrayList others = theyTake(1);
        QCOMPARE(others.size(), 1);
        const QByteArray &theirs = others.front();
        QCOMPARE(theirs.size(), 32);
        QVERIFY(bothCount(0, 2));
        QCOMPARE(await(m_mine->tryAcquire())->status, Got::Busy);
        QCOMPARE(await(m_mine->tryAcquire(1, 50ms))->status, Got::Busy);
        QCOMPARE(tell("a", "p-acquire seats 0 120000"), "ok");
        QCOMPARE(tell("a", "p-acquire seats 50 120000"), "ok");

        // Each prolongs and gives back what the other took, once.
        QVERIFY(*await(m_mine->leaseTime(theirs)) > patience);
        QVERIFY(*await(m_mine->updateLeaseTime(theirs, 400s)));
        QVERIFY(*await(m_mine->leaseTime(theirs)) > Interop::lease + patience);
        QCOMPARE(tell("a", "p-lease seats " + ours + " 400000"), "ok true");
        QVERIFY(*await(m_mine->leaseTime(ours)) > Interop::lease + patience);
        QCOMPARE(tell("a", "p-release seats " + ours), "ok true");
        QVERIFY(bothCount(1, 1));
        QCOMPARE(tell("a", "p-release seats " + ours), "ok false");
        QVERIFY(!*await(m_mine->tryRelease(ours)));
        QVERIFY(*await(m_mine->tryRelease(theirs)));
        QVERIFY(!*await(m_mine->tryRelease(theirs)));
        QCOMPARE(tell("a", "p-release seats " + theirs), "ok false");
        QCOMPARE(tell("a", "p-lease seats " + theirs + " 400000"), "ok false");
        QVERIFY(bothCount(2, 0));
    }

    void endlessIsCommon()
    {
        QVERIFY(*await(m_mine->trySetPermits(2)));
        const auto mine = await(m_mine->tryAcquire());
        QVERIFY(isGranted(mine));
        const QByteArrayList theirs = theyTake(1, "-1");
        QCOMPARE(theirs.size(), 1);
        QCOMPARE(end(mine->ids.front()), end(theirs.front()));
        QVERIFY(!*await(m_mine->leaseTime(theirs.front())));
        QVERIFY(bothCount(0, 2));
        QCOMPARE(tell("a", "p-release seats " + mine->ids.front()), "ok true");
        QVERIFY(*await(m_mine->tryRelease(theirs.front())));
        QVERIFY(bothCount(2, 0));
    }

    void nobodyGivesBackWhatIsNotTaken()
    {
        PermitExpirableSemaphore elsewhere(m_interop.ours->space, LockName("beds"));
        QVERIFY(*await(elsewhere.trySetPermits(1)));
        const auto bed = await(elsewhere.tryAcquire(1, 0ms, Lease::of(Interop::lease)));
        QVERIFY(isGranted(bed));
        QVERIFY(*await(m_mine->trySetPermits(2)));
        QCOMPARE(weTake(1).size(), 1U);
        for (const QByteArray &id : {QByteArray(32, '0'), QByteArray(32, 'f'), bed->ids.front()}) {
            QCOMPARE(tell("a", "p-release seats " + id), "ok false");
            QVERIFY(!*await(m_mine->tryRelease(id)));
            QCOMPARE(tell("a", "p-lease seats " + id + " 400000"), "ok false");
            QVERIFY(!*await(m_mine->updateLeaseTime(id, 400s)));
        }
        QVERIFY(bothCount(1, 1));
        QVERIFY(*await(elsewhere.tryRelease(bed->ids.front())));
    }

    void severalAtATime()
    {
        QVERIFY(*await(m_mine->trySetPermits(5)));
        const QByteArrayList theirs = theyTake(3);
        QCOMPARE(std::set<QByteArray>(theirs.begin(), theirs.end()).size(), 3U);
        QCOMPARE(await(m_mine->tryAcquire(3))->status, Got::Busy);
        const auto ours = weTake(2);
        QCOMPARE(ours.size(), 2U);
        QCOMPARE(theyTake(1), QByteArrayList());
        QVERIFY(bothCount(0, 5));
        QCOMPARE(*await(m_mine->tryRelease({theirs.begin(), theirs.end()})), 3);
        QCOMPARE(theyTake(4), QByteArrayList());
        if (RedissonPeer::isNew()) { // before 3.41 it gives back those that there are
            QCOMPARE(tell("a", "p-release seats " + ours[0] + ',' + theirs[0]), "ok 0");
            QCOMPARE(*await(m_mine->tryRelease({ours[0], theirs[0]})), 0);
        }
        QVERIFY(bothCount(3, 2));
        QCOMPARE(tell("a", "p-release seats " + ours[0] + ',' + ours[1]), "ok 2");
        QVERIFY(bothCount(5, 0));
    }

    void weWakeThem()
    {
        QCOMPARE(tell("a", "p-set seats 1"), "ok true");
        const auto taken = weTake(1);
        QCOMPARE(taken.size(), 1U);
        auto waiting = ask("a", "p-acquire seats 120000 120000");
        QVERIFY(isWaitedFor(1));
        QVERIFY(!waiting.isReady());
        QVERIFY(*await(m_mine->tryRelease(taken.front())));
        QCOMPARE(await(std::move(waiting))->size(), 35);

        // Before 3.51 a waiter there for more than one permit is not woken (redisson#6664).
        const int count = RedissonPeer::isNew() ? 2 : 1;
        auto again = ask("a", "p-acquire seats 120000 120000 " + QByteArray::number(count));
        QVERIFY(isWaitedFor(1));
        QVERIFY(!again.isReady());
        QVERIFY(await(m_mine->addPermits(count)));
        QCOMPARE(await(std::move(again))->size(), 2 + 33 * count);
        QVERIFY(bothCount(0, 1 + count));
    }

    void theyWakeUs()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const QByteArrayList taken = theyTake(1);
        QCOMPARE(taken.size(), 1);
        auto waiting = m_mine->acquire(1, Lease::of(Interop::lease));
        QVERIFY(isWaitedFor(1));
        QVERIFY(!waiting.isReady());
        QCOMPARE(tell("a", "p-release seats " + taken.front()), "ok true");
        QVERIFY(isGranted(await(std::move(waiting))));

        auto again = m_mine->acquire(2, Lease::of(Interop::lease));
        QVERIFY(isWaitedFor(1));
        QVERIFY(!again.isReady());
        QCOMPARE(tell("a", "p-add seats 2"), "ok");
        QVERIFY(isGranted(await(std::move(again))));
        QVERIFY(bothCount(0, 3));
    }

    void oneReleaseServesBoth_data()
    {
        QTest::addColumn<bool>("isOurs");
        QTest::newRow("ours") << true;
        QTest::newRow("theirs") << false;
    }
    void oneReleaseServesBoth()
    {
        QFETCH(const bool, isOurs);
        QVERIFY(*await(m_mine->trySetPermits(6)));
        const auto mine = isOurs ? weTake(6) : PermitExpirableSemaphore::Ids();
        const auto others = isOurs ? QByteArrayList() : theyTake(6);
        QCOMPARE(taken(), 6);
        std::vector<Pending<PermitOutcome>> ours;
        std::vector<Pending<QByteArray>> theirs;
        for (const char *thread : {"a", "b", "c"}) {
            ours.push_back(m_mine->acquire(1, Lease::of(Interop::lease)));
            theirs.push_back(ask(thread, "p-acquire seats 120000 120000"));
        }
        QVERIFY(isWaitedFor(2));
        if (isOurs)
            QCOMPARE(*await(m_mine->tryRelease(mine)), 6);
        else
            QCOMPARE(tell("d", "p-release seats " + others.join(',')), "ok 6");
        for (auto &pending : ours)
            QVERIFY(isGranted(await(std::move(pending))));
        for (auto &pending : theirs)
            QCOMPARE(await(std::move(pending))->size(), 35);
        QVERIFY(bothCount(0, 6));
    }

    // Nothing is announced when a lease ends: waiters have been told the time before.
    void weGetWhatTheirsLeaves()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const QByteArrayList theirs = theyTake(1, "1000");
        QCOMPARE(theirs.size(), 1);
        const QByteArray ends = end(theirs.front());
        QVERIFY(!ends.isEmpty());
        auto ours = m_mine->acquire(1, Lease::of(Interop::lease));
        QVERIFY(isGranted(await(std::move(ours))));
        QVERIFY(isOver(ends));
        QCOMPARE(tell("a", "p-release seats " + theirs.front()), "ok false");
        QCOMPARE(tell("a", "p-lease seats " + theirs.front() + " 400000"), "ok false");
        QVERIFY(bothCount(0, 1));
    }

    void theyGetWhatOursLeaves()
    {
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const QByteArray &, Loss loss) { lost = loss; });
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const auto ours = weTake(1, 1s);
        QCOMPARE(ours.size(), 1U);
        const QByteArray ends = end(ours.front());
        QVERIFY(!ends.isEmpty());
        QCOMPARE(tell("a", "p-acquire seats 120000 120000").size(), 35);
        QVERIFY(isOver(ends));
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::Expired);
        QVERIFY(!m_mine->validUntil(ours.front()));
        QVERIFY(!*await(m_mine->tryRelease(ours.front())));
        QVERIFY(!*await(m_mine->updateLeaseTime(ours.front(), 400s)));
        QVERIFY(bothCount(0, 1));
    }

    void whoeverCountsTakesBackWhatLapsed_data()
    {
        QTest::addColumn<bool>("isOurs");
        QTest::newRow("we count") << true;
        QTest::newRow("they count") << false;
    }
    void whoeverCountsTakesBackWhatLapsed()
    {
        QFETCH(const bool, isOurs);
        QVERIFY(*await(m_mine->trySetPermits(3)));
        QCOMPARE(weTake(1).size(), 1U);
        const auto ours = weTake(1, 500ms);
        const auto theirs = theyTake(1, "500");
        QCOMPARE(ours.size(), 1U);
        QCOMPARE(theirs.size(), 1);
        const QByteArray last = std::max(end(ours.front()), end(theirs.front()));
        QVERIFY(eventually([&] { return isOver(last); }));
        QCOMPARE(free(), "0");
        QCOMPARE(taken(), 3);
        if (isOurs)
            QCOMPARE(*await(m_mine->availablePermits()), 2);
        else
            QCOMPARE(tell("a", "p-free seats"), "ok 2");
        QCOMPARE(free(), "2");
        QCOMPARE(taken(), 1);
        QVERIFY(bothCount(2, 1));
        QCOMPARE(tell("a", "p-release seats " + theirs.front()), "ok false");
        QVERIFY(!*await(m_mine->tryRelease(ours.front())));
        QVERIFY(bothCount(2, 1));
    }

    // The counterpart of a force-unlock: an id is all that it needs.
    void eachTakesTheOthersAway()
    {
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const QByteArray &, Loss loss) { lost = loss; });
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const auto mine = await(m_mine->tryAcquire(1, 0ms, Lease::watchdog(6s)));
        QVERIFY(isGranted(mine));
        auto theirs = ask("a", "p-acquire seats 120000 120000");
        QVERIFY(isWaitedFor(1));
        QVERIFY(!theirs.isReady());
        QCOMPARE(tell("b", "p-release seats " + mine->ids.front()), "ok true");
        const QByteArray answer = *await(std::move(theirs));
        QCOMPARE(answer.size(), 35);
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::TakenAway);
        QVERIFY(!*await(m_mine->tryRelease(mine->ids.front())));

        auto ours = m_mine->acquire(1, Lease::of(Interop::lease));
        QVERIFY(isWaitedFor(1));
        QVERIFY(!ours.isReady());
        QVERIFY(*await(m_mine->tryRelease(answer.mid(3))));
        QVERIFY(isGranted(await(std::move(ours))));
        QCOMPARE(tell("a", "p-release seats " + answer.mid(3)), "ok false");
        QVERIFY(bothCount(0, 1));
    }

    // Redisson renews no permit: the permits of its dead process expire, and go to the waiters.
    void theirDeathIsSurvived()
    {
        QVERIFY(*await(m_mine->trySetPermits(2)));
        RedissonPeer mortal({m_interop.server.url()});
        QVERIFY(mortal.start());
        QCOMPARE(mortal.tell("x", "p-acquire seats 0 4000 2").size(), 68);
        auto ours = m_mine->acquire(1, Lease::of(Interop::lease));
        auto theirs = ask("a", "p-acquire seats 120000 120000");
        QVERIFY(isWaitedFor(2));
        QVERIFY(!ours.isReady() && !theirs.isReady());
        mortal.kill();
        QVERIFY(isGranted(await(std::move(ours))));
        QCOMPARE(await(std::move(theirs))->size(), 35);
        QVERIFY(bothCount(0, 2));
    }

    // Ours are renewed, as often as it takes.
    void oursLastsAsLongAsWeHoldIt()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        m_mine->setLostHandler([](const QByteArray &, Loss) { QFAIL("lost"); });
        const auto mine = await(m_mine->tryAcquire(1, 0ms, Lease::watchdog(3s)));
        QVERIFY(isGranted(mine));
        QCOMPARE(tell("a", "p-acquire seats 7000 120000"), "ok"); // none, for twice our lease
        QVERIFY(bothCount(0, 1));
        QVERIFY(*await(m_mine->tryRelease(mine->ids.front())));
        QCOMPARE(tell("a", "p-acquire seats 0 120000").size(), 35);
    }
};

LOCKSCOPE_TEST_SUITE(TestInteropExpirable)
#include "tst_interopexpirable.moc"
