// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/locks/lockspane.h"
#include "ui/overview/overviewpage.h"
#include "ui/window/fullscreen.h"
#include "ui/window/viewlist.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMouseEvent>
#include <QStatusBar>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_WindowPages : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theKeyAndTheButtonsChangeThePage();
    void docksComeBackAsTheyWere();
    void floatingViewsComeBack();
    void theLayoutOfTheLocksIsRemembered();
    void whatIsOpenedBringsTheLocks_data();
    void whatIsOpenedBringsTheLocks();
    void theOverviewOpensWithTheFirstServer();
    void whoHasChosenKeepsThePage();
    void f11FillsTheScreen();
    void aKioskHasNothingButTheOverview();
    void aKioskHidesThePointer();
    void whatIsOpenedEndsTheKiosk();

private:
    bool isOverview() { return find<QWidget>("overviewPage")->isVisible(); }
    bool areLocks() { return find<QWidget>("locksPane")->isVisible(); }
    QStringList inFront()
    {
        QStringList names;
        for (const ViewSpec &spec : allViews()) {
            if (find<QDockWidget>(qPrintable(spec.name))->widget()->isVisible())
                names += spec.name;
        }
        return names;
    }
    void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }
};

void tst_WindowPages::theKeyAndTheButtonsChangeThePage()
{
    QVERIFY(areLocks() && !isOverview());
    QVERIFY(find<QAbstractButton>("rail-locks")->isChecked());
    press(Qt::Key_F2);
    QVERIFY(isOverview() && !areLocks());
    QVERIFY(find<QAbstractButton>("rail-overview")->isChecked());
    QVERIFY(find<QWidget>("overviewPage")->isAncestorOf(QApplication::focusWidget()));
    press(Qt::Key_F2);
    QVERIFY(areLocks());
    QTest::mouseClick(find<QAbstractButton>("rail-overview"), Qt::LeftButton);
    QVERIFY(isOverview());
    QTest::mouseClick(find<QAbstractButton>("rail-locks"), Qt::LeftButton);
    QVERIFY(areLocks());
}

void tst_WindowPages::docksComeBackAsTheyWere()
{
    m_window->showView(u"timelineDock"_s);
    m_window->showView(u"detailDock"_s);
    QTRY_VERIFY(inFront().contains(u"timelineDock"_s));
    QTRY_VERIFY(!inFront().contains(u"eventsDock"_s));
    const QStringList before = inFront();
    QVERIFY(before.size() >= 3);
    const QSize size = find<QDockWidget>("timelineDock")->size();
    m_window->showOverview();
    QVERIFY(inFront().isEmpty());
    for (const ViewSpec &spec : allViews())
        QVERIFY(!find<QDockWidget>(qPrintable(spec.name))->isVisible());
    QTRY_COMPARE(find<QWidget>("overviewPage")->width() + find<QWidget>("pageRail")->width(),
                 m_window->width());
    m_window->showLocks();
    QTRY_COMPARE(inFront(), before);
    QTRY_COMPARE(find<QDockWidget>("timelineDock")->size(), size);
    QVERIFY(find<QDockWidget>("auditDock")->isHidden()); // as before
}

void tst_WindowPages::floatingViewsComeBack()
{
    auto *dock = find<QDockWidget>("eventsDock");
    m_window->showView(u"eventsDock"_s);
    dock->setFloating(true);
    QTRY_VERIFY(dock->isVisible());
    m_window->showOverview();
    QVERIFY(!dock->isVisible());
    m_window->showLocks();
    QTRY_VERIFY(dock->isVisible() && dock->isFloating());
}

void tst_WindowPages::theLayoutOfTheLocksIsRemembered()
{
    find<QDockWidget>("eventsDock")->hide();
    const QByteArray before = m_window->windowState().docks;
    m_window->showOverview();
    const WindowState state = m_window->windowState();
    QCOMPARE(state.docks, before);
    MainWindow other(*m_client, m_clock, [](const QString &url) { return Result<QString>(url); });
    other.restoreWindowState(state);
    QVERIFY(!other.findChild<QDockWidget *>(u"estateDock"_s)->isHidden());
    QVERIFY(other.findChild<QDockWidget *>(u"eventsDock"_s)->isHidden());
}

void tst_WindowPages::whatIsOpenedBringsTheLocks_data()
{
    QTest::addColumn<QString>("by");
    for (const char *by : {"lock", "view", "action", "filter", "slash", "toTable", "server"})
        QTest::newRow(by) << QString::fromLatin1(by);
}

