// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/locks/lockspane.h"
#include "ui/overview/overviewpage.h"
#include "ui/window/fullscreen.h"
#include "ui/window/helppages.h"
#include "ui/window/viewdocks.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMouseEvent>
#include <QStatusBar>
#include <QTimer>

#include <cstdlib>

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
    void aViewOfTheRailFillsThePage_data();
    void aViewOfTheRailFillsThePage();
    void theDetailStandsBesideAPage();
    void locksComeBackAsTheyWereAfterAPage();
    void aPageIsClosedLikeAView();
    void aFloatingViewIsNoPage();
    void helpAndPartsFollowAPage();
    void pagesFitSmallScreens();
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
            if (m_window->findChild<ViewDocks *>()->content(spec.name)->isVisible())
                names += spec.name;
        }
        return names;
    }
    QWidget *content(const QString &view)
    {
        return m_window->findChild<ViewDocks *>()->content(view);
    }
    void press(Qt::Key key, Qt::KeyboardModifier modifier)
    {
        QWidget *focus = QApplication::focusWidget(); // a page may have nothing for it
        QTest::keyClick(focus ? focus : m_window.get(), key, modifier);
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
    QVERIFY(before.size() >= 2);
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
    QVERIFY(!other.findChild<QDockWidget *>(u"workbenchDock"_s)->isHidden());
    QVERIFY(other.findChild<QDockWidget *>(u"eventsDock"_s)->isHidden());
}

