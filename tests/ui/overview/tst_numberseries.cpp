// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/overview/numberseries.h"
#include "ui/overview/numbersfeed.h"

#include <QTest>

#include <memory>

using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using enum NumberSeries::Number;

class tst_NumberSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void aLineHasTheHighestOfEachPoint();
    void whatWasNotSeenIsEmpty();
    void anHourIsKept();
    void ratesAreOverTheLastSteps();
    void judgementsAreNoChanges();
    void yesterdayIsTheSameHour();
    void theFeedCountsChangeByChange();
    void theFeedKnowsWhenAServerWasHeard();
    void whatAPauseHeldBackIsNotCounted();
};

namespace {

constexpr std::size_t lastPoint = NumberSeries::most / NumberSeries::perPoint - 1;

LockNumbers held(qint64 count)
{
    LockNumbers numbers;
    numbers.locks = numbers.held = count;
    return numbers;
}

watch::Event change(watch::EventType type)
{
    watch::Event event;
    event.type = type;
    event.name = LockName("a");
    return event;
}

// Of a watch that the test moves.
struct Fed {
    Fed()
    {
        feed = new NumbersFeed(client, clock, &owner);
        mailbox = &client.addSource();
    }
    void put(const watch::LockRecord &lock)
    {
        mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void put(const watch::ServerRecord &server)
    {
        mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }

    StandingClock clock;
    WatchClient client{clock};
    QObject owner;
    NumbersFeed *feed = nullptr;
    watch::WatchMailbox *mailbox = nullptr;
};

} // namespace

void tst_NumberSeries::aLineHasTheHighestOfEachPoint()
{
    NumberSeries series;
    const Instant begin{1h};
    series.setSeen(true, begin);
    series.setLevels(held(3), begin);
    series.setLevels(held(9), begin + 1s);
    series.setLevels(held(2), begin + 2s);
    QCOMPARE(series.line(Held).size(), lastPoint + 1);
    QCOMPARE(series.line(Held)[lastPoint], 9.0F);
    QCOMPARE(series.line(Held)[lastPoint - 1], NumberSeries::nothing);
    series.advance(begin + 30s); // the next point
    QCOMPARE(series.line(Held)[lastPoint], 2.0F);
    QCOMPARE(series.line(Held)[lastPoint - 1], 9.0F);
    for (int i = 0; i < 10; ++i)
        series.note(change(watch::EventType::Renewed), begin + 31s);
    QCOMPARE(series.line(Changes)[lastPoint], 2.0F); // a second, over the five of a step
}

void tst_NumberSeries::whatWasNotSeenIsEmpty()
{
    NumberSeries series;
    const Instant begin{1h};
    series.setLevels(held(3), begin);
    QCOMPARE(series.line(Held)[lastPoint], NumberSeries::nothing);
    QVERIFY(!series.rate(Changes, begin));
    series.setSeen(true, begin + 1s);
    QCOMPARE(series.line(Held)[lastPoint], 3.0F);
    series.setSeen(false, begin + 30s);
    series.note(change(watch::EventType::Renewed), begin + 31s);
    series.advance(begin + 90s);
    const auto line = series.line(Held);
    QCOMPARE(line[lastPoint], NumberSeries::nothing);
    QCOMPARE(line[lastPoint - 1], NumberSeries::nothing);
    QCOMPARE(line[lastPoint - 3], 3.0F);
    QVERIFY(!series.rate(Changes, begin + 90s));
}

void tst_NumberSeries::anHourIsKept()
{
    NumberSeries series;
    const Instant begin{1h};
    series.setSeen(true, begin);
    series.setLevels(held(7), begin);
    series.setLevels(held(1), begin + 5s);
    for (int i = 1; i <= 3 * 720; ++i)
        series.advance(begin + i * 5s);
    const auto line = series.line(Held);
    QVERIFY(std::all_of(line.begin(), line.end(), [](float value) { return value == 1.0F; }));
    series.advance(begin + 100h); // at once
    QCOMPARE(series.line(Held).front(), 1.0F);
    QVERIFY(sizeof(std::array<quint32, NumberSeries::NumberCount>) * NumberSeries::most < 64'000);
}

void tst_NumberSeries::ratesAreOverTheLastSteps()
{
    NumberSeries series;
    const Instant begin{1h};
    series.setSeen(true, begin);
    for (int i = 0; i < 20; ++i)
        series.note(change(watch::EventType::Acquired), begin + 100ms * i);
    QCOMPARE(series.rate(Acquisitions, begin + 2s), std::optional(10.0));
    series.advance(begin + 5s);
    QCOMPARE(series.rate(Acquisitions, begin + 5s), std::optional(4.0));
    series.advance(begin + 15s); // of the last two steps
    QCOMPARE(series.rate(Acquisitions, begin + 15s), std::optional(0.0));
}

void tst_NumberSeries::judgementsAreNoChanges()
{
    NumberSeries series;
    const Instant begin{1h};
    series.setSeen(true, begin);
    using enum watch::EventType;
    for (const watch::EventType type :
         {Appeared, Gap, ProblemOpened, ProblemWorsened, ProblemClosed})
        series.note(change(type), begin);
    series.note({}, begin); // of no lock
    QCOMPARE(series.rate(Changes, begin + 1s), std::optional(0.0));
}

void tst_NumberSeries::yesterdayIsTheSameHour()
{
    const WallInstant now = WallInstant(24h * 365) + 12s;
    Yesterday yesterday;
    QVERIFY(yesterday.line(Held, now).empty());
    // Two hours, in points of half a minute, from an hour before this time yesterday.
    yesterday.first = (24h * 364 - 1h) / NumberSeries::pointLength;
    for (int i = 0; i < 240; ++i)
        yesterday.points[Held].push_back(static_cast<float>(i));
    const auto line = yesterday.line(Held, now);
    QCOMPARE(line.size(), lastPoint + 1);
    QCOMPARE(line.back(), 120.0F);
    QCOMPARE(line.front(), 1.0F);
    QCOMPARE(yesterday.line(Held, now + 30s).back(), 121.0F);
    QCOMPARE(yesterday.line(Held, now + 1h + 1min).back(), NumberSeries::nothing);
    QVERIFY(yesterday.line(Held, now + 3h).empty());
    QVERIFY(yesterday.line(Waiters, now).empty());
}

void tst_NumberSeries::theFeedCountsChangeByChange()
{
    Fed fed;
    fed.put(upServer());
    fed.put(fairLock("ledger", fed.clock, 3));
    fed.put(heldLock("orders", fed.clock));
    watch::LockRecord overdue = heldLock("late", fed.clock);
    overdue.holds.front().watchdog = watch::Watchdog::Overdue;
    fed.put(overdue);
    watch::LockRecord busy = heldLock("busy", fed.clock);
    busy.state = watch::LockState::Contended;
    busy.waitingConnections = 2;
    fed.put(busy);
    fed.put(countedLock("printers", "semaphore", 3, fed.clock));
    LockNumbers expected{
        .locks = 5, .held = 4, .contended = 2, .waiters = 3, .connections = 2, .overdue = 1};
    QTRY_VERIFY(fed.feed->numbers() == expected);
    fed.put(heldLock("ledger", fed.clock));
    fed.mailbox->put(busy.id, watch::LockPointer());
    expected = {.locks = 4, .held = 3, .overdue = 1};
    QTRY_VERIFY(fed.feed->numbers() == expected);
    QCOMPARE(fed.feed->series().line(Waiters)[lastPoint], 3.0F); // the highest in the step
    // One that is made later finds the same.
    const NumbersFeed other(fed.client, fed.clock, &fed.owner);
    QVERIFY(other.numbers() == expected);
    QVERIFY(fed.client.picture().removeDeployment({0}));
    QVERIFY(fed.feed->numbers() == LockNumbers());
    QVERIFY(!fed.feed->heardAt({0}));
}

void tst_NumberSeries::theFeedKnowsWhenAServerWasHeard()
{
    Fed fed;
    fed.put(upServer());
    QTRY_VERIFY(fed.feed->heardAt({0}));
    QCOMPARE(*fed.feed->heardAt({0}), fed.clock.now());
    fed.clock.advance(20s);
    fed.put(heldLock("orders", fed.clock)); // any news of the server
    QTRY_COMPARE(*fed.feed->heardAt({0}), fed.clock.now());
    const Instant last = fed.clock.now();
    fed.clock.advance(20s);
    fed.put(lostServer(fed.clock, 1s));
    QTRY_VERIFY(fed.client.servers().rowAt(0).server.state == watch::ServerState::Down);
    QCOMPARE(*fed.feed->heardAt({0}), last);
    QVERIFY(!fed.feed->heardAt({7}));
}

void tst_NumberSeries::whatAPauseHeldBackIsNotCounted()
{
    Fed fed;
    fed.put(upServer());
    QTRY_VERIFY(fed.feed->heardAt({0}));
    fed.mailbox->post(eventOf(watch::EventType::Acquired, "orders", fed.clock));
    const auto isCounted = [&] {
        const auto rate = fed.feed->series().rate(Acquisitions, fed.clock.now());
        return rate && *rate > 0;
    };
    QTRY_VERIFY(isCounted());
    fed.client.setPaused(true);
    fed.mailbox->post(eventOf(watch::EventType::Acquired, "orders", fed.clock));
    fed.clock.advance(10min);
    fed.client.setPaused(false);
    QTRY_COMPARE(fed.client.events().eventCount(), std::size_t(2));
    QVERIFY(!isCounted());
}

LOCKSCOPE_TEST_SUITE(tst_NumberSeries)
#include "tst_numberseries.moc"
