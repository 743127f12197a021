// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/windowfixture.h"
#include "ui/detail/detailpane.h"

#include <QLabel>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Tests that the lock of the row which is selected in any view is the one that keys act on: at
// night nobody looks at another part of the window first.
class tst_Choosing : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void keysActOnTheRowThatIsSelected_data();
    void keysActOnTheRowThatIsSelected();
    void aRowOfNoLockIsNoneToActOn();
    void rowsThatMoveChooseNothing();
    void aLockThatTheFilterHidesIsActedOn();
    void aConnectionThatIsTakenOverKeepsItsLock();

private:
    const DetailPane &detail() { return *m_window->findChild<DetailPane *>(); }
    bool isAskedAbout(const QString &name)
    {
        auto *dialog = m_window->findChild<QDialog *>(u"actionDialog"_s);
        if (!dialog)
            return false;
        const auto labels = dialog->findChildren<QLabel *>();
        const bool isIt = std::ranges::any_of(
            labels, [&](const QLabel *label) { return label->text().contains(name); });
        dialog->close();
        return isIt;
    }
    void chooseOrders()
    {
        m_window->chooseLock(watch::LockId{0, LockName("orders")});
        QVERIFY(detail().shownLock() && detail().shownLock()->name == LockName("orders"));
    }
};

void tst_Choosing::keysActOnTheRowThatIsSelected_data()
{
    QTest::addColumn<QString>("view");
    for (const char *view : {"events", "incidents", "timeline", "blocking", "contention"})
        QTest::newRow(view) << QString::fromLatin1(view);
}

void tst_Choosing::keysActOnTheRowThatIsSelected()
{
    QFETCH(const QString, view);
    open(view + "Dock"_L1);
    // A problem, too: nobody renews it, and it never ends.
    watch::LockRecord endless = heldLock("ledger", m_clock);
    endless.holds.front().deadline.reset();
    endless.holds.front().watchdog = watch::Watchdog::None;
    endless.deadline.reset();
    if (view == "incidents"_L1)
        put(endless);
    chooseOrders();
    const auto *pane = find<QWidget>(qPrintable(view + "Pane"_L1));
    QVERIFY(eventually([&] {
        m_clock.advance(Millis(20));
        m_window->showView(view + "Dock"_L1);
        QWidget *const focus = QApplication::focusWidget();
        if (!focus || !pane->isAncestorOf(focus)) // nothing to select is there yet
            return false;
        QTest::keyClick(focus, Qt::Key_Home);
        QTest::keyClick(focus, Qt::Key_Down);
        return detail().shownLock() && detail().shownLock()->name == LockName("ledger");
    }));
    find<QAction>("actionForceUnlock")->trigger();
    QVERIFY(isAskedAbout(u"ledger"_s));
}

void tst_Choosing::aRowOfNoLockIsNoneToActOn()
{
    open(u"eventsDock"_s);
    watch::Event up;
    up.type = watch::EventType::ServerUp;
    up.deploymentId = {0};
    up.serverId = {0};
    up.at = m_clock.wallNow();
    m_mailbox->post(up);
    QTRY_COMPARE(m_client->events().rowCount(), 2);
    chooseOrders();
    auto *events = find<TableView>("events");
    events->setFocus();
    const int row = m_client->events().eventAt(0).name ? 1 : 0;
    QVERIFY(!m_client->events().eventAt(row).name);
    events->setCurrentIndex(m_client->events().index(row, 0));
    QVERIFY(!detail().shownLock());
    QVERIFY(!find<QAction>("actionForceUnlock")->isEnabled());
}

// Only the hand of the user chooses: neither a row that goes, nor one that a link selects while the
// focus is elsewhere.
void tst_Choosing::rowsThatMoveChooseNothing()
{
    open(u"eventsDock"_s);
    auto *events = find<TableView>("events");
    events->setCurrentIndex(m_client->events().index(0, 0));
    chooseOrders();
    find<TableView>("locks")->setFocus();
    for (int i = 0; i < 5; ++i)
        m_mailbox->post(eventOf(watch::EventType::Released, "ledger", m_clock));
    QTRY_COMPARE(m_client->events().rowCount(), 6);
    events->setCurrentIndex(m_client->events().index(5, 0));
    QCOMPARE(detail().shownLock()->name, LockName("orders"));
}

// Not the one that the detail showed before.
void tst_Choosing::aLockThatTheFilterHidesIsActedOn()
{
    open(u"detailDock"_s);
    find<QLineEdit>("filter")->setText(u"orders"_s);
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    chooseOrders();
    for (const char *name : {"printers", "ledger"}) {
        m_window->chooseLock(watch::LockId{0, LockName(name)});
        QCOMPARE(detail().shownLock()->name, LockName(name));
    }
    find<QAction>("actionForceUnlock")->trigger();
    QVERIFY(isAskedAbout(u"ledger"_s));
}

// As by a profile with the same address: it is another deployment. Until the lock is seen there, it
// is not shown as gone.
void tst_Choosing::aConnectionThatIsTakenOverKeepsItsLock()
{
    open(u"detailDock"_s);
    chooseOrders();
    m_client->removeDeployment({0});
    QVERIFY(!detail().shownLock());
    watch::ServerRecord other = upServer(2);
    other.label = upServer(0).label;
    put(other);
    put(heldLock("orders", m_clock, Millis(20'000), 2));
    QTRY_VERIFY(detail().shownLock());
    QCOMPARE(*detail().shownLock(), (watch::LockId{2, LockName("orders")}));
    QVERIFY(find<QAction>("actionForceUnlock")->isEnabled());
    // One that is chosen meanwhile stays.
    m_client->removeDeployment({2});
    put(heldLock("ledger", m_clock, Millis(20'000), 1));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    m_window->chooseLock(watch::LockId{1, LockName("ledger")});
    watch::ServerRecord third = upServer(3);
    third.label = other.label;
    put(third);
    put(heldLock("orders", m_clock, Millis(20'000), 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    QCOMPARE(detail().shownLock()->name, LockName("ledger"));
}

LOCKSCOPE_TEST_SUITE(tst_Choosing)
#include "tst_choosing.moc"
