// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/timeline/timelineselection.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using watch::EventType;

class tst_TimelineSelection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_history = insight::HoldHistory();
    }

    void aLockAloneHasNoTime();
    void stepsToWhatIsBeside();
    void followsAHoldToItsEnd();

private:
    void note(EventType type) { m_history.note(eventOf(type, "orders", m_clock)); }
    insight::HoldHistory::Lane lane() const { return m_history.find(m_lock); }

    const watch::LockId m_lock = heldLock("orders", StandingClock()).id;
    StandingClock m_clock;
    insight::HoldHistory m_history;
};

void tst_TimelineSelection::aLockAloneHasNoTime()
{
    TimelineSelection selection(m_history);
    QCOMPARE(selection.row(), -1);
    QVERIFY(!selection.choice() && !selection.from());
    QVERIFY(!selection.follow());
    selection.choose(2, m_lock, {}, 5);
    QCOMPARE(selection.row(), 2);
    QVERIFY(selection.choice()->isLockAlone());
    QCOMPARE(selection.choice()->lock, m_lock);
    QCOMPARE(selection.choice()->holds, 0);
    QVERIFY(!selection.from());
    selection.setRow(-1); // filtered out, but still chosen
    QVERIFY(selection.choice());
}

void tst_TimelineSelection::stepsToWhatIsBeside()
{
    for (int i = 0; i < 2; ++i) {
        note(EventType::Acquired);
        m_clock.advance(1s);
        note(EventType::Released);
        m_clock.advance(1s);
    }
    const std::vector<TimelineStep> steps = timelineSteps(m_history, lane());
    QCOMPARE(steps.size(), std::size_t(2));
    TimelineSelection selection(m_history);
    const auto last = selection.beside(lane(), false);
    QVERIFY(last && last->isSameAs(steps[1]));
    selection.choose(0, m_lock, *last, 1);
    QCOMPARE(selection.from(), std::optional(steps[1].from()));
    const auto first = selection.beside(lane(), false);
    QVERIFY(first && first->isSameAs(steps[0]));
}

void tst_TimelineSelection::followsAHoldToItsEnd()
{
    note(EventType::Acquired);
    TimelineSelection selection(m_history);
    selection.choose(0, m_lock, timelineSteps(m_history, lane()).front(), 1);
    QVERIFY(selection.choice()->isOpen());
    m_clock.advance(3s);
    QVERIFY(!selection.follow());
    note(EventType::Released);
    QVERIFY(selection.follow());
    QVERIFY(!selection.choice()->isOpen());
    QCOMPARE(*selection.choice()->to() - selection.choice()->from(), qint64(3000));
    QVERIFY(!selection.follow()); // it has ended for good
}

LOCKSCOPE_TEST_SUITE(tst_TimelineSelection)
#include "tst_timelineselection.moc"
