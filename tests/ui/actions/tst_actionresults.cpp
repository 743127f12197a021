// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/actions/actionfixture.h"
#include "tests/ui/fullwindow.h"
#include "tests/ui/pictures.h"
#include "ui/workbench/workbenchpane.h"

#include <QComboBox>
#include <QMenu>
#include <QRadioButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using admin::ActionType;
using Status = admin::Outcome::Status;

// Tests the options of actions, many locks at once, and the reports of outcomes.
class tst_ActionResults : public lockscope::test::ActionFixture
{
    Q_OBJECT

private Q_SLOTS:
    void releaseChoosesHolderAndAmount();
    void aChosenHolderWhoGoesIsNotReplaced();
    void removesTheWaiterChosenInTheQueue();
    void timeToLiveIsCheckedWhileTyping();
    void outcomesAreTold_data();
    void outcomesAreTold();
    void anAclRefusalDisablesForAWhile();
    void bulkListsEveryLockFirst();
    void tooManyAtOnceAreRefused();
    void bulkLeavesOutWhatCannotBeDone();
    void anAnswerAfterTheDialogIsClosedIsStillNoticed();
    void painted_data();
    void painted();
};

void tst_ActionResults::releaseChoosesHolderAndAmount()
{
    watch::LockRecord lock = heldLock("prices", m_clock);
    lock.kind = "read-write";
    lock.holds.front().mode = watch::Mode::Read;
    lock.holds.resize(3, lock.holds.front());
    lock.holds[1].owner = OwnerId("second:2");
    lock.holds[1].count = 2;
    lock.holds[1].alias = "mail";
    lock.holds[2].owner = OwnerId("third:3");
    select(lock);
    auto *holds = find<QTableView>("holds");
    for (int row = 0; row < 3; ++row) {
        if (holds->model()->index(row, 0).data().toString().startsWith("mail"_L1))
            holds->selectRow(row);
    }
    trigger("actionReleaseHold");
    auto *holder = find<QComboBox>("holder");
    QCOMPARE(holder->count(), 3);
    QVERIFY(holder->currentText().startsWith("mail (second:2)"_L1));
    QVERIFY(find<QLabel>("seen")->text().contains("mail (second:2), count 2"_L1));
    QVERIFY(find<QRadioButton>("oneCount")->isChecked());
    find<QRadioButton>("wholeHold")->click();
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].plan.action.owner, OwnerId("second:2"));
    QCOMPARE(m_asked[0].plan.action.mode, watch::Mode::Read);
    QVERIFY(m_asked[0].plan.action.allHolds);
}

void tst_ActionResults::aChosenHolderWhoGoesIsNotReplaced()
{
    watch::LockRecord lock = heldLock("prices", m_clock);
    lock.kind = "read-write";
    lock.holds.front().mode = watch::Mode::Read;
    lock.holds.resize(2, lock.holds.front());
    lock.holds[1].owner = OwnerId("second:2");
    select(lock);
    trigger("actionReleaseHold");
    find<QComboBox>("holder")->setCurrentIndex(1);
    lock.holds.pop_back();
    put(lock);
    QTRY_VERIFY(!act()->isEnabled());
    find<QPushButton>("previewAgain")->click();
    QCOMPARE(find<QComboBox>("holder")->currentIndex(), -1);
    QVERIFY(!act()->isEnabled());
    QVERIFY(message().contains("Select the hold"_L1));
}

void tst_ActionResults::removesTheWaiterChosenInTheQueue()
{
    select(fairLock("ledger", m_clock, 3));
    auto *queue = find<TableView>("queue");
    QTRY_COMPARE(queue->model()->rowCount(), 4); // with the holder
    queue->selectRow(2);
    trigger("actionRemoveWaiter");
    QVERIFY(find<QComboBox>("waiter")->currentText().contains("waiter-2:1"_L1));
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].plan.action.owner, OwnerId("waiter-2:1"));
}

void tst_ActionResults::timeToLiveIsCheckedWhileTyping()
{
    select(heldLock("orders", m_clock));
    trigger("actionSetTimeToLive");
    auto *time = find<QLineEdit>("timeToLive");
    QVERIFY(act()->isEnabled());
    for (const char *wrong : {"30", "", "soon", "0s", "-5s", "30 s"}) {
        time->setText(QString::fromLatin1(wrong));
        QVERIFY2(!act()->isEnabled(), wrong);
        QVERIFY(!message().isEmpty());
    }
    time->setText(u"2m"_s);
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    QVERIFY(find<QPlainTextEdit>("commands")->toPlainText().contains("120000"_L1));
    act()->click();
    QVERIFY(m_asked.at(0).plan.action.timeToLive == 2min);
}