void tst_WindowPages::whatIsOpenedBringsTheLocks_data()
{
    QTest::addColumn<QString>("by");
    for (const char *by : {"lock", "filter", "slash", "toTable", "server"})
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

void tst_WindowPages::aViewOfTheRailFillsThePage_data()
{
    QTest::addColumn<QString>("view");
    for (const ViewSpec &spec : railViews())
        QTest::newRow(qPrintable(spec.name)) << spec.name;
}

// By its key, by a click on the rail, and from the overview.
void tst_WindowPages::aViewOfTheRailFillsThePage()
{
    QFETCH(const QString, view);
    const QKeyCombination key = find<QAction>(qPrintable("view-"_L1 + view))->shortcut()[0];
    const auto isPage = [&] {
        layOut();
        const QWidget *page = content(view);
        return page->isVisible() && !areLocks() && !isOverview() && inFront() == QStringList(view)
            && page->height() > m_window->height() * 3 / 4
            && !find<LocksPane>("locksPane")->isAncestorOf(QApplication::focusWidget());
    };
    press(key.key(), Qt::KeyboardModifier(key.keyboardModifiers().toInt()));
    QVERIFY(isPage());
    QCOMPARE(m_window->page(), view.chopped(4));
    QVERIFY(find<QAction>(qPrintable("view-"_L1 + view))->isChecked());
    press(key.key(), Qt::KeyboardModifier(key.keyboardModifiers().toInt())); // never hides it
    QVERIFY(isPage());
    press(Qt::Key_1, Qt::AltModifier);
    QVERIFY(areLocks() && content(u"eventsDock"_s)->isVisible());
    QTest::mouseClick(find<QAbstractButton>(qPrintable("rail-"_L1 + view)), Qt::LeftButton);
    QVERIFY(isPage());
    press(Qt::Key_0, Qt::AltModifier);
    QVERIFY(isOverview() && inFront().isEmpty());
    press(key.key(), Qt::KeyboardModifier(key.keyboardModifiers().toInt()));
    QVERIFY(isPage());
    // From one page to the next.
    const QString other = view == "quorumDock"_L1 ? u"auditDock"_s : u"quorumDock"_s;
    QTest::mouseClick(find<QAbstractButton>(qPrintable("rail-"_L1 + other)), Qt::LeftButton);
    QVERIFY(content(other)->isVisible() && !content(view)->isVisible());
}

void tst_WindowPages::theDetailStandsBesideAPage()
{
    put(upServer(0));
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    press(Qt::Key_2, Qt::AltModifier);
    m_window->openLock("ledger");
    layOut();
    QVERIFY(content(u"queueDock"_s)->isVisible() && content(u"detailDock"_s)->isVisible());
    QCOMPARE(find<QLabel>("queueName")->text(), u"ledger"_s);
    QVERIFY(!areLocks());
    // A link to a view leads to another page from there, and stays below the locks from these.
    m_window->showView(u"timelineDock"_s);
    QVERIFY(content(u"timelineDock"_s)->isVisible() && !areLocks());
    m_window->showLocks();
    m_window->showView(u"timelineDock"_s);
    QVERIFY(content(u"timelineDock"_s)->isVisible() && areLocks());
}

void tst_WindowPages::locksComeBackAsTheyWereAfterAPage()
{
    m_window->showView(u"timelineDock"_s);
    m_window->showView(u"detailDock"_s);
    QTRY_VERIFY(inFront().contains(u"timelineDock"_s));
    QTRY_VERIFY(!inFront().contains(u"eventsDock"_s));
    const QStringList before = inFront();
    const QSize size = find<QDockWidget>("timelineDock")->size();
    for (const Qt::Key key : {Qt::Key_3, Qt::Key_6, Qt::Key_0, Qt::Key_7}) {
        press(key, Qt::AltModifier);
        QVERIFY(!areLocks());
        // The layout of the locks is remembered, whatever page is in front.
        MainWindow other(*m_client, m_clock,
                         [](const QString &url) { return Result<QString>(url); });
        other.restoreWindowState(m_window->windowState());
        for (const char *dock : {"timelineDock", "detailDock", "eventsDock"})
            QVERIFY2(!other.findChild<QDockWidget *>(QString::fromLatin1(dock))->isHidden(), dock);
    }
    press(Qt::Key_1, Qt::AltModifier);
    layOut();
    QTRY_COMPARE(inFront(), before);
    // The way over the overview may cost a pixel.
    const auto lost = [&] {
        return std::abs(find<QDockWidget>("timelineDock")->height() - size.height());
    };
    QTRY_VERIFY2(lost() <= 1, qPrintable(QString::number(lost())));
    QCOMPARE(find<QDockWidget>("timelineDock")->width(), size.width());
    QVERIFY(find<QDockWidget>("quorumDock")->isHidden()); // as before
}

void tst_WindowPages::aPageIsClosedLikeAView()
{
    put(upServer(0));
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    press(Qt::Key_5, Qt::AltModifier);
    QVERIFY(!areLocks());
    m_window->openLock("ledger");
    m_window->showView(u"detailDock"_s);
    QVERIFY(content(u"detailDock"_s)->isAncestorOf(QApplication::focusWidget()));
    press(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(!content(u"detailDock"_s)->isVisible() && content(u"contentionDock"_s)->isVisible());
    press(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(areLocks());
    QVERIFY(find<QAbstractButton>("rail-locks")->isChecked());
    press(Qt::Key_5, Qt::AltModifier);
    find<QAction>("actionResetLayout")->trigger();
    QVERIFY(areLocks() && content(u"eventsDock"_s)->isVisible());
}

void tst_WindowPages::aFloatingViewIsNoPage()
{
    auto *dock = find<QDockWidget>("eventsDock");
    dock->setFloating(true);
    QTRY_VERIFY(dock->isVisible());
    find<QAction>("view-eventsDock")->trigger();
    QVERIFY(dock->isFloating() && dock->isAncestorOf(content(u"eventsDock"_s)));
    QVERIFY(areLocks());
    find<QAction>("view-quorumDock")->trigger();
    QVERIFY(dock->isVisible() && content(u"eventsDock"_s)->isVisible()); // beside any page
    QVERIFY(content(u"quorumDock"_s)->isVisible() && !areLocks());
}

void tst_WindowPages::helpAndPartsFollowAPage()
{
    press(Qt::Key_3, Qt::AltModifier);
    QCOMPARE(helpPageOf(content(u"timelineDock"_s)), u"timeline"_s);
    const QWidget *first = QApplication::focusWidget();
    m_window->showView(u"estateDock"_s);
    QVERIFY(content(u"estateDock"_s)->isAncestorOf(QApplication::focusWidget()));
    press(Qt::Key_F6);
    QVERIFY(find<QWidget>("pageRail")->isAncestorOf(QApplication::focusWidget()));
    press(Qt::Key_F6);
    QCOMPARE(QApplication::focusWidget(), first);
}

void tst_WindowPages::pagesFitSmallScreens()
{
    put(upServer(0));
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    m_window->openLock("ledger");
    for (const QSize &size : {QSize(960, 500), QSize(900, 600)}) {
        m_window->resize(size);
        for (const ViewSpec &view : railViews()) {
            m_window->showPage(view.name);
            layOut();
            QVERIFY2(m_window->size() == size,
                     qPrintable(u"%1 makes it %2x%3"_s.arg(view.name)
                                    .arg(m_window->width())
                                    .arg(m_window->height())));
        }
    }
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
