// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/timeline/timelinelayout.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using watch::EventType;

class tst_TimelineLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_history = insight::HoldHistory();
        m_lanes.clear();
        for (const QByteArray name : {"a", "b", "c", "d"}) {
            m_history.note(eventOf(EventType::Acquired, name, m_clock));
            m_lanes.push_back(m_history.find(heldLock(name, m_clock).id));
        }
    }

    void lanesLieBeneathTheAxis();
    void scrollsUntilTheLastIsInSight();
    void tellsWhatIsAtAPlace();

private:
    qint64 now() const { return m_clock.wallNow().time_since_epoch().count(); }
    TimelineLayout::Scroll layOut(TimelineLayout &layout, int first, int height) const
    {
        return layout.layOut(m_lanes, first, {600, height}, {double(now() - 1000), 10, 500}, now());
    }
    int laneHeight() const { return m_painter.rowHeight() + 2 * m_painter.gap(); }

    const StandingClock m_clock;
    insight::HoldHistory m_history;
    std::vector<insight::HoldHistory::Lane> m_lanes;
    const TimelinePainter m_painter;
};

void tst_TimelineLayout::lanesLieBeneathTheAxis()
{
    TimelineLayout layout(m_history, m_painter);
    layOut(layout, 1, m_painter.axisHeight() + 2 * laneHeight());
    QCOMPARE(layout.shown().size(), std::size_t(2));
    QVERIFY(layout.rectOf(0).isEmpty());
    QCOMPARE(layout.rectOf(1), QRect(0, m_painter.axisHeight(), 600, laneHeight()));
    QCOMPARE(layout.rectOf(2).top(), layout.rectOf(1).bottom() + 1);
    QVERIFY(layout.rectOf(3).isEmpty());
}

void tst_TimelineLayout::scrollsUntilTheLastIsInSight()
{
    TimelineLayout layout(m_history, m_painter);
    const int room = m_painter.axisHeight() + 3 * laneHeight();
    QCOMPARE(layOut(layout, 0, room).last, 1);
    QCOMPARE(layOut(layout, 0, room).pageStep, 3);
    QCOMPARE(layOut(layout, 0, room + laneHeight()).last, 0);
    QCOMPARE(layOut(layout, 0, 1).last, 3); // one at least
    QCOMPARE(layOut(layout, 0, 1).pageStep, 1);
}

void tst_TimelineLayout::tellsWhatIsAtAPlace()
{
    TimelineLayout layout(m_history, m_painter);
    layout.fitNames(10, 600);
    QCOMPARE(layout.lanesLeft(), 180); // not more than its part of the width
    layout.fitNames(1, 600);
    QCOMPARE(layout.lanesLeft(), 42);
    layOut(layout, 0, 500);
    QVERIFY(!layout.at({0, 0}));
    const TimelineLayout::Shown *const shown = layout.at(layout.rectOf(2).center());
    QVERIFY(shown);
    QCOMPARE(shown->row, 2);
    // The current hold begins now, at 1000 ms of 10 a pixel.
    const int y = shown->area.center().y();
    QVERIFY(layout.barAt(*shown, {42 + 101, y}));
    QVERIFY(!layout.barAt(*shown, {42 + 50, y}));
    QVERIFY(!layout.barAt(*shown, {41, y})); // a name
}

LOCKSCOPE_TEST_SUITE(tst_TimelineLayout)
#include "tst_timelinelayout.moc"
