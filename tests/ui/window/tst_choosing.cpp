// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/fullwindow.h"
#include "tests/ui/windowfixture.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/detail/detailpane.h"
#include "ui/locks/lockspane.h"
#include "ui/queue/queuelist.h"
#include "ui/window/viewdocks.h"
#include "ui/workbench/workbenchpane.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>

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
    void everyPageWithRowsOfLocksIsTied();
    void noPageHighlightsAnotherLock_data();
    void noPageHighlightsAnotherLock();
    void rowsOfSeveralLocksAreNoneToActOn();
    void aRowOfAGroupIsNoneToActOn();
    void aPageThatIsShownChoosesNothing();
    void theWaiterOfTheQueueIsActedOn();
    void aHiddenLockIsActedOnWhereItsRowIsHighlighted();

private:
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), key, with);
    }
    // By its key, as a page.
    void goTo(const QString &view)
    {
        const QKeyCombination key =
            find<QAction>(qPrintable("view-"_L1 + view + "Dock"_L1))->shortcut()[0];
        press(key.key(), key.keyboardModifiers());
    }
    // As the operator does it: Alt+1, the filter, its name, Enter.
    void findInLocks(const QString &name)
    {
        press(Qt::Key_1, Qt::AltModifier);
        press(Qt::Key_F, Qt::ControlModifier);
        auto *filter = find<QLineEdit>("filter");
        QVERIFY(filter->hasFocus());
        filter->selectAll();
        QTest::keyClicks(filter, name);
        press(Qt::Key_Return);
        QTRY_VERIFY(detail().shownLock());
        QTRY_COMPARE(QString::fromUtf8(detail().shownLock()->name.bytes), name);
    }
    LockChoice *choiceIn(const QString &view)
    {
        return m_window->findChild<ViewDocks *>()
            ->content(view + "Dock"_L1)
            ->findChild<LockChoice *>();
    }
    // Down to the row of that lock.
    bool reach(const QString &view, const char *name)
    {
        goTo(view);
        const LockChoice *choice = choiceIn(view);
        auto *rows = qobject_cast<QWidget *>(choice->parent());
        return eventually([&] {
            m_clock.advance(Millis(20));
            if (!rows->hasFocus()) { // nothing to select was there yet, or a form is before them
                goTo(view);
                rows->setFocus();
            }
            if (choice->lock() && choice->lock()->name == LockName(name))
                return detail().shownLock() == choice->lock();
            const auto before = choice->lock();
            press(Qt::Key_Down);
            if (before && choice->lock() == before) // the last one
                QTest::keyClick(rows, Qt::Key_PageUp);
            return false;
        });
    }
    // Fills the pages of several servers and of the workbench, too.
    void fillPages()
    {
        open(u"detailDock"_s);
        put(upServer(1));
        put(upServer(2));
        m_client->setQuorumGroups({quorumGroup()});
        for (const watch::LockRecord &lock : quorumLocks(m_clock))
            put(lock);
        watch::LockRecord endless = heldLock("ledger", m_clock);
        endless.holds.front().deadline.reset();
        endless.holds.front().watchdog = watch::Watchdog::None;
        endless.deadline.reset();
        put(endless);
        workbench::Entry entry =
            workbenchEntry(1, workbench::Entry::State::Held, "reentrant", m_clock);
        entry.names = {LockName("ledger")};
        m_window->workbench().show({entry});
        QTRY_COMPARE(m_client->locks().rowCount(), 9);
    }
    const DetailPane &detail() { return *m_window->findChild<DetailPane *>(); }
    bool isAskedAbout(const QString &name)
    {
        for (auto *dialog : m_window->findChildren<QDialog *>(u"actionDialog"_s)) {
            if (!dialog->isVisible())
                continue; // closed before
            QStringList texts{dialog->windowTitle()};
            for (const auto *label : dialog->findChildren<QLabel *>())
                texts += label->text();
            for (const auto *box : dialog->findChildren<QComboBox *>())
                texts += box->currentText();
            dialog->close();
            m_window->activateWindow();
            if (!QTest::qWaitForWindowActive(m_window.get()))
                return false;
            return texts.join(u'\n').contains(name);
        }
        return false;
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

// A new page with rows that stand for locks needs a LockChoice; one without says so here.
void tst_Choosing::everyPageWithRowsOfLocksIsTied()
{
    const QStringList without{u"serversDock"_s};
    for (const ViewSpec &view : railViews()) {
        const QWidget *pane = m_window->findChild<ViewDocks *>()->content(view.name);
        QVERIFY2(pane->findChild<LockChoice *>() || without.contains(view.name),
                 qPrintable(view.name));
    }
}

void tst_Choosing::noPageHighlightsAnotherLock_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QByteArray>("lock");
    for (const char *view :
         {"events", "timeline", "blocking", "contention", "incidents", "workbench"})
        QTest::newRow(view) << QString::fromLatin1(view) << QByteArray("ledger");
    QTest::newRow("quorum") << u"quorum"_s << QByteArray("lock:catalog-publish");
}

