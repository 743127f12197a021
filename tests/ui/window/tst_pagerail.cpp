// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/theme/glyph.h"
#include "ui/window/pagerail.h"
#include "ui/window/railbutton.h"
#include "ui/window/viewdocks.h"
#include "ui/window/viewlist.h"

#include <QAccessible>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>

#include <tuple>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_PageRail : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void everyPageHasItsPlaceNameAndKey();
    void aClickLeadsToAPageAndNeverHidesIt();
    void theDigitsLeadToTheFirstTen();
    void whatHasTheFocusIsMarked();
    void escapeOnAPageLeavesTheFilterOfAnother();
    void upAndDownMoveOnTheRail();
    void theEstateFoldsAndStaysSo();
    void openIncidentsAreCounted();
    void theRailStays();
    void lowWindowsKeepEveryPage();
    void theWindowFitsSmallScreens();
    void twentyLocksAreInSightBesideAView_data();
    void twentyLocksAreInSightBesideAView();
    void everyIconIsItsOwn();

private:
    RailButton *button(const QString &name)
    {
        return find<RailButton>(qPrintable(u"rail-"_s + name));
    }
    QStringList marked()
    {
        QStringList names;
        for (const RailButton *each : find<PageRail>("pageRail")->findChildren<RailButton *>()) {
            if (each->isChecked() && each->objectName() != "rail-estate"_L1)
                names += each->objectName().sliced("rail-"_L1.size());
        }
        return names;
    }
    bool isInFront(const QString &view)
    {
        if (view == "overview"_L1)
            return find<QWidget>("overviewPage")->isVisible();
        if (view == "locks"_L1)
            return find<QWidget>("locksPane")->isVisible();
        return m_window->findChild<ViewDocks *>()->content(view)->isVisible();
    }
    static QStringList pages()
    {
        QStringList names{u"overview"_s, u"locks"_s};
        for (const ViewSpec &view : railViews())
            names += view.name;
        return names;
    }
};

void tst_PageRail::everyPageHasItsPlaceNameAndKey()
{
    QCOMPARE(
        pages(),
        QStringList({u"overview"_s, u"locks"_s, u"queueDock"_s, u"timelineDock"_s,
                     u"blockingDock"_s, u"contentionDock"_s, u"quorumDock"_s, u"incidentsDock"_s,
                     u"eventsDock"_s, u"serversDock"_s, u"workbenchDock"_s, u"auditDock"_s}));
    int y = -1;
    for (const QString &name : pages()) {
        RailButton *const page = button(name);
        QVERIFY(page->isVisible());
        QVERIFY(page->y() > y);
        y = page->y();
        const auto *seen = QAccessible::queryAccessibleInterface(page);
        QVERIFY(seen);
        QCOMPARE(seen->text(QAccessible::Name), page->text());
        QVERIFY(!page->text().isEmpty());
    }
    QCOMPARE(button(u"queueDock"_s)->text(), u"Queue"_s);
    QVERIFY(button(u"queueDock"_s)->toolTip().contains("Alt+2"_L1));
    const std::vector<ViewSpec> views = railViews();
    for (std::size_t i = 0; i < views.size(); ++i) {
        const bool hasDigit = i + 2 < 10;
        QCOMPARE(views[i].page, static_cast<int>(i) + 2);
        QCOMPARE(views[i].key.toString() == u"Alt+%1"_s.arg(i + 2), hasDigit);
    }
}

void tst_PageRail::aClickLeadsToAPageAndNeverHidesIt()
{
    for (const QString &name : pages() + QStringList{u"locks"_s, u"overview"_s, u"auditDock"_s}) {
        for (int times = 0; times < 2; ++times) {
            QTest::mouseClick(button(name), Qt::LeftButton);
            QTRY_VERIFY2(isInFront(name), qPrintable(name));
            QCOMPARE(marked(), QStringList{name});
            QCOMPARE(isInFront(u"locks"_s), name == "locks"_L1); // a page has the place to itself
        }
    }
}

void tst_PageRail::theDigitsLeadToTheFirstTen()
{
    const QStringList all = pages();
    for (int digit = 0; digit < 10; ++digit) {
        for (int times = 0; times < 2; ++times) {
            QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(Qt::Key_0 + digit),
                            Qt::AltModifier);
            QTRY_VERIFY2(isInFront(all[digit]), qPrintable(all[digit]));
            QCOMPARE(marked(), QStringList{all[digit]});
        }
    }
    for (const char *view : {"workbenchDock", "auditDock"}) {
        const QString name = QString::fromLatin1(view);
        const QKeyCombination key = find<QAction>(qPrintable(u"view-"_s + name))->shortcut()[0];
        QTest::keyClick(QApplication::focusWidget(), key.key(), key.keyboardModifiers());
        QTRY_VERIFY(isInFront(name));
        QCOMPARE(marked(), QStringList{name});
    }
}

