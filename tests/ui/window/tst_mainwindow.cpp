// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/client/locklink.h"
#include "ui/client/servers/serverbar.h"
#include "ui/table/columnticker.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTextDocument>
#include <QThread>
#include <QTimer>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_MainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void saysThatNothingIsConnected();
    void saysThatThereAreNoLocksNow();
    void saysWhyAServerCannotBeReached();
    void aScanCanBeStopped();
    void mergesWhatAnotherThreadPuts();
    void newsArriveWithinMilliseconds();
    void manyRowsKeepTheWindowQuick();
    void aBadFilterIsExplainedAndRowsStay();
    void keyboardReachesEverything();
    void copiesNamesAsTheyAre();
    void enterOpensTheDetail();
    void theDetailStaysWithALockThatGoes();
    void hostileTextStaysText();
    void lostServersShowTheAgeOfTheirRows();
    void tickersRestWhileHidden();
    void theWindowIsRemembered();
    void aLayoutOfEarlierIsRestored();
    void connectDialogChecksWhileTyping();
    void anAddressOrALinkCanBeDropped();
    void theStatusBarCutsNoLetter();
    void theStartPageOffersRecentConnections();
    void painted_data();
    void painted();

private:
    template <typename T>
    T *find(const char *name)
    {
        auto *found = m_window->findChild<T *>(QString::fromLatin1(name));
        if (!found)
            qFatal("no widget is named %s", name);
        return found;
    }
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void put(const watch::ServerRecord &server)
    {
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }
    bool hasRows(int count) { return m_client->locks().rowCount() == count; }

    StandingClock m_still;
    SystemClock m_clock;
    std::unique_ptr<WatchClient> m_client;
    std::unique_ptr<MainWindow> m_window;
    watch::WatchMailbox *m_mailbox = nullptr;
};

namespace {

Result<QString> check(const QString &url)
{
    if (!url.startsWith("redis://"_L1))
        return fail(ErrorKind::InvalidInput, u"write for example redis://host"_s);
    return u"redis://"_s + url.mid(url.lastIndexOf(u'@') > 0 ? url.lastIndexOf(u'@') + 1 : 8);
}

} // namespace

void tst_MainWindow::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    applyTheme(Theme::Light);
    m_client = std::make_unique<WatchClient>(m_clock);
    m_mailbox = &m_client->addSource();
    m_window = std::make_unique<MainWindow>(*m_client, m_clock, check);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_MainWindow::cleanup()
{
    m_window.reset();
    m_client.reset();
}

void tst_MainWindow::saysThatNothingIsConnected()
{
    QCOMPARE(find<QLabel>("emptyTitle")->text(), u"Not connected"_s);
    QVERIFY(find<QLabel>("emptyText")->text().contains("Ctrl+N"_L1));
    QVERIFY(find<QPushButton>("emptyConnect")->isVisible());
}

void tst_MainWindow::saysThatThereAreNoLocksNow()
{
    put(upServer());
    QTRY_COMPARE(find<QLabel>("emptyTitle")->text(), u"No locks on 127.0.0.1:6379 now"_s);
    QVERIFY(find<QLabel>("emptyText")->text().contains("by tracking"_L1));
    QVERIFY(find<QLabel>("server0")->text().contains("up, tracking"_L1));
}

void tst_MainWindow::saysWhyAServerCannotBeReached()
{
    watch::ServerRecord server = lostServer(m_clock, 0ms);
    server.lostAt.reset();
    put(server);
    QTRY_COMPARE(find<QLabel>("emptyTitle")->text(), u"No connection to 127.0.0.1:6379"_s);
    QVERIFY(find<QLabel>("emptyText")->text().contains("127.0.0.1:6379 refused the connection"_L1));
}

void tst_MainWindow::aScanCanBeStopped()
{
    find<QDockWidget>("estateDock")->show(); // hidden at first
    auto *estate = find<QAbstractItemView>("estate");
    auto *stop = find<QAction>("stopScan");
    QSignalSpy asked(m_window.get(), &MainWindow::stopScanRequested);
    watch::ServerRecord server = upServer(0);
    server.scan = {1'200'000, 5'000'000, true, false};
    put(server);
    QTRY_COMPARE(estate->model()->rowCount(), 1);
    QVERIFY(!stop->isEnabled()); // no server is chosen
    estate->setCurrentIndex(estate->model()->index(0, 0, estate->model()->index(0, 0)));
    stop->trigger();
    QCOMPARE(asked.count(), 1);
    server.scan.running = false;
    put(server);
    QTRY_VERIFY(!stop->isEnabled());
}

