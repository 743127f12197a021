// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/timeline/timelineview.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// The rows of a timeline over a history that has little room.
class tst_TimelineLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLaneThatIsUsedAgainIsNotShownForAnother();
    void rowsFollowFilterAndHistory();
};

// Before the rows are looked at again: the clock stands still.
void tst_TimelineLanes::aLaneThatIsUsedAgainIsNotShownForAnother()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    StandingClock clock;
    insight::HoldHistory::Limits limits;
    limits.intervals = 2;
    insight::HoldHistory history(limits);
    const auto note = [&](watch::EventType type, const QByteArray &lock) {
        watch::Event event = eventOf(type, lock, clock);
        event.owner = OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7");
        history.note(event);
    };
    for (const char *name : {"alpha", "beta"}) {
        note(watch::EventType::Acquired, name);
        note(watch::EventType::Released, name);
    }
    TimelineView view(history, clock);
    view.resize(800, 300);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.setFilter(u"alpha"_s);
    QCOMPARE(view.count(), 1);
    const auto lane = view.rows().lanes.front();
    note(watch::EventType::Acquired, "gamma"); // one too many
    note(watch::EventType::Acquired, "delta");
    QVERIFY(history.lockOf(lane).name == LockName("delta"));
    view.viewport()->repaint();
    QCOMPARE(view.count(), 0);
}

void tst_TimelineLanes::rowsFollowFilterAndHistory()
{
    const StandingClock clock;
    insight::HoldHistory history;
    history.note(eventOf(watch::EventType::Acquired, "beta", clock));
    history.note(eventOf(watch::EventType::Acquired, "alpha", clock));
    TimelineLanes lanes(history);
    QVERIFY(lanes.isNewsMissing());
    lanes.refresh();
    QVERIFY(!lanes.isNewsMissing());
    QCOMPARE(lanes.count(), 2);
    QVERIFY(lanes.lockAt(0).name == LockName("alpha"));
    QCOMPARE(lanes.rowOf(lanes.lockAt(1)), 1);
    lanes.setFilter(u" beta "_s);
    QCOMPARE(lanes.count(), 2); // not before they are taken
    lanes.take();
    QCOMPARE(lanes.count(), 1);
    QCOMPARE(lanes.rowOf(heldLock("alpha", clock).id), -1);
    QCOMPARE(lanes.rowOf(heldLock("never", clock).id), -1);
    history.note(eventOf(watch::EventType::Renewed, "beta", clock));
    QVERIFY(lanes.isNewsMissing());
    QVERIFY(!lanes.isOutdated()); // it is still the same lock
}

LOCKSCOPE_TEST_SUITE(tst_TimelineLanes)
#include "tst_timelinelanes.moc"
