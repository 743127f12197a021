// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "ui/timeline/timelinepane.h"
#include "ui/timeline/timelinesteps.h"

#include <QLabel>
#include <QLineEdit>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using watch::EventType;

// Tests the steps on the timeline: holds, actions and times without sight.
class tst_TimelineSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void allThatHappenedToALockIsInOrder();
    void onlyWhatConcernsTheLock();
    void stepsEndAtTheEnds();
    void nobodyIsCaughtBetweenTwins();
    void whatWentOnAtATime();
    void marksAreChosenByKeysAndMouse();
    void anOutageIsFollowedToItsEnd();
    void aTimeIsShownWithWhatWentOn();

private:
    void note(EventType type, const QByteArray &lock = "orders")
    {
        m_history.note(eventOf(type, lock, m_clock));
    }
    void noteServer(EventType type, int server = 0)
    {
        watch::Event event;
        event.at = m_clock.wallNow();
        event.type = type;
        event.deploymentId = {server};
        event.serverId = {server};
        event.detail = u"refused"_s;
        m_history.note(event);
    }
    void noteAction(const QByteArray &lock = "orders", int server = 0)
    {
        m_history.note(insight::OperatorMark{
            m_clock.wallNow(), {server, LockName(lock)}, "force-unlock", true, u"done"_s});
    }
    void noteSome();
    std::vector<TimelineStep> steps(const QByteArray &lock = "orders") const
    {
        return timelineSteps(m_history, m_history.find({0, LockName(lock)}));
    }
    // A letter for each: hold, action, outage, gap.
    static QString kinds(const std::vector<TimelineStep> &steps);

    StandingClock m_clock;
    insight::HoldHistory m_history;
};

void tst_TimelineSteps::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    m_history = insight::HoldHistory();
}

// In twenty seconds a hold that is ended from here, an outage, and a hold that lasts.
void tst_TimelineSteps::noteSome()
{
    note(EventType::Acquired);
    m_clock.advance(5s);
    note(EventType::ForceUnlocked);
    noteAction();
    m_clock.advance(5s);
    noteServer(EventType::ServerDown);
    m_clock.advance(5s);
    noteServer(EventType::ServerUp);
    m_clock.advance(5s);
    note(EventType::Acquired);
    m_clock.advance(5s);
}

QString tst_TimelineSteps::kinds(const std::vector<TimelineStep> &steps)
{
    QString text;
    for (const TimelineStep &step : steps) {
        const auto *hole = step.mark ? std::get_if<insight::WatchHole>(&*step.mark) : nullptr;
        text += step.hold ? u'h' : !hole ? u'a' : hole->isOutage ? u'o' : u'g';
    }
    return text;
}

void tst_TimelineSteps::allThatHappenedToALockIsInOrder()
{
    noteSome();
    note(EventType::Gap);
    const auto all = steps();
    QCOMPARE(kinds(all), u"haohg"_s);
    QVERIFY(std::is_sorted(all.begin(), all.end(),
                           [](const auto &a, const auto &b) { return a.from() < b.from(); }));
    QCOMPARE(all[0].to(), std::optional(all[1].from()));
    QCOMPARE(all[1].to(), std::optional(all[1].from())); // an instant
    QCOMPARE(all[2].to(), std::optional(all[2].from() + 5000));
    QVERIFY(all[3].isOpen());
    QVERIFY(!all[4].isOpen());
}

void tst_TimelineSteps::onlyWhatConcernsTheLock()
{
    noteSome();
    note(EventType::Acquired, "other");
    note(EventType::Gap, "other"); // of that lock alone
    noteAction("other");
    noteAction("orders", 1);
    noteServer(EventType::ServerDown, 1);
    QCOMPARE(kinds(steps()), u"haoh"_s);
    noteServer(EventType::Gap, -1); // of all
    QCOMPARE(kinds(steps()), u"haohg"_s);
    QCOMPARE(kinds(steps("other")), u"ohagg"_s);
}

void tst_TimelineSteps::stepsEndAtTheEnds()
{
    QVERIFY(!stepBeside({}, nullptr, true));
    noteSome();
    const auto all = steps();
    const TimelineStep *step = stepBeside(all, nullptr, false);
    QString back;
    for (int i = 0; i < 6; ++i) {
        back += kinds({*step});
        step = stepBeside(all, step, false);
    }
    QCOMPARE(back, u"hoahhh"_s);
    QCOMPARE(step, &all.front());
    for (int i = 0; i < 6; ++i)
        step = stepBeside(all, step, true);
    QCOMPARE(step, &all.back());
    // A step that is gone leads to the end.
    TimelineStep gone = all.front();
    gone.hold->from -= 1;
    QCOMPARE(stepBeside(all, &gone, true), &all.back());
}

// Several equal steps may have the same instant.
void tst_TimelineSteps::nobodyIsCaughtBetweenTwins()
{
    note(EventType::Acquired);
    m_clock.advance(1s);
    for (int i = 0; i < 3; ++i)
        note(EventType::Gap);
    m_clock.advance(1s);
    note(EventType::Released);
    m_clock.advance(1s);
    note(EventType::Acquired);
    const auto all = steps();
    QCOMPARE(kinds(all), u"hgggh"_s);
    QCOMPARE(stepBeside(all, stepBeside(all, &all.front(), true), true), &all.back());
    QCOMPARE(stepBeside(all, stepBeside(all, &all.back(), false), false), &all.front());
}