void tst_WindowPages::whatIsOpenedBringsTheLocks()
{
    QFETCH(const QString, by);
    put(upServer(0));
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    m_window->showOverview();
    QVERIFY(isOverview());
    if (by == "lock"_L1) {
        m_window->openLock("orders");
        QCOMPARE(find<QLabel>("detailName")->text(), u"orders"_s);
    } else if (by == "view"_L1) {
        m_window->showView(u"quorumDock"_s);
        QVERIFY(inFront().contains(u"quorumDock"_s));
    } else if (by == "action"_L1) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_4, Qt::AltModifier);
        QVERIFY(inFront().contains(u"blockingDock"_s));
    } else if (by == "filter"_L1) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(find<QLineEdit>("filter")->hasFocus());
    } else if (by == "slash"_L1) {
        press(Qt::Key_Slash);
        QVERIFY(find<QLineEdit>("filter")->hasFocus());
    } else if (by == "toTable"_L1) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_L, Qt::ControlModifier);
        QVERIFY(find<TableView>("locks")->hasFocus());
    } else {
        m_window->openServer({0});
    }
    QVERIFY(areLocks() && !isOverview());
}

void tst_WindowPages::theOverviewOpensWithTheFirstServer()
{
    m_window->openWithOverview();
    QVERIFY(areLocks()); // the page that tells how to connect
    QVERIFY(find<QWidget>("emptyConnect")->isVisible());
    put(upServer(0));
    QTRY_VERIFY(isOverview());
    m_client->removeDeployment({0});
    QTRY_VERIFY(areLocks());
    QVERIFY(find<QWidget>("emptyConnect")->isVisible());
}

void tst_WindowPages::whoHasChosenKeepsThePage()
{
    m_window->openWithOverview();
    m_window->showView(u"workbenchDock"_s);
    put(upServer(0));
    QTRY_COMPARE(m_client->servers().rowCount(), 1);
    QVERIFY(areLocks());
}

void tst_WindowPages::f11FillsTheScreen()
{
    press(Qt::Key_F11);
    QTRY_VERIFY(m_window->isFullScreen());
    QVERIFY(areLocks() && m_window->menuBar()->isVisible());
    press(Qt::Key_F11);
    QTRY_VERIFY(!m_window->isFullScreen());
}

void tst_WindowPages::aKioskHasNothingButTheOverview()
{
    for (const Qt::Key key : {Qt::Key_Escape, Qt::Key_F11}) {
        m_window->startKiosk();
        QTRY_VERIFY(m_window->isFullScreen());
        QVERIFY(isOverview());
        QVERIFY(!m_window->menuBar()->isVisible() && !m_window->statusBar()->isVisible());
        QVERIFY(!find<QWidget>("pageRail")->isVisible());
        QTRY_COMPARE(find<QWidget>("overviewPage")->size(), m_window->size());
        // It is for this run.
        MainWindow other(*m_client, m_clock,
                         [](const QString &url) { return Result<QString>(url); });
        other.restoreWindowState(m_window->windowState());
        QVERIFY(!other.isFullScreen());
        press(key);
        QTRY_VERIFY(!m_window->isFullScreen());
        QVERIFY(m_window->menuBar()->isVisible() && m_window->statusBar()->isVisible());
        QVERIFY(find<QWidget>("pageRail")->isVisible());
        QVERIFY(isOverview());
    }
}

void tst_WindowPages::aKioskHidesThePointer()
{
    m_window->startKiosk();
    auto *kiosk = m_window->findChild<FullScreen *>();
    auto *rest = kiosk->findChild<QTimer *>();
    QCOMPARE(rest->intervalAsDuration(), Millis(5s));
    QVERIFY(!kiosk->isPointerHidden());
    rest->start(0);
    QTRY_VERIFY(kiosk->isPointerHidden());
    QVERIFY(QApplication::overrideCursor());
    rest->setInterval(5s);
    QMouseEvent move(QEvent::MouseMove, QPointF(50, 60), QPointF(50, 60), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &move);
    QTRY_VERIFY(!kiosk->isPointerHidden());
    QVERIFY(!QApplication::overrideCursor());
    rest->start(0);
    QTRY_VERIFY(kiosk->isPointerHidden());
    kiosk->endKiosk();
    QVERIFY(!QApplication::overrideCursor());
}

void tst_WindowPages::whatIsOpenedEndsTheKiosk()
{
    put(upServer(0));
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    m_window->startKiosk();
    m_window->openLock("orders");
    QVERIFY(areLocks() && m_window->menuBar()->isVisible());
    QTRY_VERIFY(!m_window->isFullScreen());
}

LOCKSCOPE_TEST_SUITE(tst_WindowPages)
#include "tst_windowpages.moc"