// Selected in one page, then another lock is found in the table, then back: the old row is not
// highlighted, and the keys act on the lock that the detail shows.
void tst_Choosing::noPageHighlightsAnotherLock()
{
    QFETCH(const QString, view);
    QFETCH(const QByteArray, lock);
    if (view == "incidents"_L1 || view == "workbench"_L1 || view == "quorum"_L1)
        fillPages();
    else
        open(u"detailDock"_s);
    m_window->chooseLock(watch::LockId{0, LockName("printers")});
    QVERIFY(reach(view, lock.constData()));
    findInLocks(u"orders"_s);
    goTo(view);
    QTRY_VERIFY(!choiceIn(view)->lock());
    const QWidget *pane = m_window->findChild<ViewDocks *>()->content(view + "Dock"_L1);
    const LockChoice *choice = choiceIn(view);
    if (const auto *rows = qobject_cast<const QAbstractItemView *>(choice->parent())) {
        QVERIFY(pane->isAncestorOf(rows));
        QVERIFY(!rows->selectionModel()->hasSelection());
        QVERIFY(!rows->currentIndex().isValid());
    }
    QCOMPARE(detail().shownLock()->name, LockName("orders"));
    press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(isAskedAbout(u"orders"_s));
    // The page has its own lock again by a key.
    QVERIFY(reach(view, lock.constData()));
    press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(isAskedAbout(QString::fromUtf8(lock)));
}

// All of them are highlighted, and only one would be acted on.
void tst_Choosing::rowsOfSeveralLocksAreNoneToActOn()
{
    open(u"detailDock"_s);
    m_mailbox->post(eventOf(watch::EventType::Acquired, "orders", m_clock));
    QTRY_COMPARE(m_client->events().rowCount(), 2);
    goTo(u"events"_s);
    press(Qt::Key_Home);
    QCOMPARE(detail().shownLock()->name, LockName("ledger"));
    press(Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(!detail().shownLock());
    QVERIFY(!find<QAction>("actionForceUnlock")->isEnabled());
    QCOMPARE(find<TableView>("events")->selectionModel()->selectedRows().size(), 2);
}

void tst_Choosing::aRowOfAGroupIsNoneToActOn()
{
    open(u"detailDock"_s);
    chooseOrders();
    QVERIFY(find<QAction>("actionForceUnlock")->isEnabled());
    m_client->locks().setGrouping(LockGrouping::Kind);
    QTRY_VERIFY(m_client->locks().rowCount() > 4);
    auto *locks = find<TableView>("locks");
    locks->setFocus();
    press(Qt::Key_PageUp);
    QVERIFY(m_client->locks().isHead(locks->currentIndex().row()));
    QTRY_VERIFY(!find<QAction>("actionForceUnlock")->isEnabled());
    press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!m_window->findChild<QDialog *>(u"actionDialog"_s));
}

// Qt would make the first row current as soon as a tree has the focus.
void tst_Choosing::aPageThatIsShownChoosesNothing()
{
    open(u"detailDock"_s);
    m_window->chooseLock({});
    find<TableView>("locks")->setFocus();
    for (const ViewSpec &view : railViews()) {
        for (int times = 0; times < 2; ++times) {
            m_window->showPage(view.name);
            m_clock.advance(Millis(500));
            QCoreApplication::processEvents();
            if (view.name == "blockingDock"_L1)
                QTRY_VERIFY(find<QTreeView>("blocking")->model()->rowCount() > 0);
            QVERIFY2(!detail().shownLock(), qPrintable(view.name));
        }
    }
    m_window->chooseLock(watch::LockId{0, LockName("gone")});
    m_window->showPage(u"blockingDock"_s);
    m_window->showPage(u"contentionDock"_s);
    QCOMPARE(detail().shownLock()->name, LockName("gone"));
}

// Not the first one, nor one that was chosen in the detail before.
void tst_Choosing::theWaiterOfTheQueueIsActedOn()
{
    open(u"detailDock"_s);
    m_window->chooseLock(watch::LockId{0, LockName("ledger")});
    goTo(u"queue"_s);
    auto *queue = find<QueueList>("fullQueue");
    QTRY_COMPARE(queue->model()->rowCount(), 4); // the holder, too
    press(Qt::Key_Home);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    QVERIFY(queue->choice().waiter);
    QCOMPARE(*queue->choice().waiter, OwnerId("waiter-3:1"));
    press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(isAskedAbout(u"waiter-3"_s));
}

// With the detail closed, and the lock not in the table.
void tst_Choosing::aHiddenLockIsActedOnWhereItsRowIsHighlighted()
{
    open(u"eventsDock"_s);
    m_window->findChild<ViewDocks *>()->toggle(u"detailDock"_s);
    QTRY_VERIFY(!detail().isVisible());
    find<QLineEdit>("filter")->setText(u"orders"_s);
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    chooseOrders();
    QVERIFY(reach(u"events"_s, "ledger"));
    press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(isAskedAbout(u"ledger"_s));
}

LOCKSCOPE_TEST_SUITE(tst_Choosing)
#include "tst_choosing.moc"
