// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/timeline/timelineinput.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <QWidget>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using watch::EventType;

class tst_TimelineInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_time.show({0, 100, 1000});
        m_input.cancel();
    }

    void aClickPointsAtAPlace();
    void aDragMovesTheTime();
    void theWheelZoomsAndPans();
    void keysMoveTimeAndRows();

private:
    static QMouseEvent mouse(QEvent::Type type, const QPoint &at,
                             Qt::MouseButton button = Qt::LeftButton)
    {
        const bool isDown = type != QEvent::MouseButtonRelease;
        return {type, at, at, button, isDown ? button : Qt::NoButton, Qt::NoModifier};
    }
    bool press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        return m_input.key({QEvent::KeyPress, key, modifiers});
    }
    bool turn(const QPoint &angle, double x)
    {
        QWheelEvent event({x, 5}, {x, 5}, {}, angle, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        return m_input.wheel(&event, 100);
    }

    const StandingClock m_clock;
    const insight::HoldHistory m_history;
    VisibleTime m_time{m_history, m_clock};
    QWidget m_viewport;
    TimelineInput m_input{m_time, &m_viewport};
};

void tst_TimelineInput::aClickPointsAtAPlace()
{
    QSignalSpy pointed(&m_input, &TimelineInput::pointedAt);
    QSignalSpy opened(&m_input, &TimelineInput::placeOpened);
    m_input.press(mouse(QEvent::MouseButtonPress, {10, 20}));
    QVERIFY(m_input.isPressed());
    QCOMPARE(pointed.size(), 0); // it may become a drag
    m_input.release(mouse(QEvent::MouseButtonRelease, {10, 20}));
    QCOMPARE(pointed.size(), 1);
    QCOMPARE(pointed.front().front().toPoint(), QPoint(10, 20));
    QVERIFY(!m_input.isPressed());
    m_input.press(mouse(QEvent::MouseButtonPress, {5, 5}, Qt::RightButton));
    QCOMPARE(pointed.size(), 2); // before the menu
    QVERIFY(!m_input.isPressed());
    m_input.doubleClick(mouse(QEvent::MouseButtonDblClick, {7, 8}));
    QCOMPARE(opened.size(), 1);
}

void tst_TimelineInput::aDragMovesTheTime()
{
    QSignalSpy pointed(&m_input, &TimelineInput::pointedAt);
    m_input.press(mouse(QEvent::MouseButtonPress, {500, 20}));
    m_input.move(mouse(QEvent::MouseMove, {501, 20}));
    QCOMPARE(m_time.scale().from, 0.0); // a hand that shakes
    m_input.move(mouse(QEvent::MouseMove, {300, 20}));
    QCOMPARE(m_time.scale().from, 20'000.0);
    QCOMPARE(m_viewport.cursor().shape(), Qt::ClosedHandCursor);
    m_input.release(mouse(QEvent::MouseButtonRelease, {300, 20}));
    QCOMPARE(pointed.size(), 0);
    QVERIFY(m_viewport.cursor().shape() != Qt::ClosedHandCursor);
    // Hidden meanwhile: later moves are no drag.
    m_input.press(mouse(QEvent::MouseButtonPress, {500, 20}));
    m_input.cancel();
    m_input.move(mouse(QEvent::MouseMove, {100, 20}));
    QCOMPARE(m_time.scale().from, 20'000.0);
}

void tst_TimelineInput::theWheelZoomsAndPans()
{
    QVERIFY(!turn({0, 120}, 50)); // over the names
    QCOMPARE(m_time.scale().msPerPixel, 100.0);
    QVERIFY(turn({0, 120}, 100 + 200));
    QVERIFY(m_time.scale().msPerPixel < 100);
    QCOMPARE(m_time.scale().pixelOf(20'000), 200);
    const double from = m_time.scale().from;
    QVERIFY(turn({-120, 0}, 300));
    QVERIFY(m_time.scale().from > from);
}

void tst_TimelineInput::keysMoveTimeAndRows()
{
    QSignalSpy rows(&m_input, &TimelineInput::rowsMoved);
    QSignalSpy pages(&m_input, &TimelineInput::pagesMoved);
    QSignalSpy steps(&m_input, &TimelineInput::stepped);
    QSignalSpy zooms(&m_input, &TimelineInput::zoomed);
    QSignalSpy opened(&m_input, &TimelineInput::opened);
    QVERIFY(press(Qt::Key_Right));
    QCOMPARE(m_time.scale().from, 10'000.0);
    QVERIFY(press(Qt::Key_Left, Qt::ControlModifier));
    QCOMPARE(steps.front().front().toInt(), -1);
    QCOMPARE(m_time.scale().from, 10'000.0);
    QVERIFY(press(Qt::Key_Up) && press(Qt::Key_Down));
    QCOMPARE(rows.at(0).front().toInt(), -1);
    QCOMPARE(rows.at(1).front().toInt(), 1);
    QVERIFY(press(Qt::Key_PageDown));
    QCOMPARE(pages.front().front().toInt(), 1);
    QVERIFY(press(Qt::Key_Plus) && press(Qt::Key_Minus));
    QVERIFY(zooms.at(0).front().toDouble() > 1 && zooms.at(1).front().toDouble() < 1);
    QVERIFY(press(Qt::Key_Enter));
    QCOMPARE(opened.size(), 1);
    QVERIFY(!m_time.isFollowing());
    QVERIFY(press(Qt::Key_End));
    QVERIFY(m_time.isFollowing());
    QVERIFY(!press(Qt::Key_A));
}

LOCKSCOPE_TEST_SUITE(tst_TimelineInput)
#include "tst_timelineinput.moc"