void tst_MainWindow::mergesWhatAnotherThreadPuts()
{
    const std::unique_ptr<QThread> thread(QThread::create([this] {
        for (int i = 0; i < 2000; ++i) {
            put(heldLock("lock" + QByteArray::number(i % 50), m_clock));
            m_mailbox->post(eventOf(watch::EventType::Renewed, "lock1", m_clock));
        }
    }));
    thread->start();
    QTRY_VERIFY(hasRows(50));
    QVERIFY(thread->wait(5000));
    QTRY_COMPARE(m_client->events().eventCount(), std::size_t(2000));
    QCOMPARE(find<QLabel>("lockCount")->text(), u"Locks: 50"_s);
}

void tst_MainWindow::newsArriveWithinMilliseconds()
{
    std::vector<qint64> spans;
    QSignalSpy merged(&m_client->locks(), &LockTableModel::merged);
    for (int i = 0; i < 21; ++i) {
        // Idle for longer than a tick, as a quiet estate is.
        QTimer idle;
        QSignalSpy rested(&idle, &QTimer::timeout);
        idle.start(40);
        QVERIFY(rested.wait(1000));
        merged.clear();
        QElapsedTimer timer;
        timer.start();
        put(heldLock("lock", m_clock, Millis(1000 * (i + 1))));
        while (merged.isEmpty() && timer.elapsed() < 1000)
            QCoreApplication::processEvents();
        spans.push_back(timer.nsecsElapsed() / 1000);
    }
    std::sort(spans.begin(), spans.end());
    qInfo("median %lld us, worst %lld us", spans[10], spans[20]);
    QVERIFY(spans[10] < 2000);
}