void tst_TimelineSteps::whatWentOnAtATime()
{
    const WallInstant begin = m_clock.wallNow();
    noteSome();
    const auto all = steps();
    QCOMPARE(stepAt(all, begin + 2s), &all[0]);
    QCOMPARE(stepAt(all, begin + 5s), &all[0]); // its end, and an action
    QCOMPARE(stepAt(all, begin + 12s), &all[2]);
    QCOMPARE(stepAt(all, begin + 1h), &all[3]); // it lasts
    QCOMPARE(stepAt(all, begin - 500ms), &all[0]);
    QVERIFY(!stepAt(all, begin - 5s));
    QVERIFY(!stepAt(all, begin + 7s));
    QVERIFY(!stepAt({}, begin));
}

void tst_TimelineSteps::marksAreChosenByKeysAndMouse()
{
    noteSome();
    ServerModel servers;
    servers.mergeOne(upServer());
    TimelinePane pane(m_history, servers, m_clock);
    pane.resize(1000, 400);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    TimelineView &view = pane.view();
    view.refreshRows();
    view.showAll();
    const auto *detail = findNamed<QLabel>(pane, "timelineDetail");
    const auto press = [&](Qt::Key key) { QTest::keyClick(&view, key, Qt::ControlModifier); };
    QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY(view.choice()->isLockAlone());
    press(Qt::Key_Left);
    press(Qt::Key_Left);
    QVERIFY(view.choice()->mark && !view.choice()->hold);
    QVERIFY2(detail->text().contains(u"no connection from"_s), qPrintable(detail->text()));
    QVERIFY(detail->text().contains(u"refused"_s));
    press(Qt::Key_Left);
    QVERIFY2(detail->text().startsWith(u"orders: force-unlock by Lockscope at"_s),
             qPrintable(detail->text()));
    QVERIFY(detail->text().endsWith(u"done"_s));
    press(Qt::Key_Left);
    QVERIFY(view.choice()->hold && !view.choice()->mark);
    press(Qt::Key_Right);
    QVERIFY(std::holds_alternative<insight::OperatorMark>(*view.choice()->mark));
    // A step out of sight is centred.
    view.zoom(40);
    press(Qt::Key_Right);
    const int middle = view.scale().width / 2;
    QVERIFY(std::abs(view.scale().pixelOf(view.choice()->from()) - middle) <= 1);
    // By the mouse: the diamond lies on the end of the bar, the hatching beneath none.
    view.showAll();
    view.refreshRows();
    const int names = view.viewport()->width() - view.scale().width;
    const int y = view.rowRect(0).center().y();
    const auto all = steps();
    const auto click = [&](qint64 at, Qt::MouseButton button) {
        QTest::mouseClick(view.viewport(), button, {}, {names + view.scale().pixelOf(at), y});
    };
    click(all[1].from(), Qt::LeftButton);
    QVERIFY(view.choice()->mark && view.choice()->isSameAs(all[1]));
    click(all[2].from() + 2500, Qt::RightButton); // before the menu
    QVERIFY(view.choice()->isSameAs(all[2]));
    click(all[0].from() + 2500, Qt::LeftButton);
    QVERIFY(view.choice()->isSameAs(all[0]));
    QVERIFY(!view.toolTipAt({names / 2, y}).contains(u"no connection"_s)); // over the name
    view.grab(); // the choice is painted
}

void tst_TimelineSteps::anOutageIsFollowedToItsEnd()
{
    note(EventType::Acquired);
    m_clock.advance(5s);
    noteServer(EventType::ServerDown);
    ServerModel servers;
    TimelinePane pane(m_history, servers, m_clock);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    TimelineView &view = pane.view();
    view.refreshRows();
    const auto *detail = findNamed<QLabel>(pane, "timelineDetail");
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(view.choice()->isOpen() && view.choice()->mark);
    QVERIFY(detail->text().contains(u"no connection since"_s));
    m_clock.advance(5s);
    noteServer(EventType::ServerUp);
    view.refreshRows();
    QVERIFY(!view.choice()->isOpen());
    QVERIFY2(detail->text().contains(u"no connection from"_s), qPrintable(detail->text()));
}

void tst_TimelineSteps::aTimeIsShownWithWhatWentOn()
{
    const WallInstant begin = m_clock.wallNow();
    noteSome();
    ServerModel servers;
    TimelinePane pane(m_history, servers, m_clock);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    const watch::LockId lock{0, LockName("orders")};
    QVERIFY(pane.reveal(lock, begin + 2s));
    QVERIFY(pane.view().choice()->isSameAs(steps()[0]));
    QVERIFY(pane.reveal(lock, begin + 7s));
    QVERIFY(pane.view().choice()->isLockAlone());
    QVERIFY(!pane.reveal({0, LockName("unknown")}, begin));
    QVERIFY(!pane.reveal({-1, LockName("orders")}));
    // A lock beyond those that there is room for is looked for by its name.
    for (std::size_t i = 0; i < mostLanes; ++i)
        note(EventType::Acquired, "new" + QByteArray::number(i));
    m_clock.advance(1s);
    for (std::size_t i = 0; i < mostLanes; ++i)
        note(EventType::Renewed, "new" + QByteArray::number(i));
    pane.view().refreshRows();
    QCOMPARE(pane.view().rows().lanes.size(), mostLanes);
    QVERIFY(pane.reveal(lock, begin + 2s));
    QCOMPARE(findNamed<QLineEdit>(pane, "timelineFilter")->text(), u"orders"_s);
    QCOMPARE(pane.view().choice()->lock, lock);
}

LOCKSCOPE_TEST_SUITE(tst_TimelineSteps)
#include "tst_timelinesteps.moc"
