// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/fullwindow.h"
#include "tests/ui/windowfixture.h"
#include "ui/locks/lockspane.h"
#include "ui/table/filterfield.h"
#include "ui/window/viewlist.h"
#include "ui/workbench/workbenchpane.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Nothing moves under the hand: rows, buttons, the focus.
class tst_Steady : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void rowsThatGoAboveMoveNothing_data();
    void rowsThatGoAboveMoveNothing();
    void rowsThatGoAboveALongTableMoveNothing();
    void fiveHundredChangesASecondMoveNothing();
    void withoutAChoiceTheRowsInSightStay();
    void oneRowThatMovesTakesNoOtherWithIt();
    void theTopStaysTheTop();
    void anotherOrderBeginsAtItsTop();

    void theDetailMovesNoButton();
    void theWorkbenchMovesNoButton();
    void theFilterMovesNothing();
    void aPauseMovesNoRow();
    void theOtherViewsMoveNoButton();
    void theFirstIncidentMovesNothing();
    void theConnectDialogMovesNoButton();
    void anActionDialogMovesNoButton();
    void theEventsStayWhereTheyAreRead();
    void theDetailsEventsStayWhereTheyAreRead();

    void theSlashReachesTheFilterFromEveryView();
    void theSlashAgainLeadsToTheFilterOfLocks();
    void theSlashIsTextWhereTextIsTyped();
    void theFilterKeepsItsFocus();

private:
    using Places = QMap<QString, QRect>;

    TableView *table() { return find<TableView>("locks"); }
    FilterField *filter() { return find<FilterField>("filter"); }
    static QByteArray name(int i)
    {
        return QByteArray("anchor:") + QByteArray::number(i).rightJustified(4, '0');
    }
    void remove(const QByteArray &lock)
    {
        m_mailbox->put(watch::LockId{0, LockName(lock)}, watch::LockPointer());
    }
    void putMany(int count)
    {
        put(upServer());
        for (int i = 0; i < count; ++i)
            put(heldLock(name(i), m_clock));
        QTRY_COMPARE(m_client->locks().rowCount(), count);
        QTRY_VERIFY(!m_client->locks().isOrdering());
    }
    int rowOf(const QByteArray &lock) { return m_client->locks().rowOf({0, LockName(lock)}); }
    // Of a row in the viewport.
    int yOf(const QByteArray &lock)
    {
        return table()->visualRect(m_client->locks().index(rowOf(lock), 0)).y();
    }
    void choose(const QByteArray &lock)
    {
        table()->setFocus();
        table()->selectionModel()->setCurrentIndex(m_client->locks().index(rowOf(lock), 0),
                                                   QItemSelectionModel::ClearAndSelect
                                                       | QItemSelectionModel::Rows);
    }
    void scrollTo(const QByteArray &lock, int more = 0)
    {
        table()->scrollTo(m_client->locks().index(rowOf(lock), 0),
                          QAbstractItemView::PositionAtTop);
        table()->verticalScrollBar()->setValue(table()->verticalScrollBar()->value() + more);
    }

    // The places of all buttons in the part, in the window.
    Places places(QWidget *part)
    {
        Places places;
        layOut();
        for (const QAbstractButton *button : part->findChildren<QAbstractButton *>()) {
            if (button->isVisible() && !button->objectName().isEmpty()
                && !button->objectName().startsWith("qt_"_L1))
                places.insert(button->objectName(),
                              QRect(button->mapTo(m_window.get(), QPoint()), button->size()));
        }
        return places;
    }
    static void layOut()
    {
        // A layout in a scroll area in a layout takes as many turns.
        for (int i = 0; i < 4; ++i) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
    }
    static QString moved(const Places &before, const Places &after)
    {
        QStringList all;
        for (auto at = before.begin(); at != before.end(); ++at) {
            const QRect now = after.value(at.key());
            if (now != at.value())
                all += u"%1: %2,%3 %4x%5 -> %6,%7 %8x%9"_s.arg(at.key())
                           .arg(at->x())
                           .arg(at->y())
                           .arg(at->width())
                           .arg(at->height())
                           .arg(now.x())
                           .arg(now.y())
                           .arg(now.width())
                           .arg(now.height());
        }
        for (auto at = after.begin(); at != after.end(); ++at) {
            if (!before.contains(at.key()))
                all += at.key() + u" came"_s;
        }
        return all.join(u'\n');
    }
};