void tst_MainWindow::manyRowsKeepTheWindowQuick()
{
    for (int i = 0; i < 10'000; ++i)
        put(heldLock("lock" + QByteArray::number(i), m_clock));
    QTRY_VERIFY(hasRows(10'000));
    QTRY_VERIFY(!m_client->locks().isOrdering());
    for (int i = 0; i < 300; ++i)
        put(heldLock("lock" + QByteArray::number(i * 3), m_clock, 29s));
    QSignalSpy merged(&m_client->locks(), &LockTableModel::merged);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(merged.wait(1000));
    QVERIFY2(timer.elapsed() < 250, qPrintable(QString::number(timer.elapsed())));
    find<QLineEdit>("filter")->setText(u"lock99"_s);
    QTRY_COMPARE(find<QLabel>("lockCount")->text(), u"Locks: 111 of 10000"_s);
}

void tst_MainWindow::aBadFilterIsExplainedAndRowsStay()
{
    put(heldLock("orders", m_clock));
    put(fairLock("stock", m_clock, 2));
    QTRY_VERIFY(hasRows(2));
    auto *filter = find<QLineEdit>("filter");
    auto *problem = find<QLabel>("filterProblem");
    filter->setText(u"kind:fair"_s);
    QVERIFY(hasRows(1));
    filter->setText(u"state:red"_s);
    QVERIFY(problem->isVisible());
    QVERIFY(problem->text().contains("contended"_L1));
    QVERIFY(hasRows(1));
    filter->setText(u"orders problem:overdeu"_s);
    QVERIFY(problem->isVisible());
    QVERIFY(problem->text().contains("renewal-overdue"_L1));
    QVERIFY(hasRows(1));
    filter->setText(u"no-such-lock"_s);
    QVERIFY(!problem->isVisible());
    QCOMPARE(find<QLabel>("emptyTitle")->text(), u"Not connected"_s);
    put(upServer());
    QTRY_COMPARE(find<QLabel>("emptyTitle")->text(), u"No lock matches the filter"_s);
}

void tst_MainWindow::keyboardReachesEverything()
{
    put(heldLock("a", m_clock));
    put(heldLock("b", m_clock));
    QTRY_VERIFY(hasRows(2));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    auto *table = find<TableView>("locks");
    auto *filter = find<QLineEdit>("filter");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(filter->hasFocus());
    QTest::keyClicks(filter, u"b/x"_s);
    QCOMPARE(filter->text(), u"b/x"_s);
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty());
    QVERIFY(table->hasFocus());
    QTest::keyClick(table, Qt::Key_Slash);
    QVERIFY(filter->hasFocus());
    QTest::keyClick(filter, Qt::Key_Down);
    QVERIFY(table->hasFocus());
    QCOMPARE(table->currentIndex().row(), 0);
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(table->currentIndex().row(), 1);
    QTest::keyClick(table, Qt::Key_N, Qt::ControlModifier);
    QTRY_VERIFY(m_window->findChild<QDialog *>(u"connectDialog"_s));
}

void tst_MainWindow::copiesNamesAsTheyAre()
{
    put(heldLock("b\nc", m_clock));
    put(heldLock("<a>", m_clock));
    QTRY_VERIFY(hasRows(2));
    auto *table = find<TableView>("locks");
    table->setFocus();
    table->selectAll();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"<a>\nb\nc"_s);
}

void tst_MainWindow::enterOpensTheDetail()
{
    put(upServer());
    put(fairLock("ledger", m_clock, 3));
    m_mailbox->post(eventOf(watch::EventType::Acquired, "ledger", m_clock));
    QTRY_VERIFY(hasRows(1));
    auto *dock = find<QDockWidget>("detailDock");
    QVERIFY(!dock->isVisible());
    auto *table = find<TableView>("locks");
    table->setFocus();
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(dock->isVisible());
    QCOMPARE(find<QLabel>("detailName")->text(), u"ledger"_s);
    QCOMPARE(find<QTableView>("holds")->model()->rowCount(), 1);
    QCOMPARE(find<QTableView>("queue")->model()->rowCount(), 4);
    QCOMPARE(find<QTableView>("keys")->model()->rowCount(), 2);
    QTRY_COMPARE(find<QTableView>("lockEvents")->model()->rowCount(), 1);
    QCOMPARE(find<QLabel>("queueHeading")->text(), u"Queue, 3 waiting: 1 dead, 2 not checked"_s);
    m_mailbox->post(eventOf(watch::EventType::Renewed, "ledger", m_clock));
    m_mailbox->post(eventOf(watch::EventType::Renewed, "other", m_clock));
    put(fairLock("ledger", m_clock, 1));
    QTRY_COMPARE(find<QTableView>("lockEvents")->model()->rowCount(), 2);
    QTRY_COMPARE(find<QTableView>("queue")->model()->rowCount(), 2);
}

void tst_MainWindow::theDetailStaysWithALockThatGoes()
{
    put(heldLock("a", m_clock));
    put(heldLock("b", m_clock));
    QTRY_VERIFY(hasRows(2));
    auto *table = find<TableView>("locks");
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Return);
    m_mailbox->put(watch::LockId{0, LockName("a")}, watch::LockPointer());
    QTRY_VERIFY(hasRows(1));
    QCOMPARE(find<QLabel>("detailName")->text(), u"a"_s);
    QVERIFY(find<QLabel>("detailState")->text().startsWith("gone"_L1));
    QVERIFY(!table->currentIndex().isValid());
    put(heldLock("a", m_clock));
    QTRY_VERIFY(hasRows(2));
    QCOMPARE(table->currentIndex().row(), 0);
    QTRY_COMPARE(find<QLabel>("detailState")->text(), u"held"_s);
}

void tst_MainWindow::hostileTextStaysText()
{
    const QByteArrayList names{"<img src=\"file:///etc/passwd\">",
                               "<a href=x>click</a>",
                               "a\nb",
                               "\xe2\x80\xae"
                               "evil",
                               QByteArray(100'000, 'n'),
                               "\xff\x00\x01"};
    for (const QByteArray &name : names) {
        watch::LockRecord lock = fairLock(name, m_clock, 2);
        lock.holds.front().owner = OwnerId(name);
        lock.deployment = u"<b>deployment</b>\u202e"_s;
        lock.candidates =
            std::vector<watch::Candidate>{{"<i>kind</i>", "<u>lib</u>", u"<b>reason</b>"_s}};
        put(lock);
        m_mailbox->post(eventOf(watch::EventType::Acquired, name, m_clock));
    }
    QTRY_VERIFY(hasRows(static_cast<int>(names.size())));
    auto *table = find<TableView>("locks");
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        table->selectRow(row);
        QTest::keyClick(table, Qt::Key_Return);
        m_window->grab();
        for (const QLabel *label : m_window->findChildren<QLabel *>())
            QVERIFY(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()));
    }
    const QLabel *name = find<QLabel>("detailName");
    QCOMPARE(name->textFormat(), Qt::PlainText);
    QVERIFY(name->text().size() < 310);
    QVERIFY(!name->toolTip().contains("<img"_L1));
    QVERIFY(m_window->width() < 1600);
}

