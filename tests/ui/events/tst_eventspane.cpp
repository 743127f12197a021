// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/client/eventmodel.h"
#include "ui/events/eventspane.h"
#include "ui/table/celldelegate.h"
#include "ui/timeline/timelinepane.h"
#include "ui/wording/wording.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using watch::EventType;

// Tests the view of events in the window: its content, its copies, and its links to other views.
class tst_EventsPane : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { endWindow(); }

    void whatPassesTheFilterIsCounted();
    void whatDoesNotPassIsCountedToo();
    void aFilterThatCannotBeReadIsExplainedInPlace();
    void anEmptyViewSaysWhy();
    void inThePastNothingIsYetToCome();
    void itStaysAtTheEndUntilSomebodyScrolls();
    void theButtonStopsItToo();
    void rowsAreCopiedAsTextAndJson();
    void enterLeadsToTheLock();
    void anEventIsShownOnTheTimelineAndBack();
    void eventsOfServersAreNotOnTheTimeline();
    void whatCannotBeShownIsSaid();
    void everyEventIsNamedInFull();

private:
    void post(EventType type, const QByteArray &lock = "orders");
    void postServer(EventType type);
    void postMany(int count, const QByteArray &lock = "other");
    void waitForEvents(std::size_t count);
    void choose(int row)
    {
        m_table->setFocus();
        m_table->selectRow(row);
    }
    // Sends the key to the widget with the focus.
    static void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    QString said(const char *label) { return find<QLabel>(label)->text(); }
    int rows() const { return m_table->model()->rowCount(); }

    EventsPane *m_pane = nullptr;
    TableView *m_table = nullptr;
};

void tst_EventsPane::init()
{
    startWindow();
    m_pane = find<EventsPane>("eventsPane");
    m_table = find<TableView>("events");
    put(upServer(0));
    m_window->showView(u"eventsDock"_s);
    QVERIFY(m_pane->isVisible());
}

void tst_EventsPane::post(EventType type, const QByteArray &lock)
{
    m_mailbox->post(eventOf(type, lock, m_clock));
    m_clock.advance(1s);
}

void tst_EventsPane::postServer(EventType type)
{
    watch::Event event;
    event.at = m_clock.wallNow();
    event.type = type;
    event.server = upServer(0).label;
    event.deploymentId = {0};
    event.serverId = {0};
    m_mailbox->post(event);
    m_clock.advance(1s);
}

void tst_EventsPane::postMany(int count, const QByteArray &lock)
{
    for (int i = 0; i < count; ++i)
        m_mailbox->post(eventOf(EventType::Renewed, lock, m_clock));
    m_clock.advance(1s);
}

// Kept ones, and those that went.
void tst_EventsPane::waitForEvents(std::size_t count)
{
    const EventModel &events = m_client->events();
    QTRY_COMPARE(events.eventCount() + static_cast<std::size_t>(events.forgottenCount()), count);
}

void tst_EventsPane::whatPassesTheFilterIsCounted()
{
    const QAbstractItemModelTester tester(m_table->model());
    post(EventType::Acquired);
    post(EventType::Acquired, "stock");
    post(EventType::Released);
    waitForEvents(3);
    QCOMPARE(said("eventCount"), u"Events: 3"_s);
    auto *filter = find<QLineEdit>("eventFilter");
    filter->setText(u"event:acquired orders"_s);
    QCOMPARE(rows(), 1);
    QCOMPARE(said("eventCount"), u"Events: 1 of 3"_s);
    post(EventType::Acquired); // new events are filtered, too
    post(EventType::Expired, "stock");
    waitForEvents(5);
    QCOMPARE(rows(), 2);
    QCOMPARE(said("eventCount"), u"Events: 2 of 5"_s);
    filter->clear();
    QCOMPARE(rows(), 5);
    QCOMPARE(said("eventCount"), u"Events: 5"_s);
}

void tst_EventsPane::whatDoesNotPassIsCountedToo()
{
    post(EventType::Acquired);
    find<QLineEdit>("eventFilter")->setText(u"event:released"_s);
    QTRY_COMPARE(said("eventCount"), u"Events: 0 of 1"_s);
    post(EventType::Acquired); // no row tells of it
    QTRY_COMPARE(said("eventCount"), u"Events: 0 of 2"_s);
    m_client->events().clear();
    QCOMPARE(said("eventCount"), u"Events: 0"_s);
    QCOMPARE(said("eventsEmptyTitle"), u"No events yet"_s);
}

