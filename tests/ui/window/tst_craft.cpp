// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/windowfixture.h"
#include "ui/kit/dialog.h"
#include "ui/kit/ownkeys.h"
#include "ui/table/tableview.h"
#include "ui/window/viewlist.h"
#include "ui/workbench/quitguard.h"

#include <QAbstractButton>
#include <QDialog>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <map>
#include <set>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Tests the frame of the window: parts, dialogs, title, help.
class tst_Craft : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void f6GoesRoundTheParts();
    void f6LeadsFromTheOverviewToTheRail();
    void floatingViewsHaveNoDeadEnd();
    void theKeysAreThoseOfTheActions();
    void theKeysOfViewsAreTold();
    void keysThatAreToldDoSomething_data();
    void keysThatAreToldDoSomething();
    void noDialogBlocksTheWindow_data();
    void noDialogBlocksTheWindow();
    void dialogsOpenNoHigherThanTheScreen();
    void theQuestionBeforeQuittingBlocksNothing();
    void theTitleSaysWhatIsWatched();
    void deadlocksAreCounted();
    void aScanThatRunsIsTold();
    void aServerInTheStatusBarLeadsToItsFacts();

private:
    QWidget *partWithFocus() const;
    bool canBeUsed();
};

namespace {

watch::LockRecord contended(const QByteArray &name, const QByteArray &holder,
                            const QByteArray &waiter, const Clock &clock)
{
    watch::LockRecord lock = fairLock(name, clock, 1);
    lock.holds.front().owner = OwnerId(holder);
    lock.waiters->front().owner = OwnerId(waiter);
    // Nothing else is wrong with it.
    lock.holds.front().deadline = lock.deadline = clock.now() + std::chrono::hours(1);
    lock.waiters->front().deadline = lock.deadline;
    return lock;
}

} // namespace

QWidget *tst_Craft::partWithFocus() const
{
    for (QWidget *widget = QApplication::focusWidget(); widget; widget = widget->parentWidget()) {
        if (qobject_cast<QDockWidget *>(widget) || widget == m_window->centralWidget()
            || widget->objectName() == "pageRail"_L1)
            return widget;
    }
    return nullptr;
}

// The window takes keys and shows what comes while a dialog is open.
bool tst_Craft::canBeUsed()
{
    if (QApplication::activeModalWidget())
        return false;
    m_window->activateWindow();
    if (!QTest::qWaitForWindowActive(m_window.get()))
        return false;
    auto *filter = find<QLineEdit>("filter");
    filter->setFocus();
    QTest::keyClicks(filter, u"x"_s);
    const bool isTyped = filter->text() == "x"_L1;
    filter->clear();
    return isTyped;
}

void tst_Craft::f6GoesRoundTheParts()
{
    put(upServer(0));
    put(heldLock("a", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    find<QDockWidget>("estateDock")->show(); // hidden at first
    find<TableView>("locks")->setFocus();
    m_window->openLock("a");
    std::vector<QWidget *> there;
    std::set<QWidget *> all;
    do {
        QVERIFY(partWithFocus());
        there.push_back(partWithFocus());
        all.insert(there.back());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    } while (partWithFocus() != there.front() && there.size() < 20);
    QCOMPARE(there.size(), all.size());
    // The controller, the servers, the detail, what is in front below, and the rail.
    QCOMPARE(all.size(), 5U);
    QVERIFY(all.contains(m_window->centralWidget()));
    QCOMPARE(QApplication::focusWidget(), find<TableView>("locks"));
    for (auto part = there.rbegin(); part != there.rend(); ++part) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(partWithFocus(), *part);
    }
}

// Where the page is alone beside the rail.
void tst_Craft::f6LeadsFromTheOverviewToTheRail()
{
    put(upServer(0));
    find<QAction>("actionOverview")->trigger();
    QTRY_COMPARE(partWithFocus(), m_window->centralWidget());
    QWidget *const before = QApplication::focusWidget();
    QTest::keyClick(before, Qt::Key_F6);
    QCOMPARE(QApplication::focusWidget(), find<QWidget>("rail-overview"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    QCOMPARE(QApplication::focusWidget(), before);
}

void tst_Craft::floatingViewsHaveNoDeadEnd()
{
    m_window->showView(u"eventsDock"_s);
    auto *dock = find<QDockWidget>("eventsDock");
    dock->setFloating(true);
    dock->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), dock);
    auto *filter = find<QLineEdit>("eventFilter");
    filter->setFocus();
    QVERIFY(filter->hasFocus());
    std::set<QWidget *> reached;
    for (int i = 0; i < 20; ++i) {
        QWidget *before = QApplication::focusWidget();
        QVERIFY(before);
        reached.insert(before);
        QTest::keyClick(before, Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget() != before);
    }
    QVERIFY(reached.contains(find<QWidget>("eventsFollow")));
    QVERIFY(reached.contains(filter));
}

void tst_Craft::theKeysAreThoseOfTheActions()
{
    QTest::keyClick(m_window.get(), Qt::Key_F1, Qt::ControlModifier);
    auto *list = find<QTreeWidget>("keyList");
    QVERIFY(list->isVisible());
    std::map<QString, QString> keys; // to their effects
    std::set<QString> groups;
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem *group = list->topLevelItem(i);
        groups.insert(group->text(0));
        for (int j = 0; j < group->childCount(); ++j)
            keys.insert({group->child(j)->text(1), group->child(j)->text(0)});
    }
    QVERIFY(groups.contains(u"Connection"_s));
    QVERIFY(groups.contains(u"View"_s));
    for (const char *name : {"actionPalette", "actionPause", "actionNextPart", "actionConnect"}) {
        const auto *action = find<QAction>(name);
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        QVERIFY2(keys.contains(key), name);
        QString text = action->text();
        QCOMPARE(keys[key], text.remove(u'&'));
    }
    QVERIFY(keys.contains(u"Enter"_s)); // named by its action, worked by the table
    QVERIFY(keys.contains(find<QAction>("view-quorumDock")->shortcut().toString()));
    // A key that is taken away is not told any more.
    find<QDialog>("keyHelp")->close();
    QTRY_VERIFY(!m_window->findChild<QDialog *>(u"keyHelp"_s));
    find<QAction>("actionPause")->setShortcuts(QList<QKeySequence>());
    find<QAction>("actionKeys")->trigger();
    QVERIFY(find<QTreeWidget>("keyList")
                ->findItems(u"Space"_s, Qt::MatchExactly | Qt::MatchRecursive, 1)
                .isEmpty());
}

