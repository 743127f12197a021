// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/estate/estatepane.h"
#include "ui/table/tableview.h"
#include "ui/window/mainwindow.h"
#include "ui/window/viewdocks.h"
#include "ui/workbench/workbenchpane.h"

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTest>

#include <memory>
#include <set>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

Result<QString> anyUrl(const QString &url)
{
    return url;
}

} // namespace

// Stands for a history that two views share.
class SharedThing : public QObject
{
    Q_OBJECT

public:
    SharedThing(WatchClient &, const Clock &, QObject *owner)
        : QObject(owner)
    {}
};

// The list of views, their docks and what is remembered of them.
class tst_Views : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void everyViewIsThereAndHasItsKey();
    void aViewBehindAnotherTabIsHidden();
    void theKeyLeadsToAViewAndNeverHidesIt();
    void viewsLeadToLocks();
    void whatViewsShareIsMadeOnce();
    void columnsAndSplittersAreRemembered();
    void partsThatAreNotThereTodayAreKept();
    void dialogsAreNotPartOfTheLayout();
    void anotherSetOfViewsIsNotRestored();
    void theLayoutCanBeReset();

private:
    template <typename T>
    T *find(const QString &name, QWidget *in = nullptr)
    {
        auto *found = (in ? in : m_window.get())->findChild<T *>(name);
        if (!found)
            qFatal("nothing is named %s", qPrintable(name));
        return found;
    }
    // Also while a page has it.
    QWidget *content(const QString &dock)
    {
        return m_window->findChild<ViewDocks *>()->content(dock);
    }
    QAction *action(const QString &dock) { return find<QAction>("view-"_L1 + dock); }

    SystemClock m_clock;
    std::unique_ptr<WatchClient> m_client;
    std::unique_ptr<MainWindow> m_window;
    watch::WatchMailbox *m_mailbox = nullptr;
};

void tst_Views::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    m_client = std::make_unique<WatchClient>(m_clock);
    m_mailbox = &m_client->addSource();
    m_window = std::make_unique<MainWindow>(*m_client, m_clock, anyUrl);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void tst_Views::cleanup()
{
    m_window.reset();
    m_client.reset();
}

void tst_Views::everyViewIsThereAndHasItsKey()
{
    std::set<QString> names;
    std::set<QString> keys;
    for (const ViewSpec &spec : allViews()) {
        const auto *dock = find<QDockWidget>(spec.name);
        QCOMPARE(dock->windowTitle(), spec.title);
        QCOMPARE(m_window->dockWidgetArea(find<QDockWidget>(spec.name)), spec.area);
        QCOMPARE(dock->isVisible(), spec.isOpenAtFirst);
        QCOMPARE(action(spec.name)->shortcut(), spec.key);
        names.insert(spec.name);
        keys.insert(spec.key.toString());
    }
    QCOMPARE(names.size(), allViews().size());
    QCOMPARE(keys.size(), allViews().size());
}

void tst_Views::aViewBehindAnotherTabIsHidden()
{
    QVERIFY(content(u"eventsDock"_s)->isVisible());
    QVERIFY(!content(u"workbenchDock"_s)->isVisible());
    QVERIFY(!content(u"detailDock"_s)->isVisible());
    const QSize size = find<QDockWidget>(u"eventsDock"_s)->size();
    find<QDockWidget>(u"workbenchDock"_s)->raise();
    QTRY_VERIFY(content(u"workbenchDock"_s)->isVisible());
    QTRY_VERIFY(!content(u"eventsDock"_s)->isVisible());
    QCOMPARE(find<QDockWidget>(u"workbenchDock"_s)->size(), size);
}

void tst_Views::theKeyLeadsToAViewAndNeverHidesIt()
{
    const auto press = [this](const QString &dock) {
        const auto keys = action(dock)->shortcut()[0];
        QTest::keyClick(QApplication::focusWidget(), keys.key(), keys.keyboardModifiers());
    };
    press(u"workbenchDock"_s);
    QVERIFY(content(u"workbenchDock"_s)->isVisible());
    QVERIFY(content(u"workbenchDock"_s)->isAncestorOf(QApplication::focusWidget()));
    QTRY_VERIFY(action(u"workbenchDock"_s)->isChecked());
    QTRY_VERIFY(!action(u"eventsDock"_s)->isChecked());
    for (int i = 0; i < 2; ++i) {
        press(u"workbenchDock"_s);
        QVERIFY(content(u"workbenchDock"_s)->isVisible());
        QVERIFY(content(u"workbenchDock"_s)->isAncestorOf(QApplication::focusWidget()));
        QVERIFY(action(u"workbenchDock"_s)->isChecked());
    }
    // Its own key closes what has the focus; one of those that shared its place comes to the front.
    find<QAction>(u"actionCloseView"_s)->trigger();
    QVERIFY(!content(u"workbenchDock"_s)->isVisible());
    QVERIFY(find<TableView>(u"locks"_s)->hasFocus() || find<QWidget>(u"filter"_s)->hasFocus());
    const auto specs = allViews();
    QTRY_VERIFY(std::any_of(specs.begin(), specs.end(), [this](const ViewSpec &spec) {
        return spec.area == Qt::BottomDockWidgetArea && content(spec.name)->isVisible();
    }));
    // Nothing is closed from the table of locks.
    find<QAction>(u"actionCloseView"_s)->trigger();
    press(u"estateDock"_s);
    QVERIFY(find<QDockWidget>(u"estateDock"_s)->isVisible());
    press(u"estateDock"_s); // is in front
    QVERIFY(find<QDockWidget>(u"estateDock"_s)->isVisible());
    QVERIFY(m_window->findChild<EstatePane *>()->hasFocus());
    find<QDockWidget>(u"estateDock"_s)->hide();
    press(u"estateDock"_s);
    QVERIFY(m_window->findChild<EstatePane *>()->hasFocus());
}

