// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/actions/actionfixture.h"

#include <QComboBox>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QRadioButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using admin::ActionType;
using Status = admin::Outcome::Status;

// Tests the preview of an action and its confirmation: the requests that are made, and those that
// never are.
class tst_Actions : public lockscope::test::ActionFixture
{
    Q_OBJECT

private Q_SLOTS:
    void nothingSelectedDisablesAllWithTheReason();
    void eachReasonIsToldInMenuAndDetail_data();
    void eachReasonIsToldInMenuAndDetail();
    void forceUnlockShowsWhatItWouldDo();
    void escapeAsksForNothingWhereNothingWasEntered();
    void escapeNeverLeadsToTheButtonThatActs();
    void whoGoesOnEditingIsInAField();
    void enterInAFieldDoesNotAct();
    void productionWantsReasonAndName();
    void theEmptyNameIsToldAndTyped();
    void aLockThatChangesNeedsANewPreview();
    void aRenewalIsNoChange();
    void aLockThatGoesCannotBeActedOn();
    void hostileNamesStayText();
};

void tst_Actions::nothingSelectedDisablesAllWithTheReason()
{
    for (const ActionType type : allActions) {
        const QAction *action = m_window->actions().action(type);
        QVERIFY(!action->isEnabled());
        QVERIFY(action->text().contains("no lock is selected"_L1));
    }
    m_window->actions().start(ActionType::ForceUnlock, {}, {});
    QVERIFY(!dialog());
}

void tst_Actions::eachReasonIsToldInMenuAndDetail_data()
{
    QTest::addColumn<int>("server");
    QTest::addColumn<bool>("isHeld");
    QTest::addColumn<bool>("isUp");
    QTest::addColumn<QString>("reason");
    QTest::newRow("read-only") << 2 << true << true << u"prod-eu is read-only"_s;
    QTest::newRow("server down") << 0 << true << false << u"server is down"_s;
    QTest::newRow("free") << 0 << false << true << u"has no holder"_s;
}

void tst_Actions::eachReasonIsToldInMenuAndDetail()
{
    QFETCH(int, server);
    QFETCH(bool, isHeld);
    QFETCH(bool, isUp);
    QFETCH(QString, reason);
    watch::LockRecord lock = heldLock("orders", m_clock, 20s, server);
    if (!isHeld) {
        lock.state = watch::LockState::Free;
        lock.holds.clear();
        lock.deadline.reset();
    }
    select(lock);
    if (!isUp)
        put(lostServer(m_clock, 3s, server));
    QAction *action = m_window->actions().action(ActionType::ForceUnlock);
    QTRY_VERIFY2(action->text().contains(reason), qPrintable(action->text()));
    QVERIFY(!action->isEnabled());
    QVERIFY(action->statusTip().contains(reason, Qt::CaseInsensitive));
    QVERIFY(!find<QPushButton>("button-force-unlock")->isEnabled());
    QVERIFY(
        find<QPushButton>("button-force-unlock")->toolTip().contains(reason, Qt::CaseInsensitive));
    auto *reasons = find<QLabel>("actionReasons");
    QVERIFY(reasons->isVisible());
    QVERIFY2(reasons->text().contains(reason), qPrintable(reasons->text()));
    m_window->actions().start(ActionType::ForceUnlock, {lock.id}, {});
    QVERIFY(!dialog());
    QVERIFY(m_asked.empty());
}

void tst_Actions::forceUnlockShowsWhatItWouldDo()
{
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    QVERIFY(dialog());
    QVERIFY(dialog()->isVisible());
    QCOMPARE(dialog()->windowModality(), Qt::NonModal);
    QCOMPARE(find<QLabel>("actionName")->text(), u"orders"_s);
    QVERIFY(find<QLabel>("seen")->text().contains("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"_L1));
    const QString commands = find<QPlainTextEdit>("commands")->toPlainText();
    QVERIFY2(commands.contains("DEL orders"_L1), qPrintable(commands));
    QVERIFY(commands.contains("PUBLISH redisson_lock__channel"_L1));
    QVERIFY(find<QPlainTextEdit>("commands")->isReadOnly());
    QVERIFY(find<QLabel>("effects")->text().contains("loses the lock"_L1));
    QVERIFY(!find<QLineEdit>("typedName")->isVisible());
    QVERIFY(act()->isEnabled());
    find<QLineEdit>("reason")->setText(u"  stuck since noon "_s);
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].deployment, watch::DeploymentId{0});
    QCOMPARE(m_asked[0].plan.action.type, ActionType::ForceUnlock);
    QCOMPARE(m_asked[0].plan.sight.name, LockName("orders"));
    QCOMPARE(m_asked[0].reason, u"stuck since noon"_s);
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
}