// Keys that a view handles itself, without an action.
void tst_Craft::theKeysOfViewsAreTold()
{
    find<QAction>("actionKeys")->trigger();
    const auto *list = find<QTreeWidget>("keyList");
    std::map<QString, QStringList> keys; // of each group
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem *group = list->topLevelItem(i);
        QStringList lines;
        for (int j = 0; j < group->childCount(); ++j) {
            keys[group->text(0)] += group->child(j)->text(1);
            lines += group->child(j)->text(1) + u' ' + group->child(j)->text(0);
        }
        QCOMPARE(lines.removeDuplicates(), 0);
    }
    const auto tells = [&](const QString &group, const QStringList &wanted) {
        for (const QString &key : wanted)
            QVERIFY2(keys[group].contains(key), qPrintable(group + u": "_s + key));
    };
    tells(u"Timeline"_s,
          {u"+, ="_s, u"-"_s, u"0"_s, u"Home"_s, u"End"_s, u"Ctrl+Left, Ctrl+Right"_s,
           u"Ctrl+Enter, Ctrl+Return"_s, u"/"_s, u"Enter"_s});
    tells(u"Detail"_s,
          {u"Home, End"_s, u"Left, Right"_s, u"+"_s, u"Ctrl+Enter, Ctrl+Return"_s, u"Ctrl+C"_s});
    tells(u"Events"_s, {u"Ctrl+Space"_s, u"Ctrl+Enter, Ctrl+Return"_s, u"Enter"_s});
    tells(u"Blocking"_s, {u"Left, Right"_s, u"Enter"_s});
    tells(u"Estate"_s, {u"Left, Right"_s, u"Enter"_s});
    tells(u"Audit"_s, {u"Ctrl+Enter, Ctrl+Return"_s, u"Enter"_s});
    tells(u"Window"_s, {u"Left, Right"_s, u"Ctrl+Space"_s, u"Up, Down"_s});
}

void tst_Craft::keysThatAreToldDoSomething_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"timeline", "ttlChart"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_Craft::keysThatAreToldDoSomething()
{
    QFETCH(QString, name);
    auto *widget = find<QWidget>(qPrintable(name));
    const QList<OwnKeys> told = ownKeysOf(*widget);
    QVERIFY(!told.isEmpty());
    const auto isTaken = [widget](const QKeySequence &sequence) {
        const QKeyCombination key = sequence[0];
        QKeyEvent event(QEvent::KeyPress, key.key(), key.keyboardModifiers());
        QCoreApplication::sendEvent(widget, &event);
        return event.isAccepted();
    };
    for (const OwnKeys &own : told) {
        for (const QKeySequence &key : own.keys) {
            if (key != QKeySequence(Qt::Key_Escape)) // the window's, unless there is a choice
                QVERIFY2(isTaken(key), qPrintable(key.toString()));
        }
    }
    QVERIFY(!isTaken(QKeySequence(Qt::Key_F9))); // else this would say nothing
}