void tst_MainWindow::lostServersShowTheAgeOfTheirRows()
{
    put(upServer(0));
    put(upServer(1));
    put(heldLock("a", m_clock));
    put(heldLock("b", m_clock, 20s, 1));
    QTRY_VERIFY(hasRows(2));
    put(lostServer(m_clock, 12s, 1));
    auto *bar = find<QLabel>("server0"); // servers that are down come first
    QTRY_VERIFY(bar->text().contains("down: refused, the data shown is 12 s old"_L1));
    const auto *model = find<TableView>("locks")->model();
    QVERIFY(model->index(1, 0).data(StaleRole).toBool());
    QCOMPARE(model->index(1, 0).data().toString(), u"stale 12 s"_s);
    QCOMPARE(model->index(0, 0).data().toString(), u"held"_s);
}

void tst_MainWindow::tickersRestWhileHidden()
{
    put(heldLock("a", m_clock));
    QTRY_VERIFY(hasRows(1));
    const auto tickers = find<TableView>("locks")->findChildren<ColumnTicker *>();
    QCOMPARE(tickers.size(), 2);
    for (const ColumnTicker *ticker : tickers)
        QVERIFY(ticker->isRunning());
    m_window->hide();
    for (const ColumnTicker *ticker : tickers)
        QVERIFY(!ticker->isRunning());
}

void tst_MainWindow::theWindowIsRemembered()
{
    auto *table = find<TableView>("locks");
    table->setColumnWidth(1, 333);
    table->sortByColumn(4, Qt::DescendingOrder);
    find<QDockWidget>("eventsDock")->hide();
    m_window->setTheme(Theme::Dark);
    WindowState state = m_window->windowState();
    state.recentUrls = {u"redis://one"_s};

    MainWindow other(*m_client, m_clock, check);
    other.restoreWindowState(state);
    const auto *otherTable = other.findChild<TableView *>(u"locks"_s);
    QCOMPARE(otherTable->columnWidth(1), 333);
    QCOMPARE(m_client->locks().sortColumn(), LockColumn::Count);
    QCOMPARE(m_client->locks().sortOrder(), Qt::DescendingOrder);
    QVERIFY(other.findChild<QDockWidget *>(u"eventsDock"_s)->isHidden());
    QCOMPARE(other.windowState().theme, Theme::Dark);
    QCOMPARE(other.windowState().recentUrls, QStringList({u"redis://one"_s}));

    WindowState garbage;
    garbage.geometry = garbage.docks = garbage.parts[state.parts.firstKey()] = "nonsense";
    other.restoreWindowState(garbage);
    QCOMPARE(otherTable->columnWidth(1), 333);
}

// Layouts were remembered before the table had its column of problems.
void tst_MainWindow::aLayoutOfEarlierIsRestored()
{
    QVERIFY(m_window->windowState().parts.contains(
        u"locks.%1"_s.arg(static_cast<int>(lockColumnCount))));
    auto *table = find<TableView>("locks");
    QCOMPARE(table->horizontalHeader()->visualIndex(int(LockColumn::Problem)), 0);
    QCOMPARE(m_client->locks().sortColumn(), LockColumn::Problem);
    QStandardItemModel fewer(1, lockColumnCount - 1);
    TableView former(u"locks"_s);
    former.setModel(&fewer);
    former.setColumnWidth(int(LockColumn::Kind), 211);
    former.setColumnHidden(int(LockColumn::Mode), false);
    former.horizontalHeader()->setSortIndicator(int(LockColumn::Name), Qt::AscendingOrder);
    WindowState state = m_window->windowState();
    state.parts.remove(u"locks.%1"_s.arg(static_cast<int>(lockColumnCount)));
    state.parts.insert(u"locks.%1"_s.arg(lockColumnCount - 1),
                       former.horizontalHeader()->saveState());
    m_window->restoreWindowState(state);
    QCOMPARE(table->horizontalHeader()->visualIndex(int(LockColumn::Problem)), 0);
    QVERIFY(!table->isColumnHidden(int(LockColumn::Problem)));
    QVERIFY(!table->isColumnHidden(int(LockColumn::Mode)));
    QCOMPARE(table->columnWidth(int(LockColumn::Kind)), 211);
    QCOMPARE(m_client->locks().sortColumn(), LockColumn::Problem);
}

