// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/timeline/timelinegeometry.h"
#include "ui/timeline/timelinerows.h"

#include <QTest>

#include <random>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;

namespace {

WallInstant at(qint64 millis)
{
    return WallInstant(Millis(millis));
}

void note(insight::HoldHistory &history, watch::EventType type, qint64 millis,
          const QByteArray &lock = "a", const QByteArray &owner = "ann",
          watch::Mode mode = watch::Mode::Exclusive)
{
    watch::Event event;
    event.at = at(millis);
    event.type = type;
    event.name = LockName(lock);
    event.deploymentId = {0};
    event.owner = OwnerId(owner);
    event.mode = mode;
    history.note(event);
}

void hold(insight::HoldHistory &history, qint64 from, qint64 to, const QByteArray &lock = "a",
          const QByteArray &owner = "ann", watch::Mode mode = watch::Mode::Exclusive)
{
    note(history, watch::EventType::Acquired, from, lock, owner, mode);
    note(history, watch::EventType::Released, to, lock, owner, mode);
}

TimelineLane laneOf(const insight::HoldHistory &history, const TimeScale &scale, qint64 now = 1000,
                    const char *lock = "a")
{
    return timelineLane(history, history.find({0, LockName(lock)}), scale, now);
}

// "0+10x1 ..." : x, width and how many are in it.
QByteArray told(const TimelineLane &lane)
{
    QByteArrayList bars;
    for (const TimelineBar &bar : lane.bars) {
        QByteArray text = QByteArray::number(bar.x) + '+' + QByteArray::number(bar.width);
        if (bar.merged > 1)
            text += 'x' + QByteArray::number(bar.merged);
        if (bar.row > 0)
            text += '/' + QByteArray::number(bar.row);
        bars += text;
    }
    return bars.join(' ');
}

TimelineRows timelineRows(const insight::HoldHistory &history, const QString &text,
                          TimelineOrder order, std::size_t most = mostLanes)
{
    return TimelineSieve(history).rows(text, order, most);
}

QStringList names(const insight::HoldHistory &history, const TimelineRows &rows)
{
    QStringList names;
    for (const auto lane : rows.lanes)
        names += QString::fromUtf8(history.lockOf(lane).name.bytes);
    return names;
}

} // namespace

