// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/windowfixture.h"
#include "ui/detail/detailpane.h"

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

private:
    const DetailPane &detail() { return *m_window->findChild<DetailPane *>(); }
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
    m_window->showView(view + "Dock"_L1);
    QVERIFY(eventually([&] {
        m_clock.advance(Millis(20));
        QWidget *const focus = QApplication::focusWidget();
        if (!focus)
            return false;
        QTest::keyClick(focus, Qt::Key_Home);
        QTest::keyClick(focus, Qt::Key_Down);
        return detail().shownLock() && detail().shownLock()->name == LockName("ledger");
    }));
    find<QAction>("actionForceUnlock")->trigger();
    auto *dialog = m_window->findChild<QDialog *>(u"actionDialog"_s);
    QVERIFY(dialog);
    QVERIFY2(dialog->windowTitle().contains(u"ledger"_s), qPrintable(dialog->windowTitle()));
    dialog->close();
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
    QTest::keyClick(events, Qt::Key_End, Qt::ControlModifier);
    QVERIFY(!m_client->events().eventAt(events->currentIndex().row()).name);
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

LOCKSCOPE_TEST_SUITE(tst_Choosing)
#include "tst_choosing.moc"