void tst_Steady::rowsThatGoAboveMoveNothing_data()
{
    QTest::addColumn<int>("more");
    QTest::newRow("a row at the edge") << 0;
    QTest::newRow("half a row") << 11;
}

void tst_Steady::rowsThatGoAboveMoveNothing()
{
    QFETCH(const int, more);
    putMany(400);
    choose(name(129));
    scrollTo(name(121), more);
    const int y = yOf(name(129));
    QVERIFY(y > 0 && y < table()->viewport()->height());
    for (int i = 10; i < 61; ++i)
        remove(name(i));
    QTRY_COMPARE(m_client->locks().rowCount(), 349);
    QCOMPARE(yOf(name(129)), y);
    for (int i = 10; i < 61; ++i)
        put(heldLock(name(i), m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 400);
    QCOMPARE(yOf(name(129)), y);
    QCOMPARE(table()->currentIndex().row(), 129);
}

void tst_Steady::rowsThatGoAboveALongTableMoveNothing()
{
    const int many = static_cast<int>(LockTableModel::synchronousLimit) + 500;
    putMany(many);
    choose(name(1029));
    scrollTo(name(1021));
    const int y = yOf(name(1029));
    for (int i = 10; i < 61; ++i)
        remove(name(i));
    QTRY_COMPARE(m_client->locks().rowCount(), many - 51);
    QCOMPARE(yOf(name(1029)), y);
}

// Four turns of the event loop for each second: the number of changes counts.
void tst_Steady::fiveHundredChangesASecondMoveNothing()
{
    putMany(600);
    choose(name(305));
    scrollTo(name(300), 7);
    const int y = yOf(name(305));
    quint32 chance = 1;
    const auto next = [&chance](int below) {
        chance = chance * 1664525U + 1013904223U;
        return static_cast<int>((chance >> 8) % static_cast<quint32>(below));
    };
    QSignalSpy merged(&m_client->locks(), &LockTableModel::merged);
    for (int turn = 0; turn < 60; ++turn) {
        for (int change = 0; change < 500; ++change) {
            const int i = next(600);
            if (i == 305 || next(2) == 0)
                put(heldLock(name(i), m_clock, Millis(1000 + next(30'000))));
            else
                remove(name(i));
        }
        const auto before = merged.count();
        QVERIFY(eventually([&] { return merged.count() > before; }));
        QVERIFY(rowOf(name(305)) >= 0);
        QCOMPARE(yOf(name(305)), y);
    }
}

void tst_Steady::withoutAChoiceTheRowsInSightStay()
{
    putMany(400);
    scrollTo(name(200), 5);
    const int y = yOf(name(203));
    for (int i = 10; i < 61; ++i)
        remove(name(i));
    remove(name(201)); // in sight
    QTRY_COMPARE(m_client->locks().rowCount(), 348);
    const int height = table()->verticalHeader()->defaultSectionSize();
    QVERIFY(yOf(name(203)) == y || yOf(name(203)) == y - height);
    QCOMPARE(yOf(name(210)), yOf(name(203)) + 7 * height);
}

void tst_Steady::oneRowThatMovesTakesNoOtherWithIt()
{
    put(upServer());
    for (int i = 0; i < 300; ++i)
        put(heldLock(name(i), m_clock, Millis(10'000 + i * 100)));
    QTRY_COMPARE(m_client->locks().rowCount(), 300);
    table()->sortByColumn(static_cast<int>(LockColumn::Ttl), Qt::AscendingOrder);
    scrollTo(name(100));
    const int y = yOf(name(106));
    put(heldLock(name(100), m_clock, 1h)); // it was the first in sight
    QTRY_COMPARE(rowOf(name(100)), 299);
    QCOMPARE(yOf(name(106)), y);
}

// A view at the top shows rows that come there.
void tst_Steady::theTopStaysTheTop()
{
    put(upServer());
    for (int i = 50; i < 200; ++i)
        put(heldLock(name(i), m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 150);
    QCOMPARE(table()->verticalScrollBar()->value(), 0);
    for (int i = 0; i < 50; ++i)
        put(heldLock(name(i), m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 200);
    QCOMPARE(table()->verticalScrollBar()->value(), 0);
    QCOMPARE(yOf(name(0)), 0);
}

void tst_Steady::anotherOrderBeginsAtItsTop()
{
    putMany(400);
    scrollTo(name(200));
    table()->sortByColumn(static_cast<int>(LockColumn::Name), Qt::DescendingOrder);
    QTRY_COMPARE(rowOf(name(399)), 0);
    QCOMPARE(table()->verticalScrollBar()->value(), 0);
    // But the chosen lock stays in sight.
    choose(name(200));
    scrollTo(name(205));
    const int y = yOf(name(200));
    table()->sortByColumn(static_cast<int>(LockColumn::Name), Qt::AscendingOrder);
    QTRY_COMPARE(rowOf(name(0)), 0);
    QCOMPARE(yOf(name(200)), y);
}

void tst_Steady::theDetailMovesNoButton()
{
    m_window->resize(1280, 800);
    put(upServer());
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    m_window->openLock("ledger");
    auto *bar = find<QWidget>("actionBar");
    const Places before = places(bar);
    QVERIFY(before.size() >= 4);
    std::vector<watch::LockRecord> states;
    states.push_back(fairLock("ledger", m_clock, 0)); // nobody waits
    states.push_back(fairLock("ledger", m_clock, 40));
    watch::LockRecord overdue = fairLock("ledger", m_clock, 3);
    overdue.holds.front().watchdog = watch::Watchdog::Overdue;
    states.push_back(overdue);
    watch::LockRecord endless = fairLock("ledger", m_clock, 3);
    endless.holds.front().deadline.reset();
    endless.deadline.reset();
    endless.fencingToken = 4711;
    states.push_back(endless);
    watch::LockRecord free = fairLock("ledger", m_clock, 2);
    free.holds.clear();
    free.state = watch::LockState::Free;
    states.push_back(free);
    watch::LockRecord readers = fairLock("ledger", m_clock, 3);
    for (int i = 0; i < 5; ++i) { // clients of their own, a line each
        watch::HoldRecord hold = readers.holds.front();
        hold.owner = OwnerId("client-" + QByteArray::number(i) + ":1");
        readers.holds.push_back(hold);
    }
    states.push_back(readers);
    for (std::size_t i = 0; i < states.size(); ++i) {
        QSignalSpy merged(&m_client->locks(), &LockTableModel::merged);
        put(states[i]);
        QTRY_VERIFY(merged.count() > 0);
        const QString told = moved(before, places(bar));
        QVERIFY2(told.isEmpty(), qPrintable(u"state %1:\n%2"_s.arg(i).arg(told)));
    }
    // Another lock of the same owner, the loss of the server, the end of the lock.
    put(heldLock("other", m_clock));
    put(lostServer(m_clock, 12s));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    QString told = moved(before, places(bar));
    QVERIFY2(told.isEmpty(), qPrintable(told));
    put(upServer());
    remove("ledger");
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    QTRY_VERIFY(find<QLabel>("detailState")->text().startsWith("gone"_L1));
    told = moved(before, places(bar));
    QVERIFY2(told.isEmpty(), qPrintable(told));
    // Choices in its tables.
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    find<TableView>("queue")->selectRow(0);
    told = moved(before, places(bar));
    QVERIFY2(told.isEmpty(), qPrintable(told));
}

void tst_Steady::theWorkbenchMovesNoButton()
{
    m_window->resize(1280, 800);
    for (int i = 0; i < 3; ++i)
        put(upServer(i));
    QTRY_COMPARE(m_client->servers().rowCount(), 3);
    m_window->showView(u"workbenchDock"_s);
    m_window->workbench().show(workbenchEntries(m_clock));
    auto *pane = &m_window->workbench();
    auto *held = find<TableView>("workbench");
    const Places before = places(pane);
    QVERIFY(before.contains(u"workbenchRelease"_s) && before.contains(u"workbenchForget"_s));
    const auto look = [&](const QString &what) {
        const QString told = moved(before, places(pane));
        QVERIFY2(told.isEmpty(), qPrintable(what + u":\n"_s + told));
    };
    for (int row = 0; row < held->model()->rowCount(); ++row) {
        held->setCurrentIndex(held->model()->index(row, 0));
        look(u"entry %1"_s.arg(row));
    }
    held->setCurrentIndex({});
    look(u"nothing is chosen"_s);
    held->setCurrentIndex(held->model()->index(0, 0));
    auto *time = find<QLineEdit>("workbenchExtension");
    time->setFocus();
    time->selectAll();
    QTest::keyClicks(time, u"never"_s);
    look(u"a bad time"_s);
    auto entries = workbenchEntries(m_clock);
    entries.front().watchdog = workbench::Entry::Watchdog::Running;
    pane->show(entries);
    look(u"it is renewed again"_s);
    pane->show({});
    look(u"nothing is held"_s);
}

void tst_Steady::theFilterMovesNothing()
{
    putMany(200);
    choose(name(5));
    auto *pane = find<QWidget>("locksPane");
    const Places before = places(pane);
    QVERIFY(before.contains(u"filterSaved"_s));
    const QPoint rows = table()->viewport()->mapTo(m_window.get(), QPoint());
    const int y = yOf(name(5));
    filter()->setFocus();
    for (const QString &text : {u"state:red"_s, u"ttl:soon"_s, u"anchor"_s, QString()}) {
        filter()->setText(text);
        const QString told = moved(before, places(pane));
        QVERIFY2(told.isEmpty(), qPrintable(text + u":\n"_s + told));
        QCOMPARE(table()->viewport()->mapTo(m_window.get(), QPoint()), rows);
        QCOMPARE(yOf(name(5)), y);
    }
    filter()->setText(u"anchor:0005"_s); // fewer are counted in more words
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    const QString told = moved(before, places(pane));
    QVERIFY2(told.isEmpty(), qPrintable(told));
}

void tst_Steady::aPauseMovesNoRow()
{
    putMany(200);
    const QPoint rows = table()->viewport()->mapTo(m_window.get(), QPoint());
    find<QAction>("actionPause")->trigger();
    layOut();
    QVERIFY(find<QWidget>("pauseBanner")->isVisible());
    QCOMPARE(table()->viewport()->mapTo(m_window.get(), QPoint()), rows);
    m_window->showNotice(u"something"_s);
    layOut();
    QCOMPARE(table()->viewport()->mapTo(m_window.get(), QPoint()), rows);
}

// Of those with buttons, whatever happens to the locks and the servers and whatever is chosen.
void tst_Steady::theOtherViewsMoveNoButton()
{
    m_window->resize(1280, 800);
    open(u"detailDock"_s); // a few records
    for (const QString &view : {u"incidentsDock"_s, u"queueDock"_s, u"serversDock"_s,
                                u"quorumDock"_s, u"timelineDock"_s, u"eventsDock"_s}) {
        m_window->showView(view);
        auto *dock = find<QWidget>(qPrintable(view));
        const Places before = places(dock);
        const auto look = [&](const QString &what) {
            const QString told = moved(before, places(dock));
            QVERIFY2(told.isEmpty(), qPrintable(view + u", "_s + what + u":\n"_s + told));
        };
        watch::ServerRecord scanning = upServer(0);
        scanning.scan.running = true;
        put(scanning);
        look(u"a scan runs"_s);
        put(lostServer(m_clock, 12s));
        look(u"the server is lost"_s);
        put(upServer(0));
        watch::LockRecord endless = heldLock("endless", m_clock);
        endless.holds.front().deadline.reset();
        endless.deadline.reset();
        put(endless);
        for (int i = 0; i < 30; ++i) {
            const QByteArray lock = view.toLatin1() + QByteArray::number(i);
            put(heldLock(lock, m_clock));
            m_mailbox->post(eventOf(watch::EventType::Acquired, lock, m_clock));
        }
        m_clock.advance(5s);
        look(u"more locks and problems"_s);
        for (auto *table : dock->findChildren<TableView *>()) {
            if (table->model() && table->model()->rowCount() > 0 && table->isVisible())
                table->setCurrentIndex(table->model()->index(0, 0));
            look(u"a row is chosen"_s);
        }
        remove("ledger");
        look(u"the shown lock is gone"_s);
        put(fairLock("ledger", m_clock, 3));
        look(u"it is back"_s);
    }
}

void tst_Steady::theFirstIncidentMovesNothing()
{
    put(upServer());
    put(heldLock("ledger", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    auto *alarm = find<QAbstractButton>("incidentAlarm");
    QVERIFY(!alarm->isVisible());
    auto *bar = find<QWidget>("statusBar");
    const Places before = places(m_window.get());
    const QRect status = bar->geometry();
    watch::LockRecord endless = heldLock("ledger", m_clock);
    endless.holds.front().deadline.reset();
    endless.deadline.reset();
    put(endless);
    QVERIFY(eventually([&] {
        m_clock.advance(1s);
        return alarm->isVisible();
    }));
    Places after = places(m_window.get());
    QCOMPARE(bar->geometry(), status);
    QVERIFY(after.remove(alarm->objectName()) > 0);
    const QString told = moved(before, after);
    QVERIFY2(told.isEmpty(), qPrintable(told));
}

void tst_Steady::theConnectDialogMovesNoButton()
{
    QWidget *dialog = open(u"actionConnect"_s);
    QVERIFY(dialog != m_window.get());
    auto *url = dialog->findChild<QComboBox *>(u"url"_s);
    QVERIFY(url);
    const auto inDialog = [&] {
        Places all;
        layOut();
        for (const QAbstractButton *button : dialog->findChildren<QAbstractButton *>()) {
            if (button->isVisible() && !button->objectName().isEmpty())
                all.insert(button->objectName(),
                           QRect(button->mapTo(dialog, QPoint()), button->size()));
        }
        return all;
    };
    const Places before = inDialog();
    QVERIFY(before.contains(u"connect"_s) && before.contains(u"testConnection"_s));
    const QString most = u"redis://"_s + QString(200, u'x') + u".example:6379"_s;
    for (const QString &text : {QString(), u"redis://127.0.0.1:6379"_s, most, u"x"_s}) {
        url->setEditText(text);
        const QString told = moved(before, inDialog());
        QVERIFY2(told.isEmpty(),
                 qPrintable(text.first(std::min<qsizetype>(20, text.size())) + u":\n"_s + told));
    }
}

void tst_Steady::anActionDialogMovesNoButton()
{
    QWidget *dialog = open(u"actionForceUnlock"_s);
    QVERIFY(dialog != m_window.get());
    const auto inDialog = [&] {
        Places all;
        layOut();
        for (const QAbstractButton *button : dialog->findChildren<QAbstractButton *>()) {
            if (button->isVisible() && !button->objectName().isEmpty())
                all.insert(button->objectName(),
                           QRect(button->mapTo(dialog, QPoint()), button->size()));
        }
        return all;
    };
    const Places before = inDialog();
    QVERIFY(before.contains(u"act"_s) && before.contains(u"previewAgain"_s));
    const auto look = [&](const QString &what) {
        const QString told = moved(before, inDialog());
        QVERIFY2(told.isEmpty(), qPrintable(what + u":\n"_s + told));
    };
    put(heldLock("ledger", m_clock)); // somebody else
    QTRY_VERIFY(dialog->findChild<QAbstractButton *>(u"previewAgain"_s)->isEnabled());
    look(u"the lock has changed"_s);
    put(lostServer(m_clock, 12s));
    look(u"the server is lost"_s);
    put(upServer(0));
    remove("ledger");
    look(u"the lock is gone"_s);
}

void tst_Steady::theEventsStayWhereTheyAreRead()
{
    open(u"eventsDock"_s);
    auto *events = find<TableView>("events");
    for (int i = 0; i < 300; ++i)
        m_mailbox->post(eventOf(watch::EventType::Acquired, name(i), m_clock));
    QTRY_COMPARE(events->model()->rowCount(), 301);
    QScrollBar *bar = events->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
    events->setCurrentIndex(events->model()->index(150, 0));
    events->scrollTo(events->currentIndex(), QAbstractItemView::PositionAtCenter);
    layOut();
    const int y = events->visualRect(events->currentIndex()).y();
    for (int i = 0; i < 50; ++i)
        m_mailbox->post(eventOf(watch::EventType::Released, name(i), m_clock));
    QTRY_COMPARE(events->model()->rowCount(), 351);
    layOut();
    QCOMPARE(events->visualRect(events->currentIndex()).y(), y);
}

void tst_Steady::theDetailsEventsStayWhereTheyAreRead()
{
    open(u"detailDock"_s);
    auto *events = find<TableView>("lockEvents");
    for (int i = 0; i < 100; ++i)
        m_mailbox->post(eventOf(watch::EventType::Renewed, "ledger", m_clock));
    QTRY_COMPARE(events->model()->rowCount(), 101);
    QScrollBar *bar = events->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
    layOut();
    bar->setValue(bar->maximum() / 2);
    const int value = bar->value();
    m_mailbox->post(eventOf(watch::EventType::Released, "ledger", m_clock));
    QTRY_COMPARE(events->model()->rowCount(), 102);
    layOut();
    QCOMPARE(bar->value(), value);
}

void tst_Steady::theSlashReachesTheFilterFromEveryView()
{
    open(u"detailDock"_s); // a few records
    for (const ViewSpec &spec : allViews()) {
        m_window->showView(spec.name);
        layOut();
        QWidget *const focus = QApplication::focusWidget();
        QVERIFY2(focus, qPrintable(spec.name));
        static const QMap<QString, QString> own{{u"timelineDock"_s, u"timelineFilter"_s},
                                                {u"eventsDock"_s, u"eventFilter"_s},
                                                {u"auditDock"_s, u"auditFilter"_s}};
        if (own.contains(spec.name)) { // even where it has the focus already
            QTest::keyClick(focus, Qt::Key_Slash);
            auto *const field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
            QVERIFY2(field && field->objectName() == own[spec.name], qPrintable(spec.name));
            QVERIFY(field->text().isEmpty());
            continue;
        }
        if (qobject_cast<QLineEdit *>(focus) || qobject_cast<QPlainTextEdit *>(focus))
            continue; // there it is text
        QTest::keyClick(focus, Qt::Key_Slash);
        QVERIFY2(filter()->hasFocus(), qPrintable(spec.name));
        QVERIFY(filter()->text().isEmpty());
    }
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Slash);
    QVERIFY(filter()->hasFocus());
}

void tst_Steady::theSlashAgainLeadsToTheFilterOfLocks()
{
    open(u"eventsDock"_s); // with one event
    auto *events = find<TableView>("events");
    auto *own = find<FilterField>("eventFilter");
    events->setFocus();
    QTest::keyClick(events, Qt::Key_Slash);
    QVERIFY(own->hasFocus());
    QTest::keyClick(own, Qt::Key_Slash);
    QVERIFY(filter()->hasFocus());
    QVERIFY(own->text().isEmpty() && filter()->text().isEmpty());
    // Ctrl+F leads there at once; after other text it is text; Escape goes back to the events.
    events->setFocus();
    QTest::keyClick(events, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(filter()->hasFocus());
    events->setFocus();
    QTest::keyClick(events, Qt::Key_Slash);
    QTest::keyClicks(own, u"ledger/x"_s);
    QCOMPARE(own->text(), u"ledger/x"_s);
    filter()->setText(u"ledger"_s);
    QTest::keyClick(own, Qt::Key_Escape);
    QVERIFY(own->text().isEmpty() && events->hasFocus());
    QCOMPARE(filter()->text(), u"ledger"_s);
}

void tst_Steady::theSlashIsTextWhereTextIsTyped()
{
    putMany(3);
    // The filter has the focus already: as the guide says, press it and type.
    filter()->setFocus();
    QTest::keyClicks(filter(), u"/queue"_s);
    QCOMPARE(filter()->text(), u"queue"_s);
    QTest::keyClicks(filter(), u"/a"_s);
    QCOMPARE(filter()->text(), u"queue/a"_s);
    filter()->selectAll();
    find<QAction>("actionFilter")->trigger();
    // To begin the filter with the character, type it twice.
    filter()->clear();
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    table()->setFocus();
    filter()->setFocus();
    QTest::keyClicks(filter(), u"//x"_s);
    QCOMPARE(filter()->text(), u"/x"_s);
    m_window->showView(u"workbenchDock"_s);
    auto *name = find<QLineEdit>("workbenchName");
    name->setFocus();
    QTest::keyClicks(name, u"/a/b"_s);
    QCOMPARE(name->text(), u"/a/b"_s);
}

void tst_Steady::theFilterKeepsItsFocus()
{
    putMany(20);
    filter()->setFocus();
    QTest::keyClicks(filter(), u"watch"_s);
    QTRY_COMPARE(m_client->locks().rowCount(), 0);
    // Rows are there again, and the line is empty.
    QTest::keyClick(filter(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(filter(), Qt::Key_Backspace);
    QTRY_COMPARE(m_client->locks().rowCount(), 20);
    QTRY_VERIFY(filter()->hasFocus());
    QTest::keyClicks(filter(), u"a"_s);
    QCOMPARE(filter()->text(), u"a"_s);
    // Also where the list of offers is open.
    filter()->clear();
    QTest::keyClicks(filter(), u"kin"_s);
    QTRY_VERIFY(filter()->isOffering());
    QTest::keyClick(filter(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(filter(), Qt::Key_Backspace);
    QTRY_VERIFY(!filter()->isOffering());
    QTRY_VERIFY(filter()->hasFocus());
    // And where it was gone to before the first lock came.
    for (int i = 0; i < 20; ++i)
        remove(name(i));
    QTRY_COMPARE(m_client->locks().rowCount(), 0);
    table()->setFocus();
    find<QAction>("actionFilter")->trigger();
    QTRY_VERIFY(filter()->hasFocus());
    put(heldLock("late", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    QTRY_VERIFY(filter()->hasFocus());
}

LOCKSCOPE_TEST_SUITE(tst_Steady)
#include "tst_steady.moc"