void tst_Actions::escapeAsksForNothingWhereNothingWasEntered()
{
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    QVERIFY(!act()->isDefault() && !act()->autoDefault());
    QTRY_VERIFY(dialog()->isActiveWindow());
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
    QVERIFY(m_asked.empty());
}

// Escape, Escape leaves, wherever the focus was.
void tst_Actions::escapeNeverLeadsToTheButtonThatActs()
{
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    QTRY_VERIFY(dialog()->isActiveWindow());
    QTest::keyClicks(find<QLineEdit>("reason"), u"stuck"_s);
    act()->setFocus();
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QPointer<QMessageBox> question;
    QTRY_VERIFY((question = dialog()->findChild<QMessageBox *>(u"discardBox"_s)));
    QTest::keyClick(question, Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
    QVERIFY(m_asked.empty());
}

void tst_Actions::whoGoesOnEditingIsInAField()
{
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    QTRY_VERIFY(dialog()->isActiveWindow());
    QTest::keyClicks(find<QLineEdit>("reason"), u"stuck"_s);
    act()->setFocus();
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QPointer<QMessageBox> question;
    QTRY_VERIFY((question = dialog()->findChild<QMessageBox *>(u"discardBox"_s)));
    QTest::keyClick(question, Qt::Key_Return);
    QVERIFY(dialog()->isVisible());
    QCOMPARE(dialog()->focusWidget(), find<QLineEdit>("reason"));
    QTest::keyClick(dialog()->focusWidget(), Qt::Key_Return);
    QVERIFY(m_asked.empty());
}

void tst_Actions::enterInAFieldDoesNotAct()
{
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    auto *reason = find<QLineEdit>("reason");
    reason->setFocus();
    QTest::keyClicks(reason, u"stuck"_s);
    QTest::keyClick(reason, Qt::Key_Return);
    QVERIFY(dialog()->isVisible());
    QVERIFY(m_asked.empty());
    // It leads to the button, where it acts.
    QCOMPARE(dialog()->focusWidget(), act());
    QTest::keyClick(act(), Qt::Key_Return);
    QCOMPARE(m_asked.size(), std::size_t(1));
}

void tst_Actions::productionWantsReasonAndName()
{
    select(heldLock("billing:close", m_clock, 20s, 1));
    trigger("actionForceUnlock");
    QVERIFY(find<QLabel>("placeText")->text().startsWith("PRODUCTION"_L1));
    QVERIFY(find<QLabel>("placeText")->text().contains("prod-eu"_L1));
    auto *reason = find<QLineEdit>("reason");
    auto *typed = find<QLineEdit>("typedName");
    QVERIFY(typed->isVisible());
    QVERIFY(!act()->isEnabled());
    QVERIFY(message().contains("enter a reason"_L1));
    typed->setText(u"billing:close"_s);
    QVERIFY(!act()->isEnabled());
    reason->setText(u"   "_s);
    QVERIFY(!act()->isEnabled());
    reason->setText(u"holder is dead"_s);
    QVERIFY(act()->isEnabled());
    typed->setText(u"billing:CLOSE"_s);
    QVERIFY(!act()->isEnabled());
    QVERIFY(message().contains("Type the lock's name"_L1));
    typed->setText(u"billing:close"_s);
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].deployment, watch::DeploymentId{1});
}

// Before, the name that had to be typed was none at all: production was guarded by the reason
// alone.
void tst_Actions::theEmptyNameIsToldAndTyped()
{
    select(heldLock("", m_clock, 20s, 1));
    QTRY_COMPARE(find<QLabel>("detailName")->text(), u"(empty name)"_s);
    trigger("actionForceUnlock");
    QCOMPARE(find<QLabel>("actionName")->text(), u"(empty name)"_s);
    const QString commands = find<QPlainTextEdit>("commands")->toPlainText();
    QVERIFY2(commands.contains("DEL \"\""_L1), qPrintable(commands));
    find<QLineEdit>("reason")->setText(u"holder is dead"_s);
    QVERIFY(!act()->isEnabled());
    find<QLineEdit>("typedName")->setText(u"(empty name)"_s);
    QVERIFY(act()->isEnabled());
}

