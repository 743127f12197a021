// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/contention/contentionbook.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace std::chrono_literals;

namespace {

const OwnerId ann("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1");
const OwnerId bob("aaaaaaaa-9b7d-4c11-8a22-0123456789ab:2");
const LockId lockA{0, LockName("a")};

Instant at(Millis since)
{
    return Instant(1h + since);
}

// A book that is told everything at the time at which it happens.
struct Followed {
    ContentionBook book;

    void tell(EventType type, Millis when, const OwnerId &owner, const LockId &lock = lockA,
              bool unseen = false, const OwnerId &former = {})
    {
        Event event;
        event.at = WallInstant(when);
        event.type = type;
        event.name = lock.name;
        event.deploymentId = lock.deployment;
        event.owner = owner;
        event.mode = Mode::Exclusive;
        event.unseen = unseen;
        if (!former.isEmpty())
            event.former = former;
        book.note(event, at(when));
    }
    void tellServer(EventType type, Millis when, int server = 0)
    {
        Event event;
        event.type = type;
        event.deploymentId = {server};
        event.serverId = {server};
        book.note(event, at(when));
    }
    void queue(Millis when, int alive, int dead = 0, const LockId &id = lockA)
    {
        LockRecord lock;
        lock.id = id;
        lock.waiters.emplace();
        for (int i = 0; i < alive + dead; ++i)
            lock.waiters->push_back({OwnerId(QByteArray::number(i)), i + 1, {}, false, i >= alive});
        book.note(id, &lock, at(when));
    }
    void connections(Millis when, qint64 count, const LockId &id = lockA)
    {
        LockRecord lock;
        lock.id = id;
        lock.waitingConnections = count;
        book.note(id, &lock, at(when));
    }
    LockContention of(Millis now, const LockId &id = lockA, Millis since = Millis(0))
    {
        return book.find(id, at(since), at(now)).value_or(LockContention());
    }
};

} // namespace

class TestContentionBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void percentilesAreAnEighthOffAtMost()
    {
        std::minstd_rand random(3);
        RecentDurations durations(90);
        std::vector<qint64> all;
        QCOMPARE(durations.percentiles(at(0s), at(0s)), Percentiles());
        for (int i = 0; i < 5000; ++i) {
            const auto value = static_cast<qint64>(std::exp(double(random() % 20'000) / 1000.0));
            all.push_back(value);
            durations.add(Millis(value), at(Millis(100 * i)));
        }
        std::sort(all.begin(), all.end());
        const Percentiles told = durations.percentiles(at(0s), at(500s));
        const auto isNear = [&](Millis found, double part) {
            const auto exact = double(all[std::size_t(std::ceil(part * 5000)) - 1]);
            return std::abs(double(found.count()) - exact) <= exact / 8;
        };
        QVERIFY(isNear(told.p50, 0.5) && isNear(told.p90, 0.9) && isNear(told.p99, 0.99));
        QCOMPARE(told.longest, Millis(all.back()));
        QCOMPARE(told.count, 5000u);
        durations.add(Millis::max(), at(501s)); // a value that no clock should have
        durations.add(Millis::min(), at(501s));
        QCOMPARE(durations.percentiles(at(0s), at(501s)).count, 5002u);
        QCOMPARE(durations.percentiles(at(501s), at(501s)).p50, Millis(0));
    }

    // Against all of them, written down.
    void onlyTheTimeThatIsAskedForCounts()
    {
        std::minstd_rand random(7);
        RecentDurations durations(90);
        std::vector<std::pair<Millis, qint64>> all; // when it ended, and for how long it was
        Millis now(0);
        for (int i = 0; i < 4000; ++i) {
            now +=
                Millis(random() % 100 == 0 ? qint64(random() % 2'000'000) : qint64(random() % 900));
            all.emplace_back(now, qint64(random() % 5000));
            durations.add(Millis(all.back().second), at(now));
            if (i % 10 != 0)
                continue;
            const Millis window =
                std::array{Millis(1min), Millis(5min), Millis(14min)}[random() % 3];
            const Millis since = std::max(Millis(0), now - window);
            std::vector<qint64> wanted;
            for (const auto &[ended, value] : all) {
                if (ended / 10s >= since / 10s) // whole steps
                    wanted.push_back(value);
            }
            std::sort(wanted.begin(), wanted.end());
            const Percentiles told = durations.percentiles(at(since), at(now));
            QCOMPARE(told.count, wanted.size());
            QVERIFY(told.longest.count() >= wanted.back());
            QVERIFY(told.longest.count() <= wanted.back() + wanted.back() / 4);
            const auto half = double(wanted[(wanted.size() + 1) / 2 - 1]);
            QVERIFY(std::abs(double(told.p50.count()) - half) <= half / 8);
        }
        QCOMPARE(durations.percentiles(at(0s), at(now + 20min)), Percentiles()); // not kept
    }

    // Contention an hour ago does not hide contention now.
    void percentilesAreOfTheTimeThatIsAskedFor()
    {
        Followed f;
        const LockId other{0, LockName("b")};
        using enum EventType;
        const auto hold = [&](Millis from, Millis span, const LockId &lock,
                              EventType end = Released) {
            f.tell(Acquired, from, ann, lock);
            f.tell(end, from + span, ann, lock);
        };
        hold(0s, 30s, lockA);
        hold(31s, 30s, lockA, Expired);
        f.tell(Queued, 40s, bob);
        f.tell(Dequeued, 62s, bob);
        for (int i = 0; i < 50; ++i) {
            hold(300s + i * 1s, 100ms, lockA);
            hold(300s + i * 1s, 500ms, other);
        }
        const LockContention whole = f.of(350s);
        QCOMPARE(whole.held.count, 52u);
        QVERIFY(whole.held.p99 > 20s);
        QCOMPARE(whole.gaveUp, 1u);
        QCOMPARE(whole.lapsed, 1u);
        const LockContention recent = f.of(350s, lockA, 290s);
        QCOMPARE(recent.held.count, 50u);
        QVERIFY(recent.held.p99 < 120ms);
        QCOMPARE(recent.gaveUp, 0u);
        QCOMPARE(recent.lapsed, 0u);
        using enum ContentionBook::Harm;
        QCOMPARE(f.book.ranked(HoldTime, 1, at(0s), at(350s)).front().id, lockA);
        QCOMPARE(f.book.ranked(HoldTime, 1, at(290s), at(350s)).front().id, other);
    }

    void theTimeBeforeIsUnknown()
    {
        Followed f;
        QVERIFY(f.book.points(at(0s), at(60s)).empty());
        f.queue(65s, 1);
        for (const auto &points :
             {f.book.points(lockA, at(0s), at(75s)), f.book.points(at(0s), at(75s))}) {
            QCOMPARE(points.size(), 2u);
            QCOMPARE(points.front().from, at(60s));
        }
    }

    void waitingIsAddedUpOverTheSteps()
    {
        Followed f;
        f.queue(5s, 2);
        f.queue(25s, 3, 4); // the dead do not count
        const auto points = f.book.points(lockA, at(0s), at(30s));
        QCOMPARE(points.size(), 4u);
        QCOMPARE(points[0].waited, Millis(10s));
        QCOMPARE(points[1].waited, Millis(20s));
        QCOMPARE(points[2].waited, Millis(10s + 15s));
        QCOMPARE(points[2].waiters, 3u);
        QCOMPARE(points[3], (ContentionPoint{at(30s), 0, 0, 0, 0, {}, {}}));
        QCOMPARE(f.of(30s).waited, Millis(55s));
        QCOMPARE(f.of(30s, lockA, 20s).waited, Millis(25s));
        QVERIFY(f.of(30s).tellsWaiters);
        f.book.note(lockA, nullptr, at(31s));
        QCOMPARE(f.of(1h).waiters, 0);
        QCOMPARE(f.of(32s).waited, Millis(58s));
    }

    // Against a sum over every millisecond.
    void anyWaitingIsAddedUp()
    {
        std::minstd_rand random(5);
        Followed f;
        std::vector<qint64> perMilli;
        qint64 level = 0;
        for (int change = 0; change < 200; ++change) {
            const std::size_t span = random() % 2000;
            perMilli.insert(perMilli.end(), span, level);
            level = qint64(random() % 3);
            f.queue(Millis(perMilli.size()), int(level));
        }
        const Millis now(perMilli.size());
        const auto points = f.book.points(at(0s), at(now)); // of all locks: there is one
        QCOMPARE(points.size(), perMilli.size() / 10'000 + 1);
        for (std::size_t step = 0; step < points.size(); ++step) {
            qint64 waited = 0;
            qint64 most = 0;
            for (std::size_t i = step * 10'000; i < std::min(perMilli.size(), (step + 1) * 10'000);
                 ++i) {
                waited += perMilli[i];
                most = std::max(most, perMilli[i]);
            }
            QCOMPARE(points[step].waited, Millis(waited));
            if (step + 1 < points.size()) // the last one has begun to wait just now
                QVERIFY(qint64(points[step].waiters) >= most);
        }
    }

    void connectionsAreAUnitOfTheirOwn()
    {
        Followed f;
        f.connections(0s, 3);
        const LockContention lock = f.of(4s);
        QCOMPARE(lock.connectionTime, Millis(12s));
        QCOMPARE(lock.waited, Millis(0));
        QVERIFY(!lock.tellsWaiters);
        QVERIFY(f.book.ranked(ContentionBook::Harm::Waiting, 9, at(0s), at(4s)).empty());
        QCOMPARE(f.book.ranked(ContentionBook::Harm::Connections, 9, at(0s), at(4s)).size(), 1u);
    }

    void holdsAndWaitsAreMeasured()
    {
        Followed f;
        using enum EventType;
        f.tell(Acquired, 1s, ann);
        f.tell(Released, 3s, ann); // of a lock that is not worth keeping yet
        f.tell(Queued, 4s, bob);
        f.tell(Acquired, 5s, ann);
        f.tell(HandedOver, 9s, bob, lockA, false, ann);
        f.tell(Expired, 20s, bob);
        f.tell(Queued, 21s, ann);
        f.tell(Dequeued, 22s, ann);
        f.tell(Renewed, 22s, ann);
        f.tell(Acquired, 23s, ann);
        f.tell(Released, 40s, ann, lockA, true); // in a gap: for how long is not known
        const LockContention lock = f.of(41s);
        QCOMPARE(lock.held.count, 3u); // 2, 4 and 11 s
        QCOMPARE(lock.held.longest, Millis(11s));
        QVERIFY(lock.held.p50 > 3500ms && lock.held.p50 < 4500ms);
        QCOMPARE(lock.waitedFor.count, 1u);
        QCOMPARE(lock.waitedFor.longest, Millis(5s));
        QCOMPARE(lock.gaveUp, 1u);
        QCOMPARE(lock.lapsed, 1u);
        QCOMPARE(lock.acquisitions, 4u);
        QCOMPARE(lock.renewals, 1u);
    }

    // However long ago it was taken, and however often.
    void aHoldThatGoesOnIsRankedByItsAge()
    {
        Followed f;
        const LockId once{0, LockName("once")};
        const LockId other{1, LockName("other")};
        using enum EventType;
        for (int i = 0; i < 3; ++i) {
            f.tell(Acquired, Millis(100 * i), ann);
            f.tell(Released, Millis(100 * i + 50), ann);
        }
        f.tell(Acquired, 5s, ann, once);
        f.tell(Acquired, 5s, ann, other);
        f.tell(Acquired, 10s, bob);
        f.tell(Released, 25s, ann, other); // taken once only, and ended
        const auto ranked = [&](Millis now, std::size_t most = 9) {
            return f.book.ranked(ContentionBook::Harm::HoldTime, most, at(now - 60s), at(now));
        };
        const auto told = ranked(1h);
        QCOMPARE(told.size(), 2u);
        QCOMPARE(told[0].id, once);
        QCOMPARE(told[0].heldSoFar, Millis(1h - 5s));
        QCOMPARE(told[0].acquisitions, 1u);
        QCOMPARE(told[1].id, lockA);
        QCOMPARE(told[1].heldSoFar, Millis(1h - 10s));
        QCOMPARE(ranked(1h, 1).size(), 1u);
        // Nothing is known about a lost server.
        f.tellServer(ServerDown, 1h + 1s);
        QVERIFY(ranked(1h + 2s).empty());
        f.tellServer(ServerUp, 1h + 3s);
        // The lock says that it goes on, before the event says how it ended, if ever one does.
        LockRecord lock;
        lock.id = lockA;
        lock.holds.emplace_back().owner = bob;
        f.book.note(lockA, &lock, at(1h + 4s));
        f.book.note(once, &lock, at(1h + 4s)); // another has it
        QCOMPARE(ranked(1h + 5s).size(), 1u);
        f.book.note(lockA, nullptr, at(1h + 6s));
        QVERIFY(ranked(1h + 7s).empty());
        f.tell(Released, 1h + 6s, bob);
        QCOMPARE(ranked(1h + 8s).front().id, lockA);
        QVERIFY(ranked(1h + 8s).front().longestHold() >= 1h - 10s);
        QCOMPARE(ranked(1h + 8s).front().heldSoFar, Millis(0));
    }

    void whatIsTakenOnceIsNotKept()
    {
        Followed f;
        for (int i = 0; i < 1000; ++i)
            f.tell(EventType::Acquired, Millis(i), ann, {0, LockName(QByteArray::number(i))});
        QCOMPARE(f.book.size(), 0u);
        QCOMPARE(f.book.points(at(0s), at(1s)).front().acquisitions, 1000u);
        f.tell(EventType::Acquired, 2s, bob, {0, LockName("7")});
        QCOMPARE(f.book.size(), 1u);
        QCOMPARE(f.of(3s, {0, LockName("7")}).acquisitions, 2u);
    }

    void ofThoseTakenOnceTheOldestGo()
    {
        Followed f{ContentionBook({10, 90, 4})};
        Millis now{0};
        const auto take = [&](int lock) {
            f.tell(EventType::Acquired, ++now, ann, {0, LockName(QByteArray::number(lock))});
            return f.book.size();
        };
        for (int lock = 0; lock < 10; ++lock)
            QCOMPARE(take(lock), 0u);
        QCOMPARE(take(7), 1u);
        QCOMPARE(f.of(now, {0, LockName("7")}).acquisitions, 2u);
        QCOMPARE(take(5), 1u); // it had gone, and comes in place of the sixth
        QCOMPARE(take(6), 1u);
        QCOMPARE(take(5), 2u);
        for (int lock = 20; lock < 40; ++lock)
            QCOMPARE(take(lock), 2u);
        for (int lock = 36; lock < 40; ++lock)
            QCOMPARE(take(lock), std::size_t(lock - 33));
    }

    void whatCostsLeastGoes()
    {
        Followed f{ContentionBook({10, 90, 100})};
        for (int i = 0; i < 30; ++i)
            f.queue(Millis(i), i % 10 == 0 ? 51 : 1, 0, {0, LockName(QByteArray::number(i))});
        QVERIFY(f.book.size() <= 10);
        QCOMPARE(f.book.forgotten(), 30 - f.book.size());
        const auto ranked = f.book.ranked(ContentionBook::Harm::Waiting, 3, at(0s), at(1s));
        QCOMPARE(ranked.size(), 3u);
        QCOMPARE(ranked[0].id.name.bytes, QByteArray("0"));
        QCOMPARE(ranked[1].id.name.bytes, QByteArray("10"));
        QCOMPARE(ranked[2].id.name.bytes, QByteArray("20"));
        // And does not count among all any more.
        const auto all = f.book.points(at(10s), at(20s));
        QCOMPARE(all.back().waiters, 0u);
        QCOMPARE(qint64(all.front().waiters), 3 * 51 + qint64(f.book.size()) - 3);
    }

    void aLostServerTellsOfNoWaiting()
    {
        Followed f;
        const LockId other{1, LockName("b")};
        f.queue(0s, 1);
        f.queue(0s, 2, 0, other);
        f.tellServer(EventType::ServerDown, 5s, 1);
        f.tellServer(EventType::ServerDown, 6s, 1);
        f.tellServer(EventType::ServerUp, 15s, 1);
        QCOMPARE(f.of(20s).waited, Millis(20s));
        QCOMPARE(f.of(20s, other).waited, Millis(20s));
        QCOMPARE(f.book.points(at(10s), at(20s)).front().waited, Millis(20s));
        f.tellServer(EventType::ServerDown, 30s, 1);
        f.queue(31s, 5, 0, other); // stale
        f.book.note(other, nullptr, at(32s));
        f.tellServer(EventType::ServerUp, 33s, 1);
        QCOMPARE(f.book.points(at(40s), at(45s)).front().waiters, 1u);
    }

    // Only whole steps, and of all locks only while no server is in sight.
    void whatWasOutOfSightIsUnknown()
    {
        Followed f;
        const auto note = [&](int number, ServerState state, Millis when) {
            ServerRecord server;
            server.server = {number};
            server.deployment = {number};
            server.state = state;
            f.book.note(server, at(when));
        };
        const auto unseen = [](const std::vector<ContentionPoint> &points) {
            std::vector<int> steps;
            for (const ContentionPoint &point : points) {
                if (point.isUnseen)
                    steps.push_back(int((point.from - at(0s)) / 10s));
            }
            return steps;
        };
        note(0, ServerState::Up, 0s);
        note(1, ServerState::Up, 0s);
        f.queue(0s, 1);
        note(0, ServerState::Down, 15s);
        note(0, ServerState::Up, 45s);
        QCOMPARE(unseen(f.book.points(lockA, at(0s), at(60s))), (std::vector{2, 3}));
        QCOMPARE(unseen(f.book.points(at(0s), at(60s))), std::vector<int>());
        f.book.noteRemoved({0}, at(70s));
        f.book.noteRemoved({1}, at(75s));
        QCOMPARE(unseen(f.book.points(at(50s), at(105s))), (std::vector{8, 9, 10}));
        note(1, ServerState::Up, 105s);
        QCOMPARE(unseen(f.book.points(at(50s), at(125s))), (std::vector{8, 9}));
        QCOMPARE(unseen(f.book.points(lockA, at(50s), at(125s))),
                 (std::vector{7, 8, 9, 10, 11, 12}));
    }
};

LOCKSCOPE_TEST_SUITE(TestContentionBook)
#include "tst_contentionbook.moc"