// Three servers in a window of a 1920x1080 screen at 200 %.
void tst_MainWindow::theStatusBarCutsNoLetter()
{
    for (int i = 0; i < 3; ++i) {
        watch::ServerRecord server = upServer(i);
        server.label = u"redis://cache-%1.eu-west.shop.example:6379"_s.arg(i);
        put(server);
    }
    QTRY_VERIFY(find<QLabel>("server2")->isVisible());
    m_window->resize(960, 500);
    layOut();
    int cut = 0;
    for (const char *name : {"server0", "server1", "server2"}) {
        const auto *label = find<BadgeLabel>(name);
        const QString shown = label->shownText();
        const int width = label->fontMetrics().horizontalAdvance(shown);
        QVERIFY2(width <= label->contentsRect().width(), name);
        QVERIFY(shown.startsWith(u"cache-"_s));
        cut += shown.endsWith(u'\u2026') ? 1 : 0;
    }
    QVERIFY(cut > 0);
    QCOMPARE(m_window->width(), 960);
}

// Nothing is connected unasked.
void tst_MainWindow::anAddressOrALinkCanBeDropped()
{
    const auto drop = [this](const QString &text) {
        QMimeData data;
        data.setText(text);
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &event);
        return enter.isAccepted() && event.isAccepted();
    };
    QSignalSpy connected(m_window.get(), &MainWindow::connectRequested);
    QVERIFY(drop(u" redis://127.0.0.1:6390\n"_s));
    QCOMPARE(find<QComboBox>("url")->currentText(), u"redis://127.0.0.1:6390"_s);
    delete find<QDialog>("connectDialog");
    QVERIFY(drop(u"two\nlines"_s));
    QVERIFY(find<QLabel>("notice")->text().contains("dropped"_L1));
    put(upServer(0));
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    QVERIFY(drop(lockLinkText(lockLinkTo({0, LockName("orders")}, m_client->servers()))));
    QCOMPARE(find<QLabel>("detailName")->text(), u"orders"_s);
    QCOMPARE(connected.count(), 0);
}

void tst_MainWindow::connectDialogChecksWhileTyping()
{
    QSignalSpy asked(m_window.get(), &MainWindow::connectRequested);
    m_window->askForConnection();
    auto *url = find<QComboBox>("url");
    auto *connectButton = find<QPushButton>("connect");
    auto *message = find<QLabel>("urlMessage");
    url->setEditText(u"localhost"_s);
    QVERIFY(!connectButton->isEnabled());
    QVERIFY(message->text().contains("redis://host"_L1));
    url->setEditText(u"localhost:7000"_s); // an address alone
    QVERIFY(connectButton->isEnabled());
    QVERIFY(message->text().contains("localhost:7000"_L1));
    url->setEditText(u"redis://user:secret@host:7000"_s);
    QVERIFY(connectButton->isEnabled());
    QVERIFY(!message->text().contains("secret"_L1));
    find<QLineEdit>("password")->setText(u"other"_s);
    find<QLineEdit>("prefixes")->setText(u"orders:, billing:,"_s);
    QCOMPARE(find<QLineEdit>("password")->echoMode(), QLineEdit::Password);
    connectButton->click();
    QCOMPARE(asked.size(), 1);
    const auto request = asked.at(0).at(0).value<ConnectRequest>();
    QCOMPARE(request.url, u"redis://user:secret@host:7000"_s);
    QCOMPARE(request.prefixes, QStringList({u"orders:"_s, u"billing:"_s}));
    QCOMPARE(m_window->windowState().recentUrls, QStringList({u"redis://host:7000"_s}));
}