void tst_PageRail::whatHasTheFocusIsMarked()
{
    put(upServer(0));
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    QCOMPARE(marked(), QStringList{u"locks"_s});
    m_window->showView(u"timelineDock"_s);
    QCOMPARE(marked(), QStringList{u"timelineDock"_s});
    find<TableView>("locks")->setFocus();
    QCOMPARE(marked(), QStringList{u"locks"_s});
    // A part that is no page leaves the mark.
    m_window->showView(u"timelineDock"_s);
    m_window->showView(u"estateDock"_s);
    QCOMPARE(marked(), QStringList{u"timelineDock"_s});
    // A page that goes away leaves the locks.
    find<QDockWidget>("timelineDock")->hide();
    QTRY_COMPARE(marked(), QStringList{u"locks"_s});
    m_window->showOverview();
    QCOMPARE(marked(), QStringList{u"overview"_s});
}

// Nobody sees that filter there, and the rail marks the page that is in front.
void tst_PageRail::escapeOnAPageLeavesTheFilterOfAnother()
{
    put(upServer(0));
    put(heldLock("orders", m_clock));
    put(heldLock("ledger", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    auto *filter = find<QLineEdit>("filter");
    for (const ViewSpec &view : railViews()) {
        filter->setText(u"orders"_s);
        QTRY_COMPARE(m_client->locks().rowCount(), 1);
        QTest::mouseClick(button(view.name), Qt::LeftButton);
        QTRY_VERIFY(isInFront(view.name));
        m_window->showPage(view.name);
        for (int times = 0; times < 2; ++times)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY2(isInFront(view.name), qPrintable(view.name));
        QCOMPARE(marked(), QStringList{view.name});
        QVERIFY2(filter->text() == "orders"_L1, qPrintable(view.name));
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_1, Qt::AltModifier);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty());
}

void tst_PageRail::upAndDownMoveOnTheRail()
{
    RailButton *const locks = button(u"locks"_s);
    QVERIFY(locks->focusPolicy() & Qt::TabFocus);
    QVERIFY(!(button(u"queueDock"_s)->focusPolicy() & Qt::TabFocus)); // one stop for all
    locks->setFocus();
    QTest::keyClick(locks, Qt::Key_Down);
    QVERIFY(button(u"queueDock"_s)->hasFocus());
    QCOMPARE(marked(), QStringList{u"locks"_s}); // not gone to yet
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QVERIFY(button(u"timelineDock"_s)->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(isInFront(u"timelineDock"_s));
    QCOMPARE(marked(), QStringList{u"timelineDock"_s});
    button(u"timelineDock"_s)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
    QVERIFY(button(u"estate"_s)->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
    QVERIFY(button(u"overview"_s)->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
    QVERIFY(button(u"overview"_s)->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space); // is the button's, not the pause's
    QVERIFY(isInFront(u"overview"_s));
    QVERIFY(!m_client->isPaused());
}

void tst_PageRail::theEstateFoldsAndStaysSo()
{
    auto *dock = find<QDockWidget>("estateDock");
    RailButton *const estate = button(u"estate"_s);
    QVERIFY(!dock->isVisible() && !estate->isChecked()); // at first
    QTest::mouseClick(estate, Qt::LeftButton);
    QTRY_VERIFY(dock->isVisible() && estate->isChecked());
    layOut();
    const int before = find<QWidget>("locksPane")->width();
    QTest::mouseClick(estate, Qt::LeftButton);
    QTRY_VERIFY(!dock->isVisible() && !estate->isChecked());
    QTRY_VERIFY(find<QWidget>("locksPane")->width() > before);
    const WindowState state = m_window->windowState();
    MainWindow other(*m_client, m_clock, [](const QString &url) { return Result<QString>(url); });
    other.restoreWindowState(state);
    QVERIFY(other.findChild<QDockWidget *>(u"estateDock"_s)->isHidden());
    QTest::mouseClick(estate, Qt::LeftButton);
    QTRY_VERIFY(dock->isVisible() && estate->isChecked());
    // From the overview it comes with the locks.
    QTest::mouseClick(estate, Qt::LeftButton);
    m_window->showOverview();
    QTest::mouseClick(estate, Qt::LeftButton);
    QTRY_VERIFY(dock->isVisible() && estate->isChecked());
    QVERIFY(isInFront(u"locks"_s));
}

void tst_PageRail::openIncidentsAreCounted()
{
    RailButton *const incidents = button(u"incidentsDock"_s);
    QVERIFY(incidents->accessibleDescription().isEmpty());
    const QImage before = incidents->grab().toImage();
    put(upServer(0));
    for (const auto &[name, holder, waiter] :
         {std::tuple("a", "first:1", "second:1"), std::tuple("b", "second:1", "first:1")}) {
        watch::LockRecord lock = fairLock(name, m_clock, 1);
        lock.holds.front().owner = OwnerId(holder);
        lock.waiters->front().owner = OwnerId(waiter);
        put(lock); // a deadlock
    }
    QVERIFY(eventually([&] {
        // In small steps: a busy machine must not see it jump past the leases, or past what counts
        // as seen.
        m_clock.advance(5ms);
        put(upServer(0)); // something to judge by
        return incidents->accessibleDescription().contains("critical"_L1); // not the first of all
    }));
    QVERIFY(incidents->grab().toImage() != before);
}

void tst_PageRail::theRailStays()
{
    const auto *rail = find<PageRail>("pageRail");
    QVERIFY(!rail->isMovable());
    const std::unique_ptr<QMenu> menu(m_window->createPopupMenu());
    QVERIFY(menu);
    for (const QAction *action : menu->actions())
        QVERIFY(action != rail->toggleViewAction() || !action->isVisible());
    // Layouts saved by earlier versions do not know the rail.
    QMainWindow former;
    const QByteArray state = former.saveState(7);
    QVERIFY(m_window->restoreState(state, 7));
    QCOMPARE(m_window->toolBarArea(rail), Qt::LeftToolBarArea);
    QVERIFY(rail->isVisible());
}

// Without room for names the icons are still shown, and none is behind an arrow.
void tst_PageRail::lowWindowsKeepEveryPage()
{
    m_window->resize(960, 460);
    layOut();
    const auto *rail = find<PageRail>("pageRail");
    for (const RailButton *each : rail->findChildren<RailButton *>()) {
        QVERIFY2(each->isVisible(), qPrintable(each->objectName()));
        QVERIFY(each->height() >= each->minimumSizeHint().height());
        QVERIFY(rail->rect().contains(QRect(each->mapTo(rail, QPoint()), each->size())));
    }
}

// Of 1920x1080 at 200 %, with the detail and every view below, and the smallest that people ask
// for.
void tst_PageRail::theWindowFitsSmallScreens()
{
    put(upServer(0));
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    for (const QSize &size : {QSize(960, 500), QSize(900, 600)}) {
        m_window->resize(size);
        for (const ViewSpec &view : allViews()) {
            m_window->openLock("ledger");
            m_window->showView(view.name);
            layOut();
            QVERIFY2(m_window->width() == size.width() && m_window->height() == size.height(),
                     qPrintable(u"%1 makes it %2x%3"_s.arg(view.name)
                                    .arg(m_window->width())
                                    .arg(m_window->height())));
        }
    }
}

void tst_PageRail::twentyLocksAreInSightBesideAView_data()
{
    QTest::addColumn<QString>("view");
    for (const ViewSpec &view : allViews()) {
        if (view.area == Qt::BottomDockWidgetArea)
            QTest::newRow(qPrintable(view.name)) << view.name;
    }
}

void tst_PageRail::twentyLocksAreInSightBesideAView()
{
    QFETCH(const QString, view);
    put(upServer(0));
    for (int i = 0; i < 60; ++i)
        put(heldLock("lock" + QByteArray::number(i), m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 60);
    QCOMPARE(m_window->size(), QSize(1280, 800));
    m_window->showView(view);
    layOut();
    QVERIFY(isInFront(view));
    const auto *table = find<TableView>("locks");
    const int rows = table->viewport()->height() / table->verticalHeader()->defaultSectionSize();
    QVERIFY2(rows >= 20, qPrintable(QString::number(rows)));
}

void tst_PageRail::everyIconIsItsOwn()
{
    QList<QImage> icons;
    for (int i = int(Glyph::Overview); i <= int(Glyph::Estate); ++i) {
        QImage icon(24, 24, QImage::Format_RGB32);
        icon.fill(Qt::white);
        QPainter painter(&icon);
        paintGlyph(&painter, QRectF(0, 0, 24, 24), static_cast<Glyph>(i), Qt::black);
        painter.end();
        QVERIFY(!icons.contains(icon));
        icons += icon;
    }
    for (const ViewSpec &view : railViews())
        QVERIFY(view.glyph != Glyph::None);
}

LOCKSCOPE_TEST_SUITE(tst_PageRail)
#include "tst_pagerail.moc"