void tst_ActionResults::outcomesAreTold_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("told");
    const auto row = [](const char *name, Status status, const char *told) {
        QTest::newRow(name) << static_cast<int>(status) << QString::fromLatin1(told);
    };
    row("done", Status::Done, "Done");
    row("changed", Status::Changed, "another:1");
    row("refused", Status::Refused, "read-only");
    row("not permitted", Status::NotPermitted, "ACL");
    row("failed", Status::Failed, "No change was made");
    row("unknown", Status::Unknown, "check the lock");
}

void tst_ActionResults::outcomesAreTold()
{
    QFETCH(int, status);
    QFETCH(QString, told);
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    act()->click();
    QVERIFY(message().contains("waiting for the reply"_L1));
    admin::Outcome outcome;
    outcome.status = static_cast<Status>(status);
    if (outcome.status == Status::NotPermitted)
        outcome.error = Error{ErrorKind::Permission, "NOPERM", u"'eval' command"_s, {}};
    if (outcome.status == Status::Changed) {
        outcome.found = m_asked.at(0).plan.sight;
        outcome.found->holds.front().owner = OwnerId("another:1");
    }
    QSignalSpy noticed(&m_window->actions(), &ActionController::noticed);
    QSignalSpy acted(&m_window->actions(), &ActionController::acted);
    m_window->actions().showOutcome(m_asked.at(0).request, outcome);
    QVERIFY2(message().contains(told), qPrintable(message()));
    QCOMPARE(noticed.size(), 1);
    QCOMPARE(acted.size(), 1);
    QCOMPARE(acted.at(0).at(0).value<watch::LockId>().name, LockName("orders"));
    QCOMPARE(acted.at(0).at(1).value<admin::Plan>().action.type, ActionType::ForceUnlock);
    QCOMPARE(acted.at(0).at(2).value<admin::Outcome>().status, outcome.status);
    QVERIFY(noticed.at(0).at(0).toString().contains("orders"_L1));
    QCOMPARE(find<QPushButton>("cancel")->text(), u"Close"_s);
    QCOMPARE(find<QPushButton>("previewAgain")->isEnabled(), outcome.status != Status::Done);
    // A second answer to the same request is nobody's.
    m_window->actions().showOutcome(m_asked.at(0).request, outcome);
    QCOMPARE(noticed.size(), 1);
    QCOMPARE(acted.size(), 1);
}

void tst_ActionResults::anAclRefusalDisablesForAWhile()
{
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    act()->click();
    admin::Outcome outcome;
    outcome.status = Status::NotPermitted;
    outcome.error = Error{ErrorKind::Permission, "NOPERM", u"'eval' command"_s, {}};
    m_window->actions().showOutcome(m_asked.at(0).request, outcome);
    const QAction *action = m_window->actions().action(ActionType::ForceUnlock);
    QVERIFY(!action->isEnabled());
    QVERIFY2(action->statusTip().contains("eval"_L1), qPrintable(action->statusTip()));
    QVERIFY(m_window->actions().action(ActionType::SetTimeToLive)->isEnabled());
    // The server's next connection may have other rules.
    put(lostServer(m_clock, 0ms));
    QTRY_VERIFY(action->statusTip().contains("down"_L1));
    put(upServer());
    QTRY_VERIFY(action->isEnabled());
}

void tst_ActionResults::bulkListsEveryLockFirst()
{
    for (const char *name : {"a", "b", "c"})
        put(heldLock(name, m_clock, 20s, 1));
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    auto *table = find<TableView>("locks");
    table->setFocus();
    table->selectAll();
    QVERIFY(!m_window->actions().action(ActionType::RemoveWaiter)->isEnabled());
    trigger("actionForceUnlock");
    const auto *list = find<TableView>("actionList")->model();
    QCOMPARE(list->rowCount(), 3);
    QCOMPARE(list->index(2, 0).data().toString(), u"c"_s);
    const QString commands = find<QPlainTextEdit>("commands")->toPlainText();
    QVERIFY(commands.contains("# a"_L1) && commands.contains("DEL c"_L1));
    QVERIFY(!act()->isEnabled());
    find<QLineEdit>("reason")->setText(u"fire drill"_s);
    find<QLineEdit>("typedName")->setText(u"2 locks"_s);
    QVERIFY(!act()->isEnabled());
    find<QLineEdit>("typedName")->setText(u"3 locks"_s);
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(3));
    QCOMPARE(m_asked[1].plan.sight.name, LockName("b"));
    QSignalSpy noticed(&m_window->actions(), &ActionController::noticed);
    admin::Outcome outcome;
    outcome.status = Status::Done;
    m_window->actions().showOutcome(m_asked[0].request, outcome);
    m_window->actions().showOutcome(m_asked[2].request, outcome);
    outcome.status = Status::Failed;
    m_window->actions().showOutcome(m_asked[1].request, outcome);
    QCOMPARE(message(), u"Done: 2 of 3."_s);
    QCOMPARE(noticed.size(), 1); // of all together
    QVERIFY(noticed.at(0).at(0).toString().contains("2 of 3 locks"_L1));
    QVERIFY(list->index(1, 3).data().toString().startsWith("No change was made"_L1));
}