void tst_Craft::noDialogBlocksTheWindow_data()
{
    QTest::addColumn<QString>("action");
    for (const char *name :
         {"actionConnect", "actionAbout", "actionKeys", "actionPasteException", "actionNewProfile"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void tst_Craft::noDialogBlocksTheWindow()
{
    QFETCH(QString, action);
    for (int i = 0; i < 2; ++i) {
        m_window->findChild<QAction *>(action)->trigger();
        int open = 0;
        for (const QDialog *dialog : m_window->findChildren<QDialog *>()) {
            QVERIFY(!dialog->isModal());
            open += dialog->isVisible() ? 1 : 0;
        }
        QCOMPARE(open, 1); // the second time the same
        QVERIFY(canBeUsed());
    }
}

// Among the parts that can be made smaller; other parts are not cut.
void tst_Craft::dialogsOpenNoHigherThanTheScreen()
{
    const int room = m_window->screen()->availableSize().height();
    Dialog list;
    auto *const rows = new QVBoxLayout(&list);
    rows->addWidget(new QTreeWidget);
    list.resize(300, room + 50);
    list.show();
    QVERIFY2(list.height() < room, qPrintable(QString::number(list.height())));
    Dialog text;
    auto *const lines = new QVBoxLayout(&text);
    auto *const label = new QLabel(u"so many words "_s.repeated(400));
    label->setWordWrap(true);
    lines->addWidget(label);
    text.resize(300, 5 * room);
    text.show();
    QVERIFY(label->height() >= label->heightForWidth(label->width()));
    QVERIFY(text.height() < 5 * room);
}

void tst_Craft::theQuestionBeforeQuittingBlocksNothing()
{
    m_window->quitGuard().setOpenCount(2);
    QVERIFY(!m_window->close());
    auto *box = find<QMessageBox>("quitBox");
    QVERIFY(box->isVisible());
    QVERIFY(!box->isModal());
    QVERIFY(canBeUsed());
    QVERIFY(!m_window->close());
    QCOMPARE(m_window->findChildren<QMessageBox *>().size(), 1);
    find<QAbstractButton>("quitCancel")->click();
    QTRY_VERIFY(!m_window->findChild<QMessageBox *>(u"quitBox"_s));
    QVERIFY(m_window->isVisible());
    m_window->quitGuard().setOpenCount(0);
}

void tst_Craft::theTitleSaysWhatIsWatched()
{
    QCOMPARE(m_window->windowTitle(), u"Lockscope"_s);
    put(upServer(0));
    QTRY_COMPARE(m_window->windowTitle(), u"127.0.0.1:6379 - Lockscope"_s);
    admin::Place place;
    place.profile = u"billing"_s;
    watch::WatchMailbox &other = m_client->addSource();
    m_client->setPlace({2}, place);
    m_client->setPlace({3}, place);
    for (const int server : {2, 3})
        other.put(watch::ServerId{server},
                  std::make_shared<const watch::ServerRecord>(upServer(server)));
    QTRY_COMPARE(m_window->windowTitle(), u"127.0.0.1:6379, billing - Lockscope"_s);
    m_client->setPaused(true);
    QCOMPARE(m_window->windowTitle(), u"127.0.0.1:6379, billing - Lockscope (paused)"_s);
    m_client->setPaused(false);
    QVERIFY(!m_window->windowTitle().contains("paused"_L1));
}

void tst_Craft::deadlocksAreCounted()
{
    auto *count = find<QAbstractButton>("incidentAlarm");
    QVERIFY(!count->isVisible());
    // The view of who blocks whom is not shown: the count comes all the same.
    find<QDockWidget>("incidentsDock")->hide();
    put(upServer(0)); // nothing out of sight is reported
    put(contended("a", "first:1", "second:1", m_clock));
    put(contended("b", "second:1", "first:1", m_clock));
    const auto passUntil = [&](bool isShown) {
        return eventually([&] {
            m_clock.advance(10ms);
            put(upServer(0)); // something to judge by
            return count->isVisible() == isShown;
        });
    };
    QVERIFY(passUntil(true));
    QCOMPARE(count->text(), u"1 critical"_s);
    QTest::mouseClick(count, Qt::LeftButton);
    QVERIFY(find<QWidget>("incidentsPane")->isVisible());
    put(contended("b", "third:1", "first:1", m_clock));
    QVERIFY(passUntil(false));
}

void tst_Craft::aScanThatRunsIsTold()
{
    watch::ServerRecord server = upServer(0);
    server.discovering = true;
    put(server);
    put(heldLock("a", m_clock));
    QTRY_COMPARE(find<QLabel>("lockCount")->text(), u"Locks: 1, still scanning"_s);
    put(upServer(0));
    QTRY_COMPARE(find<QLabel>("lockCount")->text(), u"Locks: 1"_s);
    // A server that is down is not scanned, although its scan has not ended.
    watch::ServerRecord lost = lostServer(m_clock, 12s, 1);
    lost.discovering = true;
    put(lost);
    QTRY_COMPARE(m_client->servers().rowCount(), 2);
    QCOMPARE(find<QLabel>("lockCount")->text(), u"Locks: 1"_s);
}

void tst_Craft::aServerInTheStatusBarLeadsToItsFacts()
{
    put(upServer(0));
    put(upServer(1));
    QTRY_VERIFY(find<QLabel>("server1")->isVisible());
    QTest::mouseClick(find<QLabel>("server1"), Qt::LeftButton);
    QVERIFY(find<QWidget>("serversPane")->isVisible());
    QCOMPARE(find<TableView>("serverList")->currentIndex().row(), 1);
}

LOCKSCOPE_TEST_SUITE(tst_Craft)
#include "tst_craft.moc"
