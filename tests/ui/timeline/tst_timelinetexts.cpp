// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/timeline/timelinetexts.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using watch::EventType;

class tst_TimelineTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void namesTheServerWhereThereAreSeveral();
    void saysWhatIsSeenOfALock();
};

void tst_TimelineTexts::namesTheServerWhereThereAreSeveral()
{
    const StandingClock clock;
    const watch::HoldHistory history;
    TimelineTexts texts(history, clock);
    const watch::LockId lock = heldLock("orders", clock).id;
    QCOMPARE(texts.name(lock), u"orders"_s);
    texts.setServerLabels([](watch::DeploymentId) { return u"red"_s; });
    QCOMPARE(texts.name(lock), u"orders on red"_s);
    texts.setServerLabels([](watch::DeploymentId) { return QString(); });
    QCOMPARE(texts.name(lock), u"orders"_s);
    QCOMPARE(texts.merged(4), u"4 holds, the last one:"_s);
}

void tst_TimelineTexts::saysWhatIsSeenOfALock()
{
    StandingClock clock;
    watch::HoldHistory history;
    const watch::LockId lock = heldLock("orders", clock).id;
    history.note(eventOf(EventType::Acquired, "orders", clock));
    const TimelineTexts texts(history, clock);
    const auto lane = history.find(lock);
    clock.advance(2s);
    const QString held = texts.lane(lane);
    QVERIFY2(held.endsWith(u"holds: 1"_s) && !held.startsWith(u"not held"_s), qPrintable(held));
    QCOMPARE(texts.hold(history.open(lane)[0]) + u"; waiters unknown; holds: 1"_s, held);
    history.note(eventOf(EventType::Released, "orders", clock));
    history.note(watch::OperatorMark{clock.wallNow(), lock, "force-unlock", true, u"done"_s});
    QCOMPARE(texts.lane(lane), u"not held; waiters unknown; holds: 1; your actions: 1"_s);
    QVERIFY(texts.mark(history.actions().front()).contains(u"force-unlock"_s));
}

LOCKSCOPE_TEST_SUITE(tst_TimelineTexts)
#include "tst_timelinetexts.moc"