void tst_ActionResults::tooManyAtOnceAreRefused()
{
    for (int i = 0; i < 1000; ++i)
        put(heldLock("lock" + QByteArray::number(i), m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1000);
    find<TableView>("locks")->selectAll();
    const QAction *action = m_window->actions().action(ActionType::ForceUnlock);
    QVERIFY(!action->isEnabled());
    QVERIFY2(action->text().contains("up to 200 locks"_L1), qPrintable(action->text()));
}

void tst_ActionResults::bulkLeavesOutWhatCannotBeDone()
{
    put(heldLock("a", m_clock));
    put(heldLock("b", m_clock, 20s, 2)); // read-only
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    find<TableView>("locks")->selectAll();
    trigger("actionForceUnlock");
    const auto *list = find<TableView>("actionList")->model();
    QVERIFY(list->index(1, 3).data().toString().contains("read-only"_L1));
    // One of them is production: so is the question.
    find<QLineEdit>("reason")->setText(u"why"_s);
    find<QLineEdit>("typedName")->setText(u"1 lock"_s);
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].plan.sight.name, LockName("a"));
}

void tst_ActionResults::anAnswerAfterTheDialogIsClosedIsStillNoticed()
{
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    act()->click();
    dialog()->reject();
    QTRY_VERIFY(!dialog());
    QSignalSpy noticed(&m_window->actions(), &ActionController::noticed);
    admin::Outcome outcome;
    outcome.status = Status::Done;
    m_window->actions().showOutcome(m_asked.at(0).request, outcome);
    QCOMPARE(noticed.size(), 1);
}

void tst_ActionResults::painted_data()
{
    addThemes();
}

// Pictures for people to look at, where LOCKSCOPE_TEST_PICTURES names a folder.
void tst_ActionResults::painted()
{
    QFETCH(int, theme);
    m_window->setTheme(static_cast<Theme>(theme));
    m_window->resize(1280, 800);
    put(heldLock("orders:checkout", m_clock, 20s, 1));
    put(heldLock("read-only:report", m_clock, 20s, 2));
    select(fairLock("billing:ledger", m_clock, 3, 1));
    find<TableView>("queue")->selectRow(2);
    takePicture(*m_window, u"act-window"_s);
    auto *menu = find<QMenu>("actMenu");
    menu->popup(QPoint(0, 0));
    takePicture(*menu, u"act-menu"_s);
    menu->close();
    trigger("actionForceUnlock");
    takePicture(*dialog(), u"act-production"_s);
    delete dialog();
    trigger("actionRemoveWaiter");
    find<QLineEdit>("reason")->setText(u"its client is gone"_s);
    find<QLineEdit>("typedName")->setText(u"billing:ledger"_s);
    takePicture(*dialog(), u"act-waiter"_s);
    act()->click();
    admin::Outcome outcome;
    outcome.status = Status::Done;
    outcome.woken = 1;
    m_window->actions().showOutcome(m_asked.back().request, outcome);
    takePicture(*dialog(), u"act-done"_s);
    delete dialog();
    watch::LockRecord changing =
        heldLock("a very long name:" + QByteArray(90, 'x') + ":end", m_clock);
    changing.holds.front().count = 3;
    select(changing);
    trigger("actionReleaseHold");
    changing.holds.front().owner = OwnerId("another-client:44");
    put(changing);
    QTRY_VERIFY(!act()->isEnabled());
    takePicture(*dialog(), u"act-changed"_s);
    delete dialog();
    select(heldLock("read-only:report", m_clock, 20s, 2));
    takePicture(*m_window, u"act-readonly"_s);
    find<TableView>("locks")->selectAll();
    trigger("actionForceUnlock");
    takePicture(*dialog(), u"act-bulk"_s);
    delete dialog();
    select(heldLock("orders:checkout", m_clock, 20s, 0));
    trigger("actionAcquire");
    workbench::Entry held = workbenchEntry(1, workbench::Entry::State::Held, "reentrant", m_clock);
    held.watchdog = workbench::Entry::Watchdog::Paused;
    m_window->workbench().show(
        {held, workbenchEntry(2, workbench::Entry::State::Lost, "reentrant", m_clock)});
    find<TableView>("workbench")->selectRow(0);
    takePicture(*m_window, u"workbench-window"_s);
}

LOCKSCOPE_TEST_SUITE(tst_ActionResults)
#include "tst_actionresults.moc"