void tst_EventsPane::aFilterThatCannotBeReadIsExplainedInPlace()
{
    post(EventType::Acquired);
    post(EventType::Released);
    waitForEvents(2);
    auto *filter = find<QLineEdit>("eventFilter");
    auto *problem = find<QLabel>("eventFilterProblem");
    QVERIFY(!problem->isVisible());
    filter->setText(u"event:released"_s);
    QCOMPARE(rows(), 1);
    filter->setText(u"event:nothing"_s);
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(u"nothing"_s), qPrintable(problem->text()));
    QCOMPARE(rows(), 1); // as before
    filter->setText(u"quorum:lost"_s);
    QVERIFY2(problem->text().contains(u"of locks, not of events"_s), qPrintable(problem->text()));
    filter->clear();
    QVERIFY(!problem->isVisible());
    QCOMPARE(rows(), 2);
}

void tst_EventsPane::anEmptyViewSaysWhy()
{
    auto *title = find<QLabel>("eventsEmptyTitle");
    QVERIFY(title->isVisible() && !m_table->isVisible());
    QCOMPARE(title->text(), u"No events yet"_s);
    post(EventType::Acquired);
    waitForEvents(1);
    QVERIFY(!title->isVisible() && m_table->isVisible());
    find<QLineEdit>("eventFilter")->setText(u"nobody"_s);
    QVERIFY(title->isVisible() && !m_table->isVisible());
    QCOMPARE(title->text(), u"No event matches the filter"_s);
    QCOMPARE(said("eventsEmptyText"), u"Events hidden by the filter: 1."_s);
    post(EventType::Acquired, "nobody");
    waitForEvents(2);
    QVERIFY(!title->isVisible() && m_table->isVisible());
}

// Of a record all that happened is there, also what comes after the shown time.
void tst_EventsPane::inThePastNothingIsYetToCome()
{
    bool looksBack = true;
    m_pane->setLooksBack([&looksBack] { return looksBack; });
    QCOMPARE(said("eventsEmptyTitle"), u"No events up to this time"_s);
    QVERIFY2(!said("eventsEmptyText").contains(u"from now on"_s),
             qPrintable(said("eventsEmptyText")));
    post(EventType::Acquired);
    waitForEvents(1);
    QVERIFY(m_table->isVisible());
    m_client->events().clear(); // an earlier time begins
    QVERIFY(!m_table->isVisible());
    QCOMPARE(said("eventsEmptyTitle"), u"No events up to this time"_s);
    looksBack = false; // asked for each time
    m_client->events().clear();
    QCOMPARE(said("eventsEmptyTitle"), u"No events yet"_s);
    m_pane->setLooksBack({});
}