void tst_MainWindow::theStartPageOffersRecentConnections()
{
    auto *first = find<QPushButton>("emptyRecent0");
    auto *second = find<QPushButton>("emptyRecent1");
    QVERIFY(!first->isVisible());
    WindowState state = m_window->windowState();
    state.recentUrls = {u"redis://one&two"_s, u"redis://three"_s};
    m_window->restoreWindowState(state);
    QVERIFY(first->isVisible() && second->isVisible());
    QVERIFY(!find<QPushButton>("emptyRecent2")->isVisible());
    QCOMPARE(first->text(), u"redis://one&&two"_s);
    QSignalSpy asked(m_window.get(), &MainWindow::connectRequested);
    second->click();
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.at(0).at(0).value<ConnectRequest>().url, u"redis://three"_s);
    QCOMPARE(m_window->windowState().recentUrls,
             QStringList({u"redis://three"_s, u"redis://one&two"_s}));
    QCOMPARE(first->text(), u"redis://three"_s);
    put(upServer());
    QTRY_VERIFY(!first->isVisible());
}

void tst_MainWindow::painted_data()
{
    addThemes();
}

// A picture for people to look at, where LOCKSCOPE_TEST_PICTURES names a folder.
void tst_MainWindow::painted()
{
    QFETCH(int, theme);
    m_window->setTheme(static_cast<Theme>(theme));
    m_window->resize(1280, 800);
    put(upServer(0));
    put(lostServer(m_clock, 12s, 1));
    put(fairLock("billing:ledger", m_clock, 5));
    watch::LockRecord overdue = heldLock("stock:reindex", m_clock, 4s);
    overdue.holds.front().watchdog = watch::Watchdog::Overdue;
    put(overdue);
    watch::LockRecord endless = heldLock("stock:migration", m_clock);
    endless.deadline.reset();
    endless.holds.front().deadline.reset();
    endless.holds.front().watchdog = watch::Watchdog::None;
    put(endless);
    watch::LockRecord readers = heldLock("stock:prices", m_clock, 27s);
    readers.kind = "read-write";
    readers.holds.front().mode = watch::Mode::Read;
    readers.holds.resize(3, readers.holds.front());
    put(readers);
    watch::LockRecord plain = heldLock("lock:nightly-report", m_clock, 3min);
    plain.kind = "string";
    plain.holds.front().lease = 5min;
    plain.holds.front().watchdog = watch::Watchdog::Unknown;
    plain.waitingConnections.reset();
    put(plain);
    watch::LockRecord unheld = heldLock("billing:export", m_clock);
    unheld.state = watch::LockState::Free;
    unheld.holds.clear();
    unheld.deadline.reset();
    put(unheld);
    put(heldLock("a very long name of a lock:" + QByteArray(60, 'x') + ":its end", m_clock));
    put(heldLock("<img src=x>\n\xe2\x80\xae"
                 "evil \xe9\x94\x81",
                 m_clock, 16s));
    put(heldLock("eu:checkout:17", m_clock, 22s, 1));
    put(fairLock("eu:checkout:18", m_clock, 2, 1));
    for (const auto type :
         {watch::EventType::Acquired, watch::EventType::Renewed, watch::EventType::RenewalOverdue,
          watch::EventType::Expired, watch::EventType::HandedOver})
        m_mailbox->post(eventOf(type, "billing:ledger", m_clock));
    QTRY_VERIFY(hasRows(10));
    const QImage closed = m_window->grab().toImage();
    QCOMPARE(closed.size(), QSize(1280, 800));
    m_window->openLock("billing:ledger");
    find<QLineEdit>("filter")->setText(u"colour:red"_s);
    QTRY_COMPARE(find<QTableView>("queue")->model()->rowCount(), 6);
    savePicture(closed, u"table"_s);
    takePicture(*m_window, u"detail"_s);
    m_window->askForConnection();
    find<QComboBox>("url")->setEditText(u"localhost:6379"_s);
    takePicture(*find<QDialog>("connectDialog"), u"connect"_s);
}

LOCKSCOPE_TEST_SUITE(tst_MainWindow)
#include "tst_mainwindow.moc"
