// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/timeline/visibletime.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using watch::EventType;

class tst_VisibleTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_history = insight::HoldHistory();
    }

    void followsThePresentUntilItIsMoved();
    void zoomsAroundWhatIsInSight();
    void showsTheBeginningAndAll();
    void centresWhatIsOutOfSight();
    void anotherWidthIsNoMove();

private:
    StandingClock m_clock;
    insight::HoldHistory m_history;
};

void tst_VisibleTime::followsThePresentUntilItIsMoved()
{
    VisibleTime time(m_history, m_clock);
    time.setWidth(1000, true);
    QSignalSpy following(&time, &VisibleTime::followingChanged);
    QSignalSpy changed(&time, &VisibleTime::changed);
    QVERIFY(time.isFollowing());
    time.follow();
    QVERIFY(time.scale().to() > double(time.now())); // with some room ahead
    const double before = time.scale().to();
    m_clock.advance(5s);
    time.follow();
    QVERIFY(std::abs(time.scale().to() - before - 5000) < 1);
    QCOMPARE(changed.size(), 2);
    time.zoom(2); // it still follows
    QVERIFY(time.isFollowing());
    time.pan(-10);
    QVERIFY(!time.isFollowing());
    QCOMPARE(following.size(), 1);
    QCOMPARE(following.front().front().toBool(), false);
    time.pan(-10);
    QCOMPARE(following.size(), 1);
    time.setFollowing(true);
    QCOMPARE(following.size(), 2);
    QVERIFY(time.scale().to() > double(time.now()));
}

void tst_VisibleTime::zoomsAroundWhatIsInSight()
{
    VisibleTime time(m_history, m_clock);
    time.show({0, 100, 1000});
    time.zoom(2, 20'000);
    QCOMPARE(time.scale().msPerPixel, 50.0);
    QCOMPARE(time.scale().pixelOf(20'000), 200); // where it was
    time.show({0, 100, 1000});
    time.zoom(2, 200'000); // out of sight: the middle stays
    QCOMPARE(time.scale().pixelOf(50'000), 500);
    time.show({0, 100, 1000});
    time.zoomAt(2, 100);
    QCOMPARE(time.scale().pixelOf(10'000), 100);
}

void tst_VisibleTime::showsTheBeginningAndAll()
{
    VisibleTime time(m_history, m_clock);
    time.setWidth(1000, true);
    time.show(time.scale());
    const TimeScale before = time.scale();
    time.showBeginning(); // of nothing
    QCOMPARE(time.scale(), before);
    m_history.note(eventOf(EventType::Acquired, "orders", m_clock));
    const qint64 begin = time.now();
    m_clock.advance(1h);
    time.showBeginning();
    QVERIFY(std::abs(time.scale().from - double(begin)) < 1);
    time.showAll();
    QVERIFY(time.scale().from < double(begin) && time.scale().to() > double(time.now()));
    QVERIFY(!time.isFollowing());
}

void tst_VisibleTime::centresWhatIsOutOfSight()
{
    VisibleTime time(m_history, m_clock);
    time.show({0, 100, 1000});
    time.centreIfOutOfSight(1000);
    QCOMPARE(time.scale().from, 0.0);
    time.centreIfOutOfSight(200'000);
    QCOMPARE(time.scale().pixelOf(200'000), 500);
    time.centre(1000);
    QCOMPARE(time.scale().pixelOf(1000), 500);
}

void tst_VisibleTime::anotherWidthIsNoMove()
{
    VisibleTime time(m_history, m_clock);
    time.show({0, 100, 1000});
    QSignalSpy changed(&time, &VisibleTime::changed);
    time.setWidth(500, false);
    QCOMPARE(time.scale(), (TimeScale{50'000, 100, 500}));
    time.setWidth(1000, true);
    QCOMPARE(time.scale(), (TimeScale{50'000, 50, 1000}));
    QCOMPARE(changed.size(), 0);
}

LOCKSCOPE_TEST_SUITE(tst_VisibleTime)
#include "tst_visibletime.moc"