class tst_TimelineGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timesAndPixelsAreTheSame()
    {
        const TimeScale scale = TimeScale::fitting(1000, 3000, 200);
        QCOMPARE(scale.msPerPixel, 10.0);
        QCOMPARE(scale.pixelOf(1000), 0);
        QCOMPARE(scale.pixelOf(1999), 99);
        QCOMPARE(scale.pixelOf(3000), 200);
        QCOMPARE(scale.timeAt(50), 1500.0);
        QVERIFY(scale.pixelOf(std::numeric_limits<qint64>::max()) < 250); // no overflow
        QVERIFY(scale.pixelOf(std::numeric_limits<qint64>::min()) > -50);
        QCOMPARE(scale.withWidth(100).to(), 3000.0);
        QCOMPARE(scale.panned(10).from, 1100.0);
        QCOMPARE(scale.endingAt(5000).to(), 5000.0);
    }

    void zoomingKeepsTheTimeUnderThePointer()
    {
        std::minstd_rand random(1);
        TimeScale scale = TimeScale::fitting(1.7e12, 1.7e12 + 60'000, 1280);
        for (int i = 0; i < 500; ++i) {
            const double x = double(random() % 1280);
            const double before = scale.timeAt(x);
            scale = scale.zoomed(random() % 2 ? 1.7 : 0.6, x);
            QVERIFY(std::abs(scale.timeAt(x) - before) <= scale.msPerPixel / 100 + 0.001);
            QVERIFY(scale.msPerPixel >= TimeScale::closest);
            QVERIFY(scale.msPerPixel * scale.width <= double(TimeScale::widest) * 1.001);
        }
    }

    void ticksAreRoundAndFarEnoughApart()
    {
        for (double span = 50; span < 4e10; span *= 3) {
            const TimeScale scale = TimeScale::fitting(123'456'789, 123'456'789 + span, 1000);
            const TimeTicks ticks = timeTicks(scale, 90);
            QVERIFY(double(ticks.step) >= 90 * scale.msPerPixel);
            QVERIFY2(ticks.at.size() <= 12, qPrintable(QString::number(span)));
            for (const qint64 tick : ticks.at) {
                QCOMPARE(tick % ticks.step, 0);
                QVERIFY(double(tick) >= scale.from && double(tick) < scale.to());
            }
        }
        QCOMPARE(timeTicks(TimeScale::fitting(0, 60'000, 600), 100).step, 10'000);
    }

    void holdsAreBars()
    {
        insight::HoldHistory history;
        hold(history, 100, 200);
        hold(history, 200, 300, "a", "bob");
        note(history, watch::EventType::Acquired, 500);
        const TimeScale scale = TimeScale::fitting(0, 1000, 100);
        QCOMPARE(told(laneOf(history, scale, 700)), QByteArray("10+10 20+10 50+20"));
        // Out of sight on both sides.
        QCOMPARE(told(laneOf(history, TimeScale::fitting(150, 250, 100), 700)),
                 QByteArray("-8+58 50+58"));
        QVERIFY(laneOf(history, TimeScale::fitting(310, 490, 100), 700).bars.empty());
    }

    void whatIsTooShortIsSeenAsOne()
    {
        insight::HoldHistory history;
        for (int i = 0; i < 1000; ++i)
            hold(history, 10 * i, 10 * i + 5);
        const TimelineLane lane = laneOf(history, TimeScale::fitting(0, 10'000, 10), 20'000);
        QVERIFY(lane.bars.size() <= 10);
        int holds = 0;
        for (const TimelineBar &bar : lane.bars)
            holds += bar.merged;
        QCOMPARE(holds, 1000);
        QCOMPARE(lane.bars.back().interval.to, 9995);
        // Bars never lie on each other.
        for (std::size_t i = 1; i < lane.bars.size(); ++i)
            QVERIFY(lane.bars[i].x >= lane.bars[i - 1].x + lane.bars[i - 1].width);
    }

    void readersHaveRowsOfTheirOwn()
    {
        insight::HoldHistory history;
        constexpr auto read = watch::Mode::Read;
        note(history, watch::EventType::Acquired, 100, "a", "ann", read);
        hold(history, 200, 400, "a", "bob", read);
        hold(history, 450, 500, "a", "bob", read);
        const TimeScale scale = TimeScale::fitting(0, 1000, 100);
        TimelineLane lane = laneOf(history, scale, 600);
        QCOMPARE(told(lane), QByteArray("10+50 20+20/1 45+5/1"));
        QCOMPARE(lane.rows, 2);
        for (const char *owner : {"c", "d", "e", "f", "g"})
            note(history, watch::EventType::Acquired, 300, "a", owner, read);
        lane = laneOf(history, scale, 600);
        QCOMPARE(lane.rows, mostRows);
        int holds = 0;
        for (const TimelineBar &bar : lane.bars)
            holds += bar.merged;
        QCOMPARE(holds, 8);
    }

    void marksAreOnTheirBars()
    {
        insight::HoldHistory history;
        constexpr auto read = watch::Mode::Read;
        using enum watch::EventType;
        note(history, Acquired, 100, "a", "ann", read);
        note(history, Acquired, 200, "a", "bob", read);
        note(history, Renewed, 300, "a", "bob", read);
        note(history, Renewed, 301, "a", "bob", read);
        note(history, RenewalOverdue, 400, "a", "ann", read);
        const TimelineLane lane = laneOf(history, TimeScale::fitting(0, 1000, 100), 600);
        QCOMPARE(lane.ticks,
                 std::vector<TimelineTick>({{40, 0, insight::HoldMark::Type::Overdue},
                                            {30, 1, insight::HoldMark::Type::Renewed}}));
    }

    void theHoldUnderThePointerIsFound()
    {
        insight::HoldHistory history;
        hold(history, 100, 200);
        hold(history, 300, 301);
        const TimelineLane lane = laneOf(history, TimeScale::fitting(0, 1000, 100));
        QCOMPARE(barAt(lane, 15, 0, 3)->interval.from, 100);
        QCOMPARE(barAt(lane, 28, 0, 3)->interval.from, 300);
        QCOMPARE(barAt(lane, 25, 0, 3), nullptr);
        QCOMPARE(barAt(lane, 15, 1, 3), nullptr);
    }

    void rowsAreFilteredSortedAndBounded()
    {
        insight::HoldHistory history;
        hold(history, 10, 20, "orders", "ann");
        hold(history, 10, 50, "Bills", "bob");
        hold(history, 60, 70, "Bills", "carol");
        hold(history, 30, 40, "stock", "ann");
        using enum TimelineOrder;
        QCOMPARE(names(history, timelineRows(history, {}, Name)),
                 (QStringList{u"Bills"_s, u"orders"_s, u"stock"_s}));
        QCOMPARE(names(history, timelineRows(history, {}, Latest)),
                 (QStringList{u"Bills"_s, u"stock"_s, u"orders"_s}));
        QCOMPARE(names(history, timelineRows(history, {}, Holds)).first(), u"Bills"_s);
        QCOMPARE(names(history, timelineRows(history, u"bill"_s, Name)), QStringList{u"Bills"_s});
        QCOMPARE(names(history, timelineRows(history, u"ANN"_s, Name)),
                 (QStringList{u"orders"_s, u"stock"_s}));
        const TimelineRows two = timelineRows(history, {}, Name, 2);
        QCOMPARE(names(history, two), (QStringList{u"Bills"_s, u"stock"_s}));
        QCOMPARE(two.matching, 3u);
        QVERIFY(timelineRows(history, u"nobody"_s, Name).lanes.empty());
    }

    void otherLettersAreFoundInAnyCase()
    {
        insight::HoldHistory history;
        hold(history, 10, 20, "Ärger", "ann");
        hold(history, 10, 20, "\xffRaw", "ann");
        hold(history, 10, 20, "plain", "Ölaf");
        const auto found = [&](const QString &text) {
            return timelineRows(history, text, TimelineOrder::Name).lanes.size();
        };
        QCOMPARE(found(u"äRG"_s), 1u);
        QCOMPARE(found(u"RAW"_s), 1u);
        QCOMPARE(found(u"öl"_s), 1u);
        QCOMPARE(found(u"a longer text than any of the names"_s), 0u);
    }

    // Lanes without changes are not looked at again.
    void onlyWhatHasChangedIsLookedAt()
    {
        insight::HoldHistory history;
        for (int i = 0; i < 1000; ++i)
            hold(history, i, i + 1, "orders:" + QByteArray::number(i), "ann");
        TimelineSieve sieve(history);
        QCOMPARE(sieve.rows(u"orders:99"_s, TimelineOrder::Name).matching, 11u);
        QCOMPARE(sieve.looked(), 1000u);
        hold(history, 2000, 2001, "orders:5", "ann");
        hold(history, 2000, 2001, "orders:99x", "ann");
        QCOMPARE(sieve.rows(u"orders:99"_s, TimelineOrder::Latest).matching, 12u);
        QCOMPARE(sieve.looked(), 2u);
        QCOMPARE(sieve.rows(u"orders:99"_s, TimelineOrder::Name).matching, 12u);
        QCOMPARE(sieve.looked(), 0u);
        // An owner that gets a name has it everywhere.
        history.rename([](const OwnerId &) { return Alias{"checkout", {}}; });
        QCOMPARE(sieve.rows(u"orders:99"_s, TimelineOrder::Name).matching, 12u);
        QCOMPARE(sieve.rows(u"CHECK"_s, TimelineOrder::Name).matching, 1001u);
        history.rename([](const OwnerId &) { return Alias(); });
        QCOMPARE(sieve.rows(u"CHECK"_s, TimelineOrder::Name).matching, 0u);
        QCOMPARE(sieve.looked(), 0u);
    }

    // However lanes and the numbers of owners are used again: as one that begins anew finds it.
    void whatIsRememberedIsNeverStale()
    {
        std::minstd_rand random(11);
        insight::HoldHistory history({60, 100, 10});
        TimelineSieve sieve(history);
        const QString texts[] = {{}, u"a1"_s, u"o1"_s, u"svc"_s};
        QString text;
        for (int step = 0; step < 3000; ++step) {
            const QByteArray lock = "a" + QByteArray::number(int(random() % 40));
            const QByteArray owner = "o" + QByteArray::number(int(random() % 30));
            const auto type =
                random() % 3 ? watch::EventType::Acquired : watch::EventType::Released;
            note(history, type, step, lock, owner);
            if (random() % 50 == 0)
                history.rename([&](const OwnerId &) {
                    return random() % 4 ? Alias() : Alias{"svc", {}};
                });
            if (random() % 90 == 0)
                history.noteLeft({0}, at(step));
            if (random() % 20 == 0)
                text = texts[random() % std::size(texts)];
            if (random() % 3 != 0)
                continue;
            const TimelineRows known = sieve.rows(text, TimelineOrder::Latest, 10);
            const TimelineRows fresh = timelineRows(history, text, TimelineOrder::Latest, 10);
            QCOMPARE(known.lanes, fresh.lanes);
            QCOMPARE(known.matching, fresh.matching);
        }
    }
};

LOCKSCOPE_TEST_SUITE(tst_TimelineGeometry)
#include "tst_timelinegeometry.moc"
