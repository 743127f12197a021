// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinepane.h"

#include <QComboBox>
#include <QToolButton>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Tests the controls above the lanes of the timeline: the order of the locks, and the shown time.
class tst_TimelineBar : public QObject
{
    Q_OBJECT

private:
    StandingClock m_clock;
    insight::HoldHistory m_history;
    std::unique_ptr<ServerModel> m_servers;
    std::unique_ptr<TimelinePane> m_pane;

    // Held for a second.
    void hold(const QByteArray &lock)
    {
        m_history.note(eventOf(watch::EventType::Acquired, lock, m_clock));
        m_clock.advance(1s);
        m_history.note(eventOf(watch::EventType::Released, lock, m_clock));
        m_clock.advance(1s);
    }
    TimelineView &view() { return m_pane->view(); }
    QStringList names()
    {
        QStringList all;
        for (int row = 0; row < view().count(); ++row)
            all += view().nameOf(row);
        return all;
    }
    void press(const char *button)
    {
        QTest::keyClick(findNamed<QToolButton>(*m_pane, button), Qt::Key_Space);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        applyTheme(Theme::Light);
        m_history = insight::HoldHistory();
        for (const char *lock : {"busy", "busy", "busy", "alpha", "late"})
            hold(lock);
        m_servers = std::make_unique<ServerModel>();
        m_servers->mergeOne(upServer());
        m_pane = std::make_unique<TimelinePane>(m_history, *m_servers, m_clock);
        m_pane->resize(1000, 400);
        m_pane->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
        view().refreshRows();
    }
    void cleanup()
    {
        m_pane.reset();
        m_servers.reset();
    }

    void theOrderOfTheLocksIsChosen()
    {
        auto *order = findNamed<QComboBox>(*m_pane, "timelineOrder");
        QCOMPARE(order->currentText(), u"By name"_s);
        QCOMPARE(names(), QStringList({u"alpha"_s, u"busy"_s, u"late"_s}));
        QTest::keyClick(&view(), Qt::Key_Down);
        QCOMPARE(view().choice()->lock.name, LockName("alpha"));
        QTest::keyClick(order, Qt::Key_Down);
        QCOMPARE(order->currentText(), u"Latest first"_s);
        QCOMPARE(names(), QStringList({u"late"_s, u"alpha"_s, u"busy"_s}));
        QCOMPARE(view().currentRow(), 1); // the choice stays
        QTest::keyClick(order, Qt::Key_Down);
        QCOMPARE(order->currentText(), u"Most holds first"_s);
        QCOMPARE(names(), QStringList({u"busy"_s, u"alpha"_s, u"late"_s}));
        hold("late");
        hold("late");
        hold("late");
        view().refreshRows();
        QCOMPARE(names().front(), u"late"_s);
    }

    void timeIsZoomedAndShownWhole()
    {
        const auto begin = double(m_history.begin()->time_since_epoch().count());
        const double wide = view().scale().msPerPixel;
        press("timelineZoomIn");
        QVERIFY(view().scale().msPerPixel < wide);
        press("timelineZoomOut");
        QCOMPARE(view().scale().msPerPixel, wide);
        for (int i = 0; i < 20; ++i)
            press("timelineZoomIn");
        QVERIFY(view().scale().from > begin); // the beginning is out of sight
        press("timelineAll");
        QVERIFY(view().scale().from < begin);
        QVERIFY(view().scale().to() > double(m_clock.wallNow().time_since_epoch().count()));
        const double all = view().scale().msPerPixel;
        press("timelineZoomOut");
        QVERIFY(view().scale().msPerPixel > all);
    }
    void anotherFontGivesNamesOtherRoom();
};

// Names get the room that their letters need.
void tst_TimelineBar::anotherFontGivesNamesOtherRoom()
{
    const int before = view().scale().width;
    QFont small = view().font();
    small.setPointSizeF(small.pointSizeF() / 2);
    view().setFont(small);
    QVERIFY(view().scale().width > before);
    view().setFont(QFont());
    QCOMPARE(view().scale().width, before);
}

LOCKSCOPE_TEST_SUITE(tst_TimelineBar)
#include "tst_timelinebar.moc"
