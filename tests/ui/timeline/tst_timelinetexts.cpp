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
    void theServerGivesWayToTheName();
    void saysWhatIsSeenOfALock();
};

// Locks of one server whose names differ at their ends must not all look the same.
void tst_TimelineTexts::theServerGivesWayToTheName()
{
    const StandingClock clock;
    const insight::HoldHistory history;
    TimelineTexts texts(history, clock);
    texts.setServerLabels([](watch::DeploymentId) { return u"127.0.0.1:34693"_s; });
    const watch::LockId lock = heldLock("payment:payout:20527", clock).id;
    const QFontMetrics metrics{QFont()};
    const auto fitted = [&](const QString &room) {
        return texts.fittedName(lock, metrics, metrics.horizontalAdvance(room));
    };
    QCOMPARE(fitted(texts.name(lock)), texts.name(lock));
    const QString cut = fitted(u"payment:payout:20527 on 127.0.0.1"_s);
    QVERIFY2(cut.startsWith(u"payment:payout:20527 on …"_s) && cut.endsWith(u":34693"_s),
             qPrintable(cut));
    QCOMPARE(fitted(u"payment:payout:20527 on"_s), u"payment:payout:20527"_s);
    const QString narrow = fitted(u"payment:payout"_s);
    QVERIFY2(narrow.contains(u'…') && narrow.endsWith(u'7'), qPrintable(narrow));
}

void tst_TimelineTexts::namesTheServerWhereThereAreSeveral()
{
    const StandingClock clock;
    const insight::HoldHistory history;
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
    insight::HoldHistory history;
    const watch::LockId lock = heldLock("orders", clock).id;
    history.note(eventOf(EventType::Acquired, "orders", clock));
    const TimelineTexts texts(history, clock);
    const auto lane = history.find(lock);
    clock.advance(2s);
    const QString held = texts.lane(lane);
    QVERIFY2(held.endsWith(u"holds: 1"_s) && !held.startsWith(u"not held"_s), qPrintable(held));
    QCOMPARE(texts.hold(history.open(lane)[0]) + u"; waiters unknown; holds: 1"_s, held);
    history.note(eventOf(EventType::Released, "orders", clock));
    history.note(insight::OperatorMark{clock.wallNow(), lock, "force-unlock", true, u"done"_s});
    QCOMPARE(texts.lane(lane), u"not held; waiters unknown; holds: 1; your actions: 1"_s);
    QVERIFY(texts.mark(history.actions().front()).contains(u"force-unlock"_s));
}

LOCKSCOPE_TEST_SUITE(tst_TimelineTexts)
#include "tst_timelinetexts.moc"
