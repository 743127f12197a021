// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/holdhistory.h"
#include "core/insight/intervals/waiterhistory.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <map>
#include <random>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

using Sight = WaiterHistory::Sight;

constexpr WaiterHistory::Home home{{0}, {0}};

WallInstant at(qint64 millis)
{
    return WallInstant(Millis(millis));
}

WaiterCount queued(int number)
{
    return {static_cast<quint32>(number), false};
}

WaiterCount connected(int number)
{
    return {static_cast<quint32>(number), true};
}

// "0-100 0, 100-200 2, 200-300 ?, 300-400 1 conn."
QByteArray told(const std::vector<WaiterSpan> &spans)
{
    QByteArrayList parts;
    for (const WaiterSpan &span : spans) {
        QByteArray part = QByteArray::number(span.from) + '-' + QByteArray::number(span.to) + ' ';
        part += span.count ? QByteArray::number(span.count->number) : QByteArray("?");
        if (span.count && span.count->isConnections)
            part += " conn.";
        parts += part;
    }
    return parts.join(", ");
}

QByteArray told(const WaiterHistory &history, qint64 from, qint64 to, WaiterHistory::Lane lane = 0)
{
    return told(history.spans(lane, home, from, to));
}

Event acquired(qint64 millis, const QByteArray &lock)
{
    Event event;
    event.at = at(millis);
    event.type = EventType::Acquired;
    event.name = LockName(lock);
    event.owner = OwnerId("ann:1");
    event.deploymentId = {0};
    event.serverId = {0};
    return event;
}

LockRecord record(const QByteArray &lock, std::optional<qint64> connections, int server = 0)
{
    LockRecord held;
    held.id = {0, LockName(lock)};
    held.serverId = {server};
    held.state = LockState::Held;
    held.waitingConnections = connections;
    return held;
}

} // namespace

class TestWaiterHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRecordTellsTheNumber()
    {
        LockRecord lock = record("a", 2);
        QCOMPARE(waitersOf(lock), std::optional(connected(2)));
        lock.waitingConnections.reset();
        QVERIFY(!waitersOf(lock)); // its clients poll
        lock.waiters = std::vector<WaiterRecord>(2);
        QCOMPARE(waitersOf(lock), std::optional(queued(2)));
        lock.totals = Totals{{}, 4000};
        QCOMPARE(waitersOf(lock), std::optional(queued(4000)));
        lock.state = LockState::Uncertain;
        QVERIFY(!waitersOf(lock));
    }

    void theNumberIsKeptOverTime()
    {
        WaiterHistory history(100, 10);
        QVERIFY(!history.isNoted(0));
        QCOMPARE(told(history, 0, 1000), QByteArray("0-1000 ?"));
        QVERIFY(history.note(0, home, queued(0), at(100)));
        QVERIFY(!history.note(0, home, queued(0), at(500)));
        QCOMPARE(history.tracked(), 0u); // it costs nothing
        QVERIFY(history.note(0, home, queued(1), at(1000)));
        QVERIFY(!history.note(0, home, queued(1), at(1500)));
        QVERIFY(history.note(0, home, queued(3), at(2000)));
        QVERIFY(history.note(0, home, std::nullopt, at(3000)));
        QVERIFY(history.note(0, home, connected(2), at(4000)));
        QVERIFY(history.noteGone(0, home, at(5000)));
        QVERIFY(!history.noteGone(0, home, at(6000)));
        QCOMPARE(told(history, 0, 6000),
                 QByteArray("0-1000 0, 1000-2000 1, 2000-3000 3, 3000-4000 ?, "
                            "4000-5000 2 conn., 5000-6000 0"));
        QCOMPARE(told(history, 1200, 2500), QByteArray("1200-2000 1, 2000-2500 3"));
        QCOMPARE(told(history, 2000, 2001), QByteArray("2000-2001 3"));
        QCOMPARE(told(history, 7000, 8000), QByteArray("7000-8000 0"));
        QCOMPARE(told(history, 500, 500), QByteArray());
        QCOMPARE(history.size(), 5u);
    }

    // Nobody is said to wait only where that was read.
    void whatWasNeverToldIsUnknown()
    {
        WaiterHistory history(100, 10);
        history.note(0, home, std::nullopt, at(0));
        QVERIFY(!history.noteGone(0, home, at(1000)));
        QCOMPARE(told(history, 0, 2000), QByteArray("0-2000 ?"));
        history.note(1, home, queued(2), at(1000));
        QCOMPARE(told(history, 0, 2000, 1), QByteArray("0-1000 ?, 1000-2000 2"));
        history.note(0, home, queued(0), at(3000)); // of another kind now
        QCOMPARE(told(history, 0, 4000), QByteArray("0-3000 ?, 3000-4000 0"));
        history.forget(1);
        QVERIFY(!history.isNoted(1));
        QCOMPARE(told(history, 0, 2000, 1), QByteArray("0-2000 ?"));
    }

    void quickChangesAreOne()
    {
        WaiterHistory history(100, 10);
        history.note(0, home, queued(0), at(0));
        for (int i = 1; i <= 10; ++i) // every ten milliseconds
            history.note(0, home, queued(i), at(1000 + 10 * i));
        QCOMPARE(history.size(), 1u);
        QCOMPARE(told(history, 0, 2000), QByteArray("0-1010 0, 1010-2000 10"));
        history.note(0, home, queued(2), at(1259));
        QCOMPARE(history.size(), 1u);
        history.note(0, home, queued(3), at(1260));
        QCOMPARE(history.size(), 2u);
        QCOMPARE(told(history, 0, 2000), QByteArray("0-1010 0, 1010-1260 2, 1260-2000 3"));
        history.note(0, home, queued(4), at(500)); // the clock was set back
        QCOMPARE(told(history, 0, 2000), QByteArray("0-1010 0, 1010-1260 2, 1260-2000 4"));
    }

    void theOldestChangesGo()
    {
        WaiterHistory history(4, 10);
        history.note(0, home, queued(0), at(0));
        history.note(1, home, queued(0), at(0));
        history.note(0, home, queued(7), at(500));
        for (int i = 1; i <= 5; ++i)
            history.note(1, home, queued(i), at(1000 * i));
        QCOMPARE(history.size(), 4u);
        QCOMPARE(history.dropped(), 2u);
        // Its later number is known, the one before is not.
        QCOMPARE(told(history, 0, 6000, 1),
                 QByteArray("0-2000 ?, 2000-3000 2, 3000-4000 3, 4000-5000 4, 5000-6000 5"));
        QCOMPARE(told(history, 0, 6000), QByteArray("0-1000 ?, 1000-6000 7"));
        history.note(0, home, queued(0), at(7000));
        QCOMPARE(told(history, 5000, 8000), QByteArray("5000-7000 ?, 7000-8000 0"));
    }

    void aLostServerHidesTheNumber()
    {
        WaiterHistory history(100, 10);
        const WaiterHistory::Home other{{0}, {1}};
        for (const WaiterHistory::Lane lane : {0U, 1U, 2U})
            history.note(lane, home, queued(0), at(0));
        history.note(3, other, queued(1), at(0));
        history.note(0, home, queued(2), at(1000));
        history.note(1, home, queued(5), at(1000));
        QVERIFY(history.noteSight({0}, {0}, Sight::Lost, at(2000)));
        QVERIFY(!history.noteSight({0}, {0}, Sight::Lost, at(2100)));
        QCOMPARE(told(history, 0, 3000), QByteArray("0-1000 0, 1000-2000 2, 2000-3000 ?"));
        QVERIFY(history.noteSight({0}, {0}, Sight::Returning, at(4000)));
        QCOMPARE(told(history, 1500, 5000), QByteArray("1500-2000 2, 2000-5000 ?"));
        // Read again: with the same number, and with another.
        QVERIFY(history.note(0, home, queued(2), at(4100)));
        QVERIFY(!history.note(0, home, queued(2), at(4150)));
        QVERIFY(history.note(1, home, queued(4), at(4200)));
        QCOMPARE(told(history, 1500, 5000), QByteArray("1500-2000 2, 2000-4100 ?, 4100-5000 2"));
        QCOMPARE(told(history, 4500, 5000), QByteArray("4500-5000 2"));
        QCOMPARE(told(history, 1500, 5000, 1), QByteArray("1500-2000 5, 2000-4200 ?, 4200-5000 4"));
        QCOMPARE(told(history, 1500, 5000, 2), QByteArray("1500-2000 0, 2000-5000 ?"));
        QVERIFY(history.noteSight({0}, {0}, Sight::Seen, at(6000)));
        QVERIFY(!history.noteSight({0}, {0}, Sight::Seen, at(6000)));
        QCOMPARE(told(history, 1500, 7000, 2), QByteArray("1500-2000 0, 2000-6000 ?, 6000-7000 0"));
        QCOMPARE(told(history, 1500, 7000), QByteArray("1500-2000 2, 2000-4100 ?, 4100-7000 2"));
        QCOMPARE(told(history.spans(3, other, 0, 7000)), QByteArray("0-7000 1"));
    }

    // A server that is lost again before all was read.
    void lostAgainItIsUnknownAgain()
    {
        WaiterHistory history(100, 10);
        history.note(0, home, queued(2), at(0));
        history.note(1, home, queued(3), at(0));
        history.noteSight({0}, {0}, Sight::Lost, at(1000));
        history.noteSight({0}, {0}, Sight::Returning, at(2000));
        history.note(0, home, queued(2), at(2100));
        history.noteSight({0}, {0}, Sight::Lost, at(3000));
        history.noteSight({0}, {0}, Sight::Returning, at(4000));
        history.noteSight({0}, {0}, Sight::Seen, at(5000));
        QCOMPARE(told(history, 0, 6000),
                 QByteArray("0-1000 2, 1000-2100 ?, 2100-3000 2, 3000-5000 ?, 5000-6000 2"));
        QCOMPARE(told(history, 0, 6000, 1), QByteArray("0-1000 3, 1000-5000 ?, 5000-6000 3"));
    }

    // All locks are uncertain at once, and not each of them is worth a change.
    void aFailoverCostsNothingWhereNobodyWaits()
    {
        WaiterHistory history(100, 10);
        for (WaiterHistory::Lane lane = 0; lane < 50; ++lane)
            history.note(lane, home, queued(0), at(0));
        history.note(7, home, queued(2), at(500));
        history.noteSight({0}, {0}, Sight::Lost, at(1000));
        history.noteSight({0}, {0}, Sight::Returning, at(2000));
        for (WaiterHistory::Lane lane = 0; lane < 50; ++lane)
            history.note(lane, home, std::nullopt, at(2000));
        history.note(7, home, queued(1), at(2300));
        history.noteSight({0}, {0}, Sight::Seen, at(3000));
        QCOMPARE(history.tracked(), 1u);
        QCOMPARE(told(history, 0, 4000), QByteArray("0-1000 0, 1000-3000 ?, 3000-4000 0"));
        QCOMPARE(told(history, 0, 4000, 7),
                 QByteArray("0-500 0, 500-1000 2, 1000-2300 ?, 2300-4000 1"));
    }

    void aPauseAndAnEndHideIt()
    {
        WaiterHistory history(100, 2);
        history.note(0, home, queued(2), at(0));
        history.noteUnseen(at(1000), at(2000));
        QCOMPARE(told(history, 0, 3000), QByteArray("0-1000 2, 1000-2000 ?, 2000-3000 2"));
        history.noteUnseen(at(3000), at(3500));
        history.noteUnseen(at(4000), at(4500)); // the first is forgotten, and all before it unknown
        QCOMPARE(told(history, 0, 5000),
                 QByteArray("0-2000 ?, 2000-3000 2, 3000-3500 ?, 3500-4000 2, 4000-4500 ?, "
                            "4500-5000 2"));
        history.noteGone(0, home, at(6000));
        history.noteLeft({0}, at(6000));
        QCOMPARE(told(history, 5000, 9000), QByteArray("5000-6000 2, 6000-9000 ?"));
        const WaiterHistory::Home elsewhere{{1}, {1}};
        history.note(1, elsewhere, queued(1), at(6000));
        QCOMPARE(told(history.spans(1, elsewhere, 6000, 9000)), QByteArray("6000-9000 1"));
    }

    void somebodyWaitsSince()
    {
        WaiterHistory history(100, 10);
        history.note(0, home, queued(0), at(0));
        history.note(0, home, queued(1), at(1000));
        history.note(0, home, queued(3), at(2000));
        history.note(0, home, queued(0), at(3000));
        history.note(0, home, connected(2), at(4000));
        const auto run = [&](qint64 instant) {
            return waiterRun(history.spans(0, home, 0, 9000), instant);
        };
        QCOMPARE(run(500), (WaiterRun{queued(0), 0, {}, false, false}));
        QCOMPARE(run(1000), (WaiterRun{queued(1), 1000, 3000, true, true}));
        QCOMPARE(run(2999), (WaiterRun{queued(3), 1000, 3000, true, true}));
        QCOMPARE(run(8000), (WaiterRun{connected(2), 4000, {}, true, false}));
        history.noteUnseen(at(1500), at(1600));
        QCOMPARE(run(1200), (WaiterRun{queued(1), 1000, 1500, true, false}));
        QVERIFY(!run(1550).count);
        QCOMPARE(run(2500), (WaiterRun{queued(3), 1600, 3000, false, true}));
        QCOMPARE(waiterRun({}, 5), WaiterRun());
    }

    // Against a plain list of all that was noted.
    void anyTimeIsFound()
    {
        std::minstd_rand random(11);
        WaiterHistory history(200, 10);
        std::map<WaiterHistory::Lane, std::map<qint64, std::optional<WaiterCount>>> all;
        for (const WaiterHistory::Lane lane : {0U, 1U, 2U, 3U, 4U})
            history.note(lane, home, std::nullopt, at(0));
        qint64 now = 0;
        for (int step = 0; step < 3000; ++step) {
            now += 250 + qint64(random() % 100);
            const auto lane = WaiterHistory::Lane(random() % 5);
            const auto number = int(random() % 4);
            const auto count = number == 3 ? std::nullopt : std::optional(queued(number));
            history.note(lane, home, count, at(now));
            all[lane][now] = count;
            QVERIFY(history.size() <= 200);
            const auto asked = WaiterHistory::Lane(random() % 5);
            const qint64 from = std::max<qint64>(0, now - qint64(random() % 20'000));
            const auto spans = history.spans(asked, home, from, now + 1);
            QCOMPARE(spans.front().from, from);
            QCOMPARE(spans.back().to, now + 1);
            for (std::size_t i = 0; i < spans.size(); ++i) {
                QVERIFY(i == 0 || spans[i - 1].to == spans[i].from);
                QVERIFY(i == 0 || spans[i - 1].count != spans[i].count);
                const auto after = all[asked].upper_bound(spans[i].from);
                const auto expected =
                    after == all[asked].begin() ? std::nullopt : std::prev(after)->second;
                QCOMPARE(spans[i].count, expected);
                for (auto noted = after; noted != all[asked].end() && noted->first < spans[i].to;
                     ++noted)
                    QCOMPARE(spans[i].count, noted->second);
            }
        }
    }

    void aLaneHasItsWaiters()
    {
        HoldHistory history;
        const LockId id{0, LockName("a")};
        const LockRecord two = record("a", 2);
        history.noteWaiters(id, &two, at(500)); // no hold of it is known
        QCOMPARE(history.find(id), HoldHistory::noLane);
        const quint64 made = history.madeLanes();
        history.note(acquired(1000, "a"));
        QCOMPARE(history.madeLanes(), made + 1);
        const auto lane = history.find(id);
        QVERIFY(!history.areWaitersNoted(lane));
        const LockRecord none = record("a", 0);
        history.noteWaiters(id, &none, at(1000));
        QVERIFY(history.areWaitersNoted(lane));
        const quint64 revision = history.revision();
        history.noteWaiters(id, &none, at(1500));
        QCOMPARE(history.revision(), revision); // nothing new
        history.noteWaiters(id, &two, at(2000));
        QVERIFY(history.revision() > revision && history.changedAt(lane) > revision);
        QCOMPARE(told(history.waiters(lane, at(0), at(3000))),
                 QByteArray("1000-2000 0, 2000-3000 2 conn."));
        QCOMPARE(history.waitersAt(lane, at(2500), at(3000)),
                 (WaiterRun{connected(2), 2000, {}, true, false}));
        history.noteWaitersUnread(id, at(4000));
        QVERIFY(!history.waitersAt(lane, at(4500), at(5000)).count);
        history.noteWaiters(id, nullptr, at(6000));
        QCOMPARE(history.waitersAt(lane, at(6500), at(7000)).count, std::optional(queued(0)));
        history.noteLeft({0}, at(8000));
        QVERIFY(!history.waitersAt(lane, at(8500), at(9000)).count);
    }

    // The lock has moved to another shard, as its record tells.
    void theServerThatKeepsItCounts()
    {
        HoldHistory history;
        history.note(acquired(0, "a"));
        const auto lane = history.find({0, LockName("a")});
        const LockRecord moved = record("a", 1, 1);
        history.noteWaiters(moved.id, &moved, at(0));
        history.noteSight({0}, {0}, Sight::Lost, at(1000));
        QCOMPARE(told(history.waiters(lane, at(0), at(3000))), QByteArray("0-3000 1 conn."));
        history.noteSight({0}, {1}, Sight::Lost, at(2000));
        QCOMPARE(told(history.waiters(lane, at(0), at(3000))),
                 QByteArray("0-2000 1 conn., 2000-3000 ?"));
    }

    // A lane that is gone takes its waiters along.
    void anotherLockBeginsAnew()
    {
        HoldHistory history({2, 10, 10, 10});
        const auto hold = [&](qint64 millis, const QByteArray &lock) {
            Event event = acquired(millis, lock);
            history.note(event);
            event.at = at(millis + 500);
            event.type = EventType::Released;
            history.note(event);
        };
        hold(0, "a");
        const LockRecord two = record("a", 2);
        const auto first = history.find(two.id);
        history.noteWaiters(two.id, &two, at(0));
        hold(1000, "b");
        hold(2000, "c"); // a goes
        QCOMPARE(history.find(two.id), HoldHistory::noLane);
        hold(3000, "d");
        QCOMPARE(history.find({0, LockName("d")}), first);
        QVERIFY(!history.areWaitersNoted(first));
        QCOMPARE(told(history.waiters(first, at(0), at(5000))), QByteArray("3000-5000 ?"));
    }
};

LOCKSCOPE_TEST_SUITE(TestWaiterHistory)
#include "tst_waiterhistory.moc"