void tst_Views::viewsLeadToLocks()
{
    const watch::LockRecord lock = heldLock("orders", m_clock);
    m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    Navigator &navigator = *m_window;
    navigator.openLockOf(eventOf(watch::EventType::Acquired, "orders", m_clock));
    QVERIFY(content(u"detailDock"_s)->isVisible());
    QCOMPARE(find<QLabel>(u"detailName"_s)->text(), u"orders"_s);
    QCOMPARE(find<TableView>(u"locks"_s)->currentIndex().row(), 0);
    watch::Event gap;
    gap.type = watch::EventType::Gap;
    navigator.openLockOf(gap); // of no lock
    QCOMPARE(find<QLabel>(u"detailName"_s)->text(), u"orders"_s);
    navigator.showView(u"workbenchDock"_s);
    QVERIFY(content(u"workbenchDock"_s)->isVisible());
}

void tst_Views::whatViewsShareIsMadeOnce()
{
    QObject owner;
    ViewContext context{*m_client, m_clock, m_clock, m_window->actions(), *m_window, owner};
    auto &first = context.shared<SharedThing>();
    QCOMPARE(&context.shared<SharedThing>(), &first);
    QCOMPARE(first.parent(), &owner);
}

void tst_Views::columnsAndSplittersAreRemembered()
{
    find<QAction>(u"view-workbenchDock"_s)->trigger();
    auto *events = find<TableView>(u"events"_s)->horizontalHeader();
    events->resizeSection(2, 177);
    events->hideSection(1);
    events->moveSection(3, 0);
    auto *splitter = find<QSplitter>(u"workbenchSplitter"_s);
    splitter->setSizes({500, 300});
    const QByteArray sizes = splitter->saveState();
    const WindowState state = m_window->windowState();

    MainWindow other(*m_client, m_clock, anyUrl);
    other.restoreWindowState(state);
    const auto *otherEvents = find<TableView>(u"events"_s, &other)->horizontalHeader();
    QCOMPARE(otherEvents->sectionSize(2), 177);
    QVERIFY(otherEvents->isSectionHidden(1));
    QCOMPARE(otherEvents->visualIndex(3), 0);
    QCOMPARE(find<QSplitter>(u"workbenchSplitter"_s, &other)->saveState(), sizes);
}

void tst_Views::partsThatAreNotThereTodayAreKept()
{
    WindowState state = m_window->windowState();
    state.parts.insert(u"ofTomorrow.7"_s, "bytes");
    m_window->restoreWindowState(state);
    QCOMPARE(m_window->windowState().parts.value(u"ofTomorrow.7"_s), QByteArray("bytes"));
}

void tst_Views::dialogsAreNotPartOfTheLayout()
{
    const PartStates before = partStates(*m_window);
    QVERIFY(before.contains(u"locks.%1"_s.arg(m_client->locks().columnCount())));
    QDialog dialog(m_window.get());
    auto *table = new TableView(u"inDialog"_s, &dialog);
    table->setModel(&m_client->events());
    QCOMPARE(partStates(*m_window).keys(), before.keys());
}

void tst_Views::anotherSetOfViewsIsNotRestored()
{
    QMainWindow window;
    ViewContext context{*m_client, m_clock, m_clock, m_window->actions(), *m_window, window};
    std::vector<ViewSpec> specs = allViews();
    const ViewDocks all(specs, context, &window);
    const QByteArray state = all.state();
    QMainWindow smaller;
    specs.pop_back();
    ViewDocks fewer(specs, context, &smaller);
    const QByteArray own = fewer.state();
    QVERIFY(!fewer.restore(state));
    QVERIFY(fewer.restore(own));
}

void tst_Views::theLayoutCanBeReset()
{
    auto *locks = find<TableView>(u"locks"_s)->horizontalHeader();
    const int width = locks->sectionSize(1);
    const QSize events = find<QDockWidget>(u"eventsDock"_s)->size();
    locks->resizeSection(1, width + 200);
    locks->hideSection(3);
    auto *estate = find<QDockWidget>(u"estateDock"_s);
    m_window->addDockWidget(Qt::RightDockWidgetArea, estate);
    find<QDockWidget>(u"eventsDock"_s)->hide();
    find<QDockWidget>(u"workbenchDock"_s)->setFloating(true);
    find<QDockWidget>(u"detailDock"_s)->show();
    find<QAction>(u"actionResetLayout"_s)->trigger();
    QCOMPARE(locks->sectionSize(1), width);
    QVERIFY(!locks->isSectionHidden(3));
    for (const ViewSpec &spec : allViews()) {
        auto *dock = find<QDockWidget>(spec.name);
        QCOMPARE(m_window->dockWidgetArea(dock), spec.area);
        QCOMPARE(dock->isVisible(), spec.isOpenAtFirst);
        QVERIFY(!dock->isFloating());
    }
    QTRY_COMPARE(find<QDockWidget>(u"eventsDock"_s)->size(), events);
    QTRY_VERIFY(content(u"eventsDock"_s)->isVisible());
    QTRY_VERIFY(!content(u"workbenchDock"_s)->isVisible());
}

LOCKSCOPE_TEST_SUITE(tst_Views)
#include "tst_views.moc"