void tst_EventsPane::itStaysAtTheEndUntilSomebodyScrolls()
{
    QScrollBar *const bar = m_table->verticalScrollBar();
    const auto *button = find<QAbstractButton>("eventsFollow");
    postMany(200);
    waitForEvents(200);
    QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
    QVERIFY(m_pane->isFollowing() && button->isChecked());
    // Scrolling up stops following.
    m_table->setFocus();
    m_table->setCurrentIndex(m_table->model()->index(199, 0));
    key(Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(bar->value(), 0);
    QVERIFY(!m_pane->isFollowing() && !button->isChecked());
    postMany(50);
    waitForEvents(250);
    QCOMPARE(rows(), 250);
    QCOMPARE(bar->value(), 0);
    // Scrolling back to the end resumes it.
    QTRY_VERIFY(!m_table->isChanging()); // as it is when somebody's scroll comes
    bar->setValue(bar->maximum());
    QVERIFY(m_pane->isFollowing() && button->isChecked());
    postMany(50);
    waitForEvents(300);
    QTRY_COMPARE(bar->value(), bar->maximum());
    // While it is hidden it has no rows; then it is at the end again.
    m_window->showView(u"workbenchDock"_s);
    QTRY_COMPARE(rows(), 0);
    m_window->showView(u"eventsDock"_s);
    QCOMPARE(rows(), 300);
    QTRY_COMPARE(bar->value(), bar->maximum());
}

void tst_EventsPane::theButtonStopsItToo()
{
    QScrollBar *const bar = m_table->verticalScrollBar();
    auto *button = find<QAbstractButton>("eventsFollow");
    postMany(200);
    waitForEvents(200);
    QTRY_COMPARE(bar->value(), bar->maximum());
    button->setFocus();
    key(Qt::Key_Space);
    QVERIFY(!m_pane->isFollowing());
    const int before = bar->value();
    postMany(50);
    waitForEvents(250);
    QCOMPARE(bar->value(), before);
    key(Qt::Key_Space);
    QVERIFY(m_pane->isFollowing());
    QCOMPARE(bar->value(), bar->maximum());
}

void tst_EventsPane::rowsAreCopiedAsTextAndJson()
{
    post(EventType::Acquired);
    post(EventType::Renewed);
    post(EventType::Released, "stock\n");
    waitForEvents(3);
    m_table->clearSelection();
    QVERIFY(m_pane->copied(CopyForm::Text).isEmpty());
    choose(1);
    m_table->selectionModel()->select(m_table->model()->index(2, 0),
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
    find<QAction>("eventsCopyText")->trigger();
    const QString text = QApplication::clipboard()->text();
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    // As the columns are on the screen: the long texts come last.
    const QStringList cells = lines[0].split(u'\t');
    QCOMPARE(cells.size(), static_cast<int>(EventModel::ColumnCount));
    QCOMPARE(cells[1], u"renewed"_s);
    QCOMPARE(cells[2], u"orders"_s);
    QCOMPARE(cells.last(), u"TTL 30.0 s"_s);
    QVERIFY(lines[1].contains(u"stock\\n"_s));
    find<QAction>("eventsCopyJson")->trigger();
    const QByteArrayList objects = QApplication::clipboard()->text().toUtf8().trimmed().split('\n');
    QCOMPARE(objects.size(), 2);
    const QJsonObject first = QJsonDocument::fromJson(objects[0]).object();
    QCOMPARE(first["event"_L1].toString(), u"renewed"_s);
    QVERIFY(QJsonDocument::fromJson(objects[1]).isObject());
    // The bytes of the name.
    key(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), u"orders\nstock\n"_s);
}

void tst_EventsPane::enterLeadsToTheLock()
{
    put(heldLock("orders", m_clock));
    put(heldLock("stock", m_clock));
    post(EventType::Acquired);
    post(EventType::Acquired, "stock");
    postServer(EventType::ServerDown);
    waitForEvents(3);
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    auto *locks = find<TableView>("locks");
    choose(1);
    key(Qt::Key_Return);
    QVERIFY(find<QWidget>("detailPane")->isVisible());
    QCOMPARE(said("detailName"), u"stock"_s);
    QCOMPARE(locks->currentIndex().row(), m_client->locks().rowOf({0, LockName("stock")}));
    choose(2); // of a server: there is nothing to open
    key(Qt::Key_Return);
    QCOMPARE(said("detailName"), u"stock"_s);
    choose(0);
    key(Qt::Key_Return);
    QCOMPARE(said("detailName"), u"orders"_s);
}

void tst_EventsPane::anEventIsShownOnTheTimelineAndBack()
{
    post(EventType::Acquired);
    post(EventType::Acquired, "stock");
    post(EventType::Released);
    post(EventType::Expired, "stock");
    postServer(EventType::ServerDown);
    postServer(EventType::ServerUp);
    post(EventType::Acquired);
    waitForEvents(7);
    auto *timeline = find<TimelineView>("timeline");
    choose(3);
    key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(timeline->isVisible() && timeline->hasFocus());
    QCOMPARE(timeline->choice()->lock.name, LockName("stock"));
    QCOMPARE(timeline->choice()->hold->ended, insight::HoldEnded::Expired);
    QVERIFY(!find<QWidget>("noticeStrip")->isVisible());
    // And back: from the end of that hold.
    QTRY_VERIFY(!m_pane->isVisible());
    key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_table->isVisible() && m_table->hasFocus());
    QCOMPARE(m_table->currentIndex().row(), 3);
    QCOMPARE(m_table->selectionModel()->selectedRows().size(), 1);
    QVERIFY(!m_pane->isFollowing());
    // The outage is the server's, not the lock's.
    QTRY_VERIFY(!timeline->isVisible());
    choose(6);
    key(Qt::Key_Enter, Qt::ControlModifier);
    QCOMPARE(timeline->choice()->lock.name, LockName("orders"));
    QVERIFY(timeline->choice()->hold->isOpen());
    key(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(timeline->choice()->mark);
    QTRY_VERIFY(!m_pane->isVisible());
    find<QAction>("timelineShowEvent")->trigger(); // of the menu
    QCOMPARE(m_table->currentIndex().row(), 4);
    // A lock alone leads to its last event.
    QTRY_VERIFY(!timeline->isVisible());
    m_window->showView(u"timelineDock"_s);
    QVERIFY(timeline->hasFocus());
    QTRY_VERIFY(!m_pane->isVisible());
    key(Qt::Key_Up);
    key(Qt::Key_Up);
    QVERIFY(timeline->choice()->isLockAlone());
    key(Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_table->currentIndex().row(), 6);
    QVERIFY(!find<QWidget>("noticeStrip")->isVisible());
}

void tst_EventsPane::eventsOfServersAreNotOnTheTimeline()
{
    post(EventType::Acquired);
    postServer(EventType::ServerDown);
    post(EventType::Queued, "waited-for"); // no hold of this lock was seen
    waitForEvents(3);
    const auto *show = find<QAction>("eventsShowOnTimeline");
    m_table->selectionModel()->clear();
    QVERIFY(!show->isEnabled());
    choose(0);
    QVERIFY(show->isEnabled());
    choose(1);
    QVERIFY(!show->isEnabled());
    QVERIFY(!find<QWidget>("noticeStrip")->isVisible());
    choose(2);
    find<QAction>("eventsShowOnTimeline")->trigger();
    QVERIFY(find<QWidget>("noticeStrip")->isVisible());
    QVERIFY2(said("notice").contains(u"no hold of waited-for"_s), qPrintable(said("notice")));
}

void tst_EventsPane::whatCannotBeShownIsSaid()
{
    post(EventType::Acquired);
    post(EventType::Released);
    waitForEvents(2);
    const WallInstant then = m_clock.wallNow();
    auto *filter = find<QLineEdit>("eventFilter");
    filter->setText(u"event:acquired"_s);
    choose(0);
    key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(find<TimelineView>("timeline")->hasFocus());
    QTRY_VERIFY(!m_pane->isVisible());
    // The end of the ended hold is searched, and the filter hides it.
    key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(find<QWidget>("noticeStrip")->isVisible());
    QVERIFY2(said("notice").contains(u"filter"_s), qPrintable(said("notice")));
    QVERIFY(!m_table->currentIndex().isValid());
    filter->clear();
    // More than are kept.
    for (int i = 1; i <= 3; ++i) {
        postMany(4000);
        waitForEvents(2 + 4000 * static_cast<std::size_t>(i));
    }
    Navigator &navigator = *m_window;
    navigator.showInEvents({0, LockName("orders"), then - 1s});
    QVERIFY2(said("notice").contains(u"no longer stored"_s), qPrintable(said("notice")));
    navigator.showInEvents({0, LockName("unknown"), m_clock.wallNow()});
    QVERIFY(!m_table->currentIndex().isValid());
    navigator.showInEvents({0, LockName("other"), m_clock.wallNow()});
    QCOMPARE(m_table->currentIndex().row(), 9999);
}

void tst_EventsPane::everyEventIsNamedInFull()
{
    const int room = m_table->columnWidth(EventModel::Type) - 2 * CellDelegate::margin
        - badgeRoom(m_table->fontMetrics());
    for (int type = 0; type <= int(EventType::ServerDown); ++type) {
        const QString shown = wording::event(EventType(type));
        QVERIFY2(m_table->fontMetrics().horizontalAdvance(shown) <= room, qPrintable(shown));
    }
}

LOCKSCOPE_TEST_SUITE(tst_EventsPane)
#include "tst_eventspane.moc"
