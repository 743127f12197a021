// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/blocking/waitgraph.h"
#include "tests/core/insight/blocking/naivewaits.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>
#include <QTest>

#include <map>
#include <set>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using lockscope::test::Naive;
using namespace std::chrono_literals;

namespace {

const Instant start = Instant(1h);

struct Maker {
    LockRecord record;

    explicit Maker(const QByteArray &name, const QByteArray &kind = "fair")
    {
        record.id = {0, LockName(name)};
        record.kind = kind;
        record.library = "redisson";
        record.waiters.emplace();
    }
    Maker &heldBy(const QByteArray &owner, Mode mode = Mode::Exclusive, bool stale = false)
    {
        HoldRecord hold;
        hold.owner = OwnerId(owner);
        hold.mode = mode;
        hold.stale = stale;
        record.holds.push_back(hold);
        return *this;
    }
    Maker &waitedForBy(const QByteArray &owner, bool stale = false)
    {
        WaiterRecord waiter;
        waiter.owner = OwnerId(owner);
        waiter.position = static_cast<int>(record.waiters->size()) + 1;
        waiter.stale = stale;
        record.waiters->push_back(waiter);
        return *this;
    }
    Maker &connections(qint64 count)
    {
        record.waiters.reset();
        record.waitingConnections = count;
        return *this;
    }
    LockPointer made() const { return std::make_shared<const LockRecord>(record); }
};

OwnWaiter own(const QByteArray &owner, const QByteArray &lock, Mode mode = Mode::Exclusive,
              bool reentrant = true, Millis ago = 0s)
{
    return {OwnerId(owner), {0, LockName(lock)}, start - ago, mode, reentrant};
}

WaitGraph graphOf(const std::vector<LockPointer> &locks, const std::vector<OwnWaiter> &waiters = {})
{
    return waitGraph(locks, waiters, WaitMeter(), start);
}

QByteArray nameOf(const WaitGraph &graph, int owner)
{
    return graph.owners[std::size_t(owner)].id.bytes;
}

// "A(x) B(y)": A waits for x, which B holds.
QByteArray text(const WaitGraph &graph, const WaitGraph::Cycle &cycle)
{
    QByteArrayList steps;
    for (const auto &step : cycle.steps)
        steps += nameOf(graph, step.owner) + "(" + graph.locks[std::size_t(step.lock)].id.name.bytes
            + ")";
    return steps.join(' ');
}

QByteArray cyclesOf(const WaitGraph &graph)
{
    QByteArrayList all;
    for (const auto &cycle : graph.cycles)
        all += text(graph, cycle);
    return all.join(", ");
}

const WaitGraph::Blocker *blocker(const WaitGraph &graph, const QByteArray &owner)
{
    for (const auto &one : graph.blockers) {
        if (nameOf(graph, one.owner) == owner)
            return &one;
    }
    return nullptr;
}

} // namespace

class TestWaitGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aQueueWaitsForTheHolder()
    {
        const auto graph =
            graphOf({Maker("x").heldBy("A").waitedForBy("B").waitedForBy("C").made()});
        QCOMPARE(graph.blockers.size(), std::size_t(1));
        QCOMPARE(nameOf(graph, graph.blockers[0].owner), QByteArray("A"));
        QVERIFY(graph.blockers[0].isRoot && !graph.blockers[0].isInCycle);
        QCOMPARE(graph.blockers[0].waiters, std::size_t(2));
        QVERIFY(graph.cycles.empty());
        QVERIFY(!graph.waits[0].waited); // since when is not known
    }

    void chainsAddUpAtTheirRoot()
    {
        const auto graph = graphOf({Maker("x").heldBy("A").waitedForBy("B").made(),
                                    Maker("y").heldBy("B").waitedForBy("C").waitedForBy("D").made(),
                                    Maker("z").heldBy("C").made()});
        QCOMPARE(graph.locks.size(), std::size_t(2)); // nobody waits for z
        QCOMPARE(nameOf(graph, graph.blockers.front().owner), QByteArray("A"));
        QCOMPARE(graph.blockers.front().waiters, std::size_t(1));
        QCOMPARE(graph.blockers.front().allWaiters, std::size_t(3));
        QVERIFY(!blocker(graph, "B")->isRoot);
        QCOMPARE(blocker(graph, "B")->waiters, std::size_t(2));
        QCOMPARE(blocker(graph, "C"), nullptr);
    }

    void aCircleIsADeadlock()
    {
        const auto graph = graphOf({Maker("x").heldBy("A").waitedForBy("B").made(),
                                    Maker("y").heldBy("B").waitedForBy("C").made(),
                                    Maker("z").heldBy("C").waitedForBy("A").made(),
                                    Maker("q").heldBy("B").waitedForBy("E").made()});
        QCOMPARE(cyclesOf(graph), QByteArray("A(z) C(y) B(x)"));
        QCOMPARE(graph.cycles[0].owners, std::size_t(3));
        QVERIFY(blocker(graph, "A")->isInCycle && blocker(graph, "A")->isRoot);
        QCOMPARE(blocker(graph, "A")->allWaiters, std::size_t(4)); // all of it
    }

    void theShortestCircleIsTold()
    {
        // A long way round, and a short one through two of its owners.
        const auto graph = graphOf({Maker("a").heldBy("A").waitedForBy("B").made(),
                                    Maker("b").heldBy("B").waitedForBy("C").made(),
                                    Maker("c").heldBy("C").waitedForBy("D").made(),
                                    Maker("d").heldBy("D").waitedForBy("A").made(),
                                    Maker("e").heldBy("C").waitedForBy("B").made()});
        QCOMPARE(cyclesOf(graph), QByteArray("B(e) C(b)"));
        QCOMPARE(graph.cycles[0].owners, std::size_t(4));
    }

    void ownersAreTheSameOnEveryServer()
    {
        Maker far("x");
        far.record.id.deployment = {7};
        far.record.serverId = {7};
        const auto graph = graphOf({Maker("x").heldBy("A").waitedForBy("B").made(),
                                    far.heldBy("B").waitedForBy("A").made()});
        QCOMPARE(graph.cycles.size(), std::size_t(1));
        QCOMPARE(graph.cycles[0].steps.size(), std::size_t(2));
    }

    void readersWaitForTheWriter()
    {
        const auto lock = Maker("x", "read-write").heldBy("W", Mode::Write).made();
        const auto graph = graphOf({lock}, {own("R", "x", Mode::Read)});
        QCOMPARE(blocker(graph, "W")->waiters, std::size_t(1));
        // For other readers nobody waits.
        const auto reading = Maker("x", "read-write").heldBy("Q", Mode::Read).made();
        QVERIFY(graphOf({reading}, {own("R", "x", Mode::Read)}).blockers.empty());
    }

    void aWriterWaitsForAllReaders()
    {
        const auto lock = Maker("x", "read-write")
                              .heldBy("P", Mode::Read)
                              .heldBy("Q", Mode::Read)
                              .heldBy("dead", Mode::Read, true)
                              .made();
        // Q waits for a lock that the writer holds: one of two readers is enough for a deadlock.
        const auto graph = graphOf({lock, Maker("y").heldBy("W").waitedForBy("Q").made()},
                                   {own("W", "x", Mode::Write)});
        QCOMPARE(cyclesOf(graph), QByteArray("Q(y) W(x)"));
        QVERIFY(blocker(graph, "P") && blocker(graph, "Q") && !blocker(graph, "dead"));
        QCOMPARE(graph.dead.size(), std::size_t(1));
        QVERIFY(!graph.dead[0].isWaiter);
        QVERIFY(graphOf({Maker("p", "permit-expirable-semaphore")
                             .heldBy("expired", Mode::Exclusive, true)
                             .made()})
                    .dead.empty());
        QVERIFY(!blocker(graph, "P")->connections); // not told, which is not none
    }

    void whoWaitsForHimself_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("held");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<bool>("reentrant");
        QTest::addColumn<bool>("deadlock");
        const auto row = [](const char *name, const char *kind, Mode held, Mode wanted,
                            bool reentrant, bool deadlock) {
            QTest::newRow(name) << QByteArray(kind) << int(held) << int(wanted) << reentrant
                                << deadlock;
        };
        row("enters again", "reentrant", Mode::Exclusive, Mode::Exclusive, true, false);
        row("cannot enter again", "string", Mode::Exclusive, Mode::Exclusive, false, true);
        row("reads what he writes", "read-write", Mode::Write, Mode::Read, true, false);
        row("writes what he reads", "read-write", Mode::Read, Mode::Write, true, true);
        row("reads again", "read-write", Mode::Read, Mode::Read, true, false);
    }
    void whoWaitsForHimself()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const int, held);
        QFETCH(const int, wanted);
        QFETCH(const bool, reentrant);
        QFETCH(const bool, deadlock);
        const auto graph = graphOf({Maker("x", kind).heldBy("A", Mode(held)).made()},
                                   {own("A", "x", Mode(wanted), reentrant)});
        QCOMPARE(cyclesOf(graph), deadlock ? QByteArray("A(x)") : QByteArray());
        QCOMPARE(graph.blockers.size(), std::size_t(deadlock));
    }

    void theDeadAreListedOnly()
    {
        const auto graph = graphOf({Maker("x").heldBy("A").waitedForBy("B", true).made(),
                                    Maker("y").heldBy("B").waitedForBy("A").made()});
        QVERIFY(graph.cycles.empty());
        QVERIFY(!blocker(graph, "A"));
        QCOMPARE(graph.dead.size(), std::size_t(1));
        QVERIFY(graph.dead[0].isWaiter);
        QCOMPARE(graph.dead[0].owner.bytes, QByteArray("B"));
    }

    void permitsBlockNobody()
    {
        const auto graph = graphOf({Maker("x", "permit-expirable-semaphore").heldBy("A").made(),
                                    Maker("y").heldBy("B").waitedForBy("A").made()},
                                   {own("B", "x")});
        QVERIFY(graph.cycles.empty());
        QCOMPARE(graph.locks.size(), std::size_t(2)); // it is waited for all the same
    }

    void ourOwnWaiterInTheQueueCountsOnce()
    {
        const auto graph = graphOf({Maker("x").heldBy("A").waitedForBy("B").made()},
                                   {own("B", "x", Mode::Exclusive, true, 5s)});
        QCOMPARE(graph.waits.size(), std::size_t(1));
        QCOMPARE(*graph.waits[0].waited, Millis(5000));
    }

    void ourOwnWaiterOfAnUnseenLock()
    {
        const auto graph = graphOf({}, {own("B", "x")});
        QCOMPARE(graph.waits.size(), std::size_t(1));
        QVERIFY(!graph.locks[0].lock);
        QVERIFY(graph.blockers.empty());
    }

    void waitingIsMeasured()
    {
        WaitMeter meter;
        Maker queue("x");
        queue.heldBy("A").waitedForBy("B");
        meter.note({0, LockName("x")}, queue.made(), start);
        queue.waitedForBy("C");
        meter.note({0, LockName("x")}, queue.made(), start + 4s);
        const auto graph = waitGraph({queue.made()}, {}, meter, start + 10s);
        QCOMPARE(*graph.waits[0].waited, Millis(10'000));
        QCOMPARE(*graph.waits[1].waited, Millis(6000));
        QCOMPARE(graph.blockers[0].waited, Millis(16'000));
        // The wait of an owner that left and came back starts anew.
        Maker other("x");
        meter.note({0, LockName("x")}, other.heldBy("A").waitedForBy("C").made(), start + 11s);
        QVERIFY(!meter.queue({0, LockName("x")}).since(OwnerId("B")));
        meter.note({0, LockName("x")}, queue.made(), start + 12s);
        QCOMPARE(*meter.queue({0, LockName("x")}).since(OwnerId("B")), start + 12s);
        QCOMPARE(*meter.queue({0, LockName("x")}).since(OwnerId("C")), start + 4s);
        meter.note({0, LockName("x")}, nullptr, start + 13s);
        QCOMPARE(meter.size(), std::size_t(0));
    }

    // A picture of then is no older for having been looked at later; a wait of ours goes on.
    void timeOutOfSightIsNoWaitingTime()
    {
        WaitMeter meter;
        const auto queue = Maker("x").heldBy("A").waitedForBy("B").made();
        const auto counted = Maker("y", "reentrant").heldBy("A").connections(2).made();
        meter.note(queue->id, queue, start);
        meter.note(counted->id, counted, start);
        watch::ServerRecord server;
        server.deployment = queue->id.deployment;
        server.lostAt = start + 10s;
        watch::ServerRecord other = server; // of the same deployment
        other.lostAt = start + 30s;
        const auto lost = lostAtOf({{watch::ServerId{1}, other}, {watch::ServerId{2}, server}});
        const auto graph = waitGraph({queue, counted}, {own("C", "x")}, meter, start + 60s, lost);
        for (const auto &wait : graph.waits)
            QCOMPARE(*wait.waited, nameOf(graph, wait.owner) == "B" ? Millis(10s) : Millis(60s));
        QCOMPARE(graph.blockers.front().connectionTime, Millis(20s));
        QCOMPARE(graph.locks.front().unseenFor, Millis(50s));
        QCOMPARE(waitGraph({queue}, {}, meter, start + 60s).locks.front().unseenFor, Millis(0));
        // One that was noted as the server went.
        meter.note(counted->id, counted, start + 11s);
        const auto later = waitGraph({counted}, {}, meter, start + 60s, lost);
        QCOMPARE(later.blockers.front().connectionTime, Millis(22s));
    }

    // Seconds of connections are another unit, and never part of the sum.
    void connectionSecondsStandAlone()
    {
        WaitMeter meter;
        const LockId id{0, LockName("x")};
        meter.note(id, Maker("x", "reentrant").heldBy("A").connections(2).made(), start);
        meter.note(id, Maker("x", "reentrant").heldBy("A").connections(5).made(), start + 10s);
        const auto last = Maker("x", "reentrant").heldBy("A").connections(5).made();
        const auto graph = waitGraph({last}, {}, meter, start + 12s);
        QCOMPARE(graph.blockers.size(), std::size_t(1));
        QCOMPARE(graph.blockers[0].connectionTime, Millis(30'000));
        QVERIFY(graph.blockers[0].connections == 5);
        QCOMPARE(graph.blockers[0].waiters, std::size_t(0));
        QCOMPARE(graph.blockers[0].allWaited, Millis(0));
        meter.note(id, Maker("x", "reentrant").heldBy("A").connections(0).made(), start + 20s);
        QCOMPARE(meter.size(), std::size_t(0));
        // Numbers that no server reaches do not overflow.
        meter.note(id, Maker("x").connections(std::numeric_limits<qint64>::max()).made(), start);
        QVERIFY(meter.connectionTime(id, start + std::chrono::hours(24 * 365 * 100)) > Millis(0));
    }

    void theWorstComesFirst()
    {
        WaitMeter meter;
        const auto note = [&](const LockPointer &lock, Millis ago) {
            meter.note(lock->id, lock, start - ago);
            return lock;
        };
        const std::vector<LockPointer> locks{
            note(Maker("many").heldBy("A").waitedForBy("1").waitedForBy("2").made(), 1s),
            note(Maker("long").heldBy("B").waitedForBy("3").made(), 60s),
            note(Maker("lines").heldBy("C").connections(100).made(), 60s)};
        const auto graph = waitGraph(locks, {}, meter, start);
        QByteArrayList order;
        for (const auto &one : graph.blockers)
            order += nameOf(graph, one.owner);
        QCOMPARE(order.join(), QByteArray("BAC"));
        QByteArrayList byLock;
        for (const int lock : costliestLocks(graph))
            byLock += graph.locks[std::size_t(lock)].id.name.bytes;
        QCOMPARE(byLock.join(' '), QByteArray("long many lines"));
    }

    void equalsTheNaiveGraph()
    {
        QRandomGenerator random(11);
        int knots = 0;
        for (int round = 0; round < 1500; ++round) {
            const int owners = random.bounded(1, 9);
            const auto someone = [&] { return QByteArray::number(random.bounded(owners)); };
            std::vector<LockPointer> locks;
            std::vector<OwnWaiter> waiters;
            Naive naive;
            for (int i = 0; i < random.bounded(1, 8); ++i) {
                const QByteArray name = "lock" + QByteArray::number(i);
                const bool shared = random.bounded(3) == 0;
                const bool isString = !shared && random.bounded(4) == 0;
                Maker lock(name, shared ? "read-write" : isString ? "string" : "fair");
                if (shared) {
                    for (int n = random.bounded(4); n > 0; --n)
                        lock.heldBy(someone(), random.bounded(5) == 0 ? Mode::Write : Mode::Read,
                                    random.bounded(6) == 0);
                } else if (random.bounded(5) > 0) {
                    lock.heldBy(someone());
                }
                std::set<QByteArray> waiting;
                for (int n = random.bounded(4); n > 0; --n)
                    waiting.insert(someone());
                for (const QByteArray &waiter : waiting) {
                    const Mode mode = !shared    ? Mode::Exclusive
                        : random.bounded(2) == 0 ? Mode::Read
                                                 : Mode::Write;
                    if (shared)
                        waiters.push_back(own(waiter, name, mode));
                    else
                        lock.waitedForBy(waiter);
                    naive.add(lock.record, waiter, mode, !isString);
                }
                locks.push_back(lock.made());
            }
            naive.close();
            compare(graphOf(locks, waiters), naive);
            if (QTest::currentTestFailed())
                return;
            knots += int(naive.circles().size());
        }
        QVERIFY2(knots > 300, qPrintable(QString::number(knots)));
    }

    void aLongRingIsNoTroubleForTheStack()
    {
        constexpr int size = 50'000;
        std::vector<LockPointer> locks;
        for (int i = 0; i < size; ++i)
            locks.push_back(Maker(QByteArray::number(i))
                                .heldBy(QByteArray::number(i))
                                .waitedForBy(QByteArray::number((i + 1) % size))
                                .made());
        const auto graph = graphOf(locks);
        QCOMPARE(graph.cycles.size(), std::size_t(1));
        QCOMPARE(graph.cycles[0].steps.size(), std::size_t(size));
        QVERIFY(!graph.cycles[0].isShortest); // not every start was tried
    }

private:
    void compare(const WaitGraph &graph, const Naive &naive)
    {
        QCOMPARE(graph.waits.size(), naive.waits.size());
        std::multiset<int> lengths;
        for (const auto &cycle : graph.cycles) {
            lengths.insert(int(cycle.steps.size()));
            QVERIFY(cycle.isShortest);
            // Each step is a wait for a lock that the next one holds.
            for (std::size_t i = 0; i < cycle.steps.size(); ++i) {
                const auto &step = cycle.steps[i];
                const auto &next = cycle.steps[(i + 1) % cycle.steps.size()];
                const auto &lock = graph.locks[std::size_t(step.lock)];
                QVERIFY(std::find(lock.holders.begin(), lock.holders.end(), next.owner)
                        != lock.holders.end());
                QVERIFY(std::any_of(lock.waits.begin(), lock.waits.end(), [&](int wait) {
                    return graph.waits[std::size_t(wait)].owner == step.owner;
                }));
            }
        }
        QVERIFY(lengths == naive.circles());
        std::map<QByteArray, std::size_t> direct;
        for (const auto &wait : naive.waits) {
            const std::set<int> holders(wait.blockers.begin(), wait.blockers.end());
            for (const auto &[name, number] : naive.numbers)
                direct[name] += holders.contains(number);
        }
        std::size_t blockers = 0;
        for (const auto &[name, number] : naive.numbers) {
            const WaitGraph::Blocker *const one = blocker(graph, name);
            QCOMPARE(one != nullptr, direct[name] > 0);
            if (!one)
                continue;
            ++blockers;
            QCOMPARE(one->waiters, direct[name]);
            QCOMPARE(one->isRoot, naive.isRoot(number));
            QCOMPARE(one->isInCycle, naive.reaches(number, number));
            QCOMPARE(one->allWaiters, one->isRoot ? naive.allWaiters(number) : direct[name]);
        }
        QCOMPARE(graph.blockers.size(), blockers);
    }
};

LOCKSCOPE_TEST_SUITE(TestWaitGraph)
#include "tst_waitgraph.moc"