void tst_Actions::aLockThatChangesNeedsANewPreview()
{
    watch::LockRecord lock = heldLock("billing:close", m_clock, 20s, 1);
    select(lock);
    trigger("actionForceUnlock");
    find<QLineEdit>("reason")->setText(u"why"_s);
    find<QLineEdit>("typedName")->setText(u"billing:close"_s);
    QVERIFY(act()->isEnabled());
    QVERIFY(!find<QPushButton>("previewAgain")->isEnabled());
    lock.holds.front().owner = OwnerId("another:1");
    put(lock);
    QTRY_VERIFY(!act()->isEnabled());
    QVERIFY2(message().contains("changed"_L1) && message().contains("another:1"_L1),
             qPrintable(message()));
    act()->click();
    QVERIFY(m_asked.empty());
    find<QPushButton>("previewAgain")->click();
    QVERIFY(find<QLabel>("seen")->text().contains("another:1"_L1));
    QVERIFY2(!act()->isEnabled(), "the name is to be typed for this preview");
    find<QLineEdit>("typedName")->setText(u"billing:close"_s);
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].plan.sight.holds.front().owner, OwnerId("another:1"));
}

void tst_Actions::aRenewalIsNoChange()
{
    watch::LockRecord lock = heldLock("orders", m_clock);
    select(lock);
    trigger("actionForceUnlock");
    lock.deadline = m_clock.now() + 30s;
    lock.holds.front().deadline = lock.deadline;
    lock.holds.front().renewals = 4;
    put(lock);
    QSignalSpy merged(&m_client->locks(), &LockTableModel::merged);
    QVERIFY(merged.wait(1000));
    QVERIFY(act()->isEnabled());
}

void tst_Actions::aLockThatGoesCannotBeActedOn()
{
    const watch::LockRecord lock = heldLock("orders", m_clock);
    select(lock);
    trigger("actionForceUnlock");
    m_mailbox->put(lock.id, watch::LockPointer());
    QTRY_VERIFY(!act()->isEnabled());
    QVERIFY2(message().contains("no longer exists"_L1), qPrintable(message()));
    find<QPushButton>("previewAgain")->click();
    QVERIFY(!act()->isEnabled());
    QVERIFY(find<QPlainTextEdit>("commands")->toPlainText().isEmpty());
    // It is back, as when it changes hands: another look leads on.
    QSignalSpy merged(&m_client->locks(), &LockTableModel::merged);
    watch::LockRecord back = lock;
    back.holds.front().owner = OwnerId("another:1");
    put(back);
    QTRY_VERIFY(merged.count() > 0);
    find<QPushButton>("previewAgain")->click();
    QVERIFY(find<QLabel>("seen")->text().contains("another:1"_L1));
    QVERIFY(act()->isEnabled());
}

void tst_Actions::hostileNamesStayText()
{
    const QByteArray name = "<b>x</b>\n\xe2\x80\xae&y \xff" + QByteArray(5000, 'n');
    watch::LockRecord lock = fairLock(name, m_clock, 2, 1);
    lock.holds.front().owner = OwnerId(name);
    select(lock);
    trigger("actionForceUnlock");
    QVERIFY(dialog()->grab().width() < 1200);
    for (const QLabel *label : dialog()->findChildren<QLabel *>()) {
        QVERIFY(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()));
        QVERIFY(!label->text().contains(QChar(0x202e)));
    }
    QVERIFY(!find<QPlainTextEdit>("commands")->toPlainText().contains(QChar(0x202e)));
    find<QLineEdit>("reason")->setText(u"why"_s);
    find<QLineEdit>("typedName")->setText(find<QLabel>("actionName")->text());
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QCOMPARE(m_asked.at(0).plan.sight.name.bytes, name);
}

LOCKSCOPE_TEST_SUITE(tst_Actions)
#include "tst_actions.moc"
