// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/timeline/historyfeed.h"
#include "ui/timeline/timelinepainter.h"
#include "ui/timeline/timelinepane.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

const OwnerId ann("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7");
const OwnerId bob("99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");

} // namespace

class tst_TimelinePane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void nothingIsSaidWhileThereIsNothing();
    void timeIsZoomedAndPanned();
    void itFollowsNowUntilItIsMoved();
    void holdsAreChosenByKeysAndMouse();
    void whatIsChosenIsFollowed();
    void aLockIsBroughtIntoSight();
    void lanesOfSeveralHoldersAreAllScrolledTo();
    void whoCannotSeeItIsToldOfIt();
    void itShowsWhatTheTableShows();
    void theLegendNamesEveryShape();
    void noTwoShapesLookAlike();
    void aHiddenTimelineDoesNothing();
    void historyIsKeptAndLostEventsMadeGood();
    void theTimeBeforeARecordIsHatched();
    void whatIsNotWatchedAnyMoreIsNotHeld();
    void realLocksAreDrawn();
    void picturesForPeople_data();
    void picturesForPeople();

private:
    void note(watch::EventType type, const QByteArray &lock, const OwnerId &owner,
              const OwnerId &former = {})
    {
        watch::Event event = eventOf(type, lock, m_clock);
        event.owner = owner;
        if (!former.isEmpty())
            event.former = former;
        m_history.note(event);
    }
    void noteSome();
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&m_pane->view(), key, modifiers);
    }
    template <typename T>
    T *find(const char *name)
    {
        return findNamed<T>(*m_pane, name);
    }

    StandingClock m_clock;
    insight::HoldHistory m_history;
    std::unique_ptr<ServerModel> m_servers;
    std::unique_ptr<TimelinePane> m_pane;
};

void tst_TimelinePane::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    applyTheme(Theme::Light);
    m_history = insight::HoldHistory();
    m_servers = std::make_unique<ServerModel>();
    m_servers->mergeOne(upServer());
    m_pane = std::make_unique<TimelinePane>(m_history, *m_servers, m_clock);
    m_pane->resize(1000, 400);
    m_pane->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
}

void tst_TimelinePane::cleanup()
{
    m_pane.reset();
    m_servers.reset();
}

// Fifty seconds with all that can happen, on three locks.
void tst_TimelinePane::noteSome()
{
    using enum watch::EventType;
    note(Appeared, "orders:1", ann);
    note(Acquired, "stock", bob);
    m_clock.advance(10s);
    note(Renewed, "orders:1", ann);
    m_clock.advance(5s);
    note(HandedOver, "orders:1", bob, ann);
    note(RenewalOverdue, "stock", bob);
    m_clock.advance(15s);
    note(Expired, "stock", bob);
    note(ForceUnlocked, "orders:1", bob);
    m_history.note(insight::OperatorMark{
        m_clock.wallNow(), {0, LockName("orders:1")}, "force-unlock", true, u"done"_s});
    watch::Event down;
    down.at = m_clock.wallNow();
    down.type = ServerDown;
    down.deploymentId = {0};
    down.detail = u"connection refused"_s;
    m_history.note(down);
    m_clock.advance(10s);
    down.type = ServerUp;
    down.at = m_clock.wallNow();
    m_history.note(down);
    for (int i = 0; i < 40; ++i) {
        note(Acquired, "tick", i % 2 ? ann : bob);
        m_clock.advance(100ms);
        note(Released, "tick", i % 2 ? ann : bob);
        m_clock.advance(100ms);
    }
    note(Acquired, "orders:1", ann);
    m_clock.advance(5s);
}

void tst_TimelinePane::nothingIsSaidWhileThereIsNothing()
{
    QVERIFY(find<QLabel>("timelineEmptyTitle")->isVisible());
    QVERIFY(!m_pane->view().isVisible());
    note(watch::EventType::Acquired, "a", ann);
    QVERIFY(eventually([&] { return m_pane->view().isVisible(); }));
    find<QLineEdit>("timelineFilter")->setText(u"nothing has this"_s);
    QVERIFY(find<QLabel>("timelineEmptyTitle")->isVisible());
    QTest::keyClick(find<QLineEdit>("timelineFilter"), Qt::Key_Escape);
    QVERIFY(m_pane->view().isVisible());
}

void tst_TimelinePane::timeIsZoomedAndPanned()
{
    noteSome();
    m_pane->view().refreshRows();
    TimelineView &view = m_pane->view();
    const double wide = view.scale().msPerPixel;
    key(Qt::Key_Plus);
    QVERIFY(view.scale().msPerPixel < wide);
    key(Qt::Key_Minus);
    QCOMPARE(view.scale().msPerPixel, wide);
    const double from = view.scale().from;
    key(Qt::Key_Left);
    QVERIFY(view.scale().from < from);
    key(Qt::Key_Right);
    QVERIFY(std::abs(view.scale().from - from) < 1);
    key(Qt::Key_Home);
    QCOMPARE(view.scale().pixelOf(m_history.begin()->time_since_epoch().count()), 0);
    key(Qt::Key_0);
    QVERIFY(view.scale().from < double(m_history.begin()->time_since_epoch().count()));
    QVERIFY(view.scale().to() > double(m_clock.wallNow().time_since_epoch().count()));
    // The wheel zooms around the pointer.
    const QPointF place(view.viewport()->width() / 2.0, 60);
    QWheelEvent turn(place, view.viewport()->mapToGlobal(place), {}, {0, 120}, Qt::NoButton,
                     Qt::NoModifier, Qt::NoScrollPhase, false);
    const auto under = [&] {
        return view.scale().timeAt(place.x() - view.viewport()->width() + view.scale().width);
    };
    const double before = under();
    const double all = view.scale().msPerPixel;
    QCoreApplication::sendEvent(view.viewport(), &turn);
    QVERIFY(view.scale().msPerPixel < all);
    QVERIFY(std::abs(under() - before) < 1);
    // Dragging moves what is under the pointer with it.
    const double left = view.scale().from;
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, {600, 60});
    QMouseEvent move(QEvent::MouseMove, QPointF(500, 60),
                     view.viewport()->mapToGlobal(QPoint(500, 60)), Qt::NoButton, Qt::LeftButton,
                     {});
    QCoreApplication::sendEvent(view.viewport(), &move);
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, {500, 60});
    QVERIFY(std::abs(view.scale().from - left - 100 * view.scale().msPerPixel) < 1);
    QVERIFY(!view.choice());
}

void tst_TimelinePane::itFollowsNowUntilItIsMoved()
{
    noteSome();
    TimelineView &view = m_pane->view();
    view.refreshRows();
    QVERIFY(view.isFollowing() && find<QToolButton>("timelineFollow")->isChecked());
    m_clock.advance(10s);
    const auto now = [&] { return double(m_clock.wallNow().time_since_epoch().count()); };
    QVERIFY(eventually([&] { return view.scale().to() > now(); }));
    key(Qt::Key_Left);
    QVERIFY(!view.isFollowing() && !find<QToolButton>("timelineFollow")->isChecked());
    key(Qt::Key_End);
    QVERIFY(view.isFollowing());
    QVERIFY(view.scale().to() > now());
}

void tst_TimelinePane::holdsAreChosenByKeysAndMouse()
{
    noteSome();
    TimelineView &view = m_pane->view();
    view.refreshRows();
    view.showAll();
    key(Qt::Key_Down);
    QCOMPARE(view.choice()->lock.name.bytes, QByteArray("orders:1"));
    QVERIFY(find<QLabel>("timelineDetail")->text().startsWith(u"orders:1"_s));
    key(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(view.choice()->hold->isOpen());
    key(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(find<QLabel>("timelineDetail")->text().contains(u"no connection from"_s));
    key(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(find<QLabel>("timelineDetail")->text().contains(u"force-unlock by Lockscope"_s));
    key(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(find<QLabel>("timelineDetail")->text().contains(u"then force-unlocked"_s));
    key(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(find<QLabel>("timelineDetail")->text().contains(u"then handed over"_s));
    QVERIFY(find<QLabel>("timelineDetail")->text().contains(u"already held at"_s));
    QSignalSpy opened(m_pane.get(), &TimelinePane::lockChosen);
    key(Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    // Below the last row there is nothing to open, with any choice.
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, {500, view.viewport()->height() - 2});
    QCOMPARE(opened.size(), 1);
    key(Qt::Key_PageDown);
    QCOMPARE(view.currentRow(), 2);
    // By the mouse, on the middle of the first lane's first hold.
    const QRect row = view.rowRect(1);
    QVERIFY(!row.isEmpty());
    const auto lane = m_history.find({0, LockName("stock")});
    const insight::HoldInterval hold = m_history.ended(lane).front();
    const int names = view.viewport()->width() - view.scale().width;
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      {names + view.scale().pixelOf((hold.from + hold.to) / 2), row.center().y()});
    QCOMPARE(view.choice()->hold, std::optional(hold));
    QVERIFY(find<QLabel>("timelineDetail")->text().contains(u"its renewals had stopped"_s));
    const QString tip = view.toolTipAt(
        {names + view.scale().pixelOf(hold.to + 5000), view.rowRect(0).center().y()});
    QVERIFY2(tip.contains(u"no connection from"_s), qPrintable(tip));
    // A gap of one lock is shown for that lock alone.
    watch::Event gap = eventOf(watch::EventType::Gap, "stock", m_clock);
    m_history.note(gap);
    const int at = names + view.scale().pixelOf(gap.at.time_since_epoch().count());
    QVERIFY(view.toolTipAt({at, row.center().y()}).contains(u"been missed"_s));
    QVERIFY(!view.toolTipAt({at, view.rowRect(0).center().y()}).contains(u"been missed"_s));
}

void tst_TimelinePane::whatIsChosenIsFollowed()
{
    note(watch::EventType::Acquired, "orders:1", ann);
    m_clock.advance(5s);
    TimelineView &view = m_pane->view();
    view.refreshRows();
    const auto *detail = find<QLabel>("timelineDetail");
    key(Qt::Key_Down);
    key(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY2(detail->text().contains(u"for 5.0 s, still held"_s), qPrintable(detail->text()));
    m_clock.advance(2s);
    QVERIFY(eventually([&] { return detail->text().contains(u"for 7.0 s, still held"_s); }));
    note(watch::EventType::Released, "orders:1", ann);
    m_clock.advance(2s);
    QVERIFY(eventually([&] { return detail->text().contains(u"then released"_s); }));
    QVERIFY(!view.choice()->hold->isOpen());
    // A lock without a hold that is chosen, out of sight meanwhile.
    key(Qt::Key_Up);
    QVERIFY(detail->text().contains(u"not held"_s));
    find<QLineEdit>("timelineFilter")->setText(u"nothing has this"_s);
    m_pane->hide();
    m_pane->show();
    QVERIFY(detail->text().contains(u"not held"_s));
}

void tst_TimelinePane::aLockIsBroughtIntoSight()
{
    for (int i = 0; i < 300; ++i) {
        note(watch::EventType::Acquired, "lock" + QByteArray::number(1000 + i), ann);
        m_clock.advance(100ms);
    }
    TimelineView &view = m_pane->view();
    view.refreshRows();
    find<QLineEdit>("timelineFilter")->setText(u"lock1001"_s);
    const watch::LockId last{0, LockName("lock1299")};
    const auto hold = m_history.open(m_history.find(last)).front();
    m_pane->reveal(last, hold.start());
    QCOMPARE(view.choice()->lock, last);
    const QRect row = view.rowRect(view.currentRow());
    QVERIFY(!row.isEmpty() && row.bottom() < view.viewport()->height());
    QVERIFY(std::abs(view.scale().pixelOf(hold.from) - view.scale().width / 2) <= 1);
    QVERIFY(!view.isFollowing());
    m_pane->reveal({0, LockName("unknown")});
    QCOMPARE(view.choice()->lock, last);
}

void tst_TimelinePane::lanesOfSeveralHoldersAreAllScrolledTo()
{
    for (int i = 0; i < 30; ++i) {
        note(watch::EventType::Acquired, "shared" + QByteArray::number(100 + i), ann);
        note(watch::EventType::Acquired, "shared" + QByteArray::number(100 + i), bob);
    }
    m_clock.advance(5s);
    TimelineView &view = m_pane->view();
    view.refreshRows();
    QVERIFY(view.verticalScrollBar()->maximum() > 0);
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
    view.refreshRows();
    const QRect last = view.rowRect(29);
    QVERIFY(!last.isEmpty() && last.bottom() < view.viewport()->height());
}

void tst_TimelinePane::whoCannotSeeItIsToldOfIt()
{
    noteSome();
    TimelineView &view = m_pane->view();
    view.refreshRows();
    QAccessibleInterface *const list = QAccessible::queryAccessibleInterface(&view);
    QVERIFY(list && list->role() == QAccessible::List);
    QVERIFY(!list->text(QAccessible::Name).isEmpty());
    QCOMPARE(list->childCount(), 3);
    QAccessibleInterface *const row = list->child(0);
    QCOMPARE(row->text(QAccessible::Name), u"orders:1"_s);
    QVERIFY(row->text(QAccessible::Description).contains(u"still held"_s));
    QVERIFY(row->text(QAccessible::Description).contains(u"your actions: 1"_s));
    QVERIFY(row->text(QAccessible::Description).contains(u"lost connections: 1"_s));
    QVERIFY(list->child(1)->text(QAccessible::Description).contains(u"not held"_s));
    QCOMPARE(list->indexOfChild(row), 0);
    QCOMPARE(list->child(0), row);
    QVERIFY(!row->rect().isEmpty());
    key(Qt::Key_Down);
    QVERIFY(row->state().selected);
    for (QWidget *each : m_pane->findChildren<QWidget *>()) {
        if (each->focusPolicy() & Qt::TabFocus && each->isVisible())
            QVERIFY2(
                !QAccessible::queryAccessibleInterface(each)->text(QAccessible::Name).isEmpty(),
                qPrintable(each->objectName()));
    }
}

// Ended holds of locks that the table does not have any more, too.
void tst_TimelinePane::itShowsWhatTheTableShows()
{
    LockTableModel table(m_clock);
    m_pane->tieTo(table);
    noteSome();
    TimelineView &view = m_pane->view();
    view.refreshRows();
    const int all = view.count();
    QVERIFY(all > 1);
    table.setFilter(*insight::LockFilter::parse(u"name:orders"_s));
    QCOMPARE(view.count(), all);
    auto *tie = find<QToolButton>("timelineTie");
    QVERIFY(tie->isVisible());
    tie->click();
    QCOMPARE(view.count(), 1);
    QCOMPARE(view.nameOf(0), u"orders:1"_s);
    table.setFilter(*insight::LockFilter::parse(u"name:stock"_s));
    QCOMPARE(view.count(), 1);
    QCOMPARE(view.nameOf(0), u"stock"_s);
    m_pane->followLock(watch::LockId{0, LockName("stock")});
    QCOMPARE(view.currentRow(), 0);
    table.setFilter(*insight::LockFilter::parse(u"name:nothing"_s));
    QVERIFY(find<QLabel>("timelineEmptyTitle")->isVisible());
    // A lock that is asked for is shown.
    QVERIFY(m_pane->reveal({0, LockName("stock")}));
    QVERIFY(!tie->isChecked());
    QCOMPARE(view.count(), all);
    m_pane.reset(); // before the table
}

void tst_TimelinePane::theLegendNamesEveryShape()
{
    const QString told = find<QWidget>("timelineLegend")->accessibleName();
    for (const char *shape : {"released", "several holds", "count changed", "renewed again", "gap",
                              "your action", "an action that failed"})
        QVERIFY2(told.contains(QLatin1StringView(shape)), shape);
}

// A lost lock is not an expired one.
void tst_TimelinePane::noTwoShapesLookAlike()
{
    using Sample = TimelinePainter::Sample;
    TimelinePainter painter;
    painter.setLook(m_pane->palette(), m_pane->font());
    std::vector<QImage> pictures;
    for (int sample = 0; sample <= static_cast<int>(Sample::FailedAction); ++sample) {
        QImage &picture =
            pictures.emplace_back(QSize(60, painter.rowHeight()), QImage::Format_RGB32);
        picture.fill(m_pane->palette().color(QPalette::Base));
        QPainter into(&picture);
        painter.sample(into, picture.rect(), static_cast<Sample>(sample));
        into.end();
        for (std::size_t other = 0; other + 1 < pictures.size(); ++other)
            QVERIFY2(pictures[other] != picture, qPrintable(u"%1 and %2"_s.arg(other).arg(sample)));
    }
}

void tst_TimelinePane::aHiddenTimelineDoesNothing()
{
    noteSome();
    TimelineView &view = m_pane->view();
    view.refreshRows();
    QVERIFY(view.isTicking());
    m_pane->hide();
    QVERIFY(!view.isTicking());
    for (QTimer *timer : m_pane->findChildren<QTimer *>())
        QVERIFY2(!timer->isActive(), qPrintable(timer->parent()->objectName()));
    m_pane->show();
    QVERIFY(view.isTicking());
}

void tst_TimelinePane::historyIsKeptAndLostEventsMadeGood()
{
    WatchClient client(m_clock);
    watch::WatchMailbox &mailbox = client.addSource();
    QObject owner;
    HistoryFeed keeper(client, m_clock, &owner);
    const watch::LockRecord lock = heldLock("kept", m_clock);
    for (std::size_t i = 0; i < WatchClient::eventCapacity + 5; ++i) {
        watch::Event event = eventOf(watch::EventType::Renewed, "other", m_clock);
        event.owner = bob;
        if (i == 0) { // this is dropped
            event = eventOf(watch::EventType::Acquired, "kept", m_clock);
            event.owner = lock.holds.front().owner;
        }
        mailbox.post(event);
    }
    mailbox.put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    QVERIFY(
        eventually([&] { return keeper.history().find(lock.id) != insight::HoldHistory::noLane; }));
    const auto open = keeper.history().open(keeper.history().find(lock.id));
    QCOMPARE(open.size(), 1u);
    QCOMPARE(open.front().began, insight::HoldBegan::Unseen);
    QCOMPARE(keeper.history().holes().front().deployment, watch::DeploymentId());
}

// As every time of which nothing is known.
void tst_TimelinePane::theTimeBeforeARecordIsHatched()
{
    noteSome();
    TimelineView &view = m_pane->view();
    QVERIFY(eventually([&] { return !view.rowRect(0).isEmpty(); }));
    view.setFocus();
    key(Qt::Key_0); // all of it, and a margin
    const WallInstant begin = *m_history.begin();
    const int names = view.viewport()->width() - view.scale().width;
    const int at = names + view.scale().pixelOf(begin.time_since_epoch().count());
    QVERIFY(at > names + 10);
    const QRect row = view.rowRect(0);
    const QPoint before(at - 8, row.center().y());
    QVERIFY(!view.toolTipAt(before).contains(u"recorded"_s));
    const QImage white = view.viewport()->grab().toImage();
    m_history.noteRecordBegin(begin);
    const QImage hatched = view.viewport()->grab().toImage();
    QVERIFY2(view.toolTipAt(before).contains(u"nothing was recorded before "_s),
             qPrintable(view.toolTipAt(before)));
    QVERIFY(!view.toolTipAt({at + 2, before.y()}).contains(u"recorded"_s));
    const double ratio = hatched.devicePixelRatio();
    const auto differing = [&](int from, int to) {
        int count = 0;
        for (int x = int(from * ratio); x < int(to * ratio); ++x) {
            for (int y = int(row.top() * ratio); y < int(row.bottom() * ratio); ++y)
                count += white.pixel(x, y) != hatched.pixel(x, y) ? 1 : 0;
        }
        return count;
    };
    QVERIFY(differing(names, at) > 0);
    QCOMPARE(differing(at + 1, view.viewport()->width()), 0);
}

void tst_TimelinePane::whatIsNotWatchedAnyMoreIsNotHeld()
{
    WatchClient client(m_clock);
    watch::WatchMailbox &mailbox = client.addSource();
    QObject owner;
    HistoryFeed keeper(client, m_clock, &owner);
    const insight::HoldHistory &history = keeper.history();
    mailbox.put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
    watch::Event event = eventOf(watch::EventType::Acquired, "kept", m_clock);
    event.deploymentId = {0};
    mailbox.post(event);
    const watch::LockId id{0, LockName("kept")};
    QVERIFY(eventually([&] { return history.find(id) != insight::HoldHistory::noLane; }));
    QCOMPARE(history.open(history.find(id)).size(), 1u);
    client.removeDeployment({0});
    QVERIFY(history.open(history.find(id)).empty());
    QCOMPARE(history.ended(history.find(id)).back().ended, insight::HoldEnded::Unknown);
    QVERIFY(!history.holes().empty() && history.holes().back().to);
}

void tst_TimelinePane::realLocksAreDrawn()
{
    LOCKSCOPE_REQUIRE_REDIS();
    RedisProcess server;
    QVERIFY(server.start());
    console::Options options;
    options.view = QStringLiteral("locks");
    options.targets = {app::ChosenTarget{server.target(), {}, {}, {}, {}}};
    console::Application console(std::move(options), QString());
    console.start();
    QWidget &window = console.window();
    auto *locks = window.findChild<QAbstractItemView *>(u"locks"_s)->model();
    const auto hold = [&](const QByteArray &milliseconds) {
        server.command({"EVAL",
                        "redis.call('hset',KEYS[1],ARGV[1],'1')"
                        "redis.call('pexpire',KEYS[1],ARGV[2])",
                        "1", "orders:7", ann.bytes, milliseconds});
    };
    hold("60000");
    QVERIFY(eventually([&] { return locks->rowCount() == 1; }));
    auto *pane = window.findChild<TimelinePane *>();
    QVERIFY(pane && !pane->isVisible()); // it is kept all the same
    server.command({"DEL", "orders:7"});
    QVERIFY(eventually([&] { return locks->rowCount() == 0; }));
    hold("300"); // lapses
    auto *keeper = window.findChild<HistoryFeed *>();
    const auto ended = [&]() -> std::vector<insight::HoldEnded> {
        std::vector<insight::HoldEnded> ends;
        const auto lane = keeper->history().find({0, LockName("orders:7")});
        if (lane == insight::HoldHistory::noLane)
            return ends;
        for (const insight::HoldInterval &interval : keeper->history().ended(lane))
            ends.push_back(interval.ended);
        return ends;
    };
    using enum insight::HoldEnded;
    QVERIFY(eventually([&] { return ended() == std::vector{Released, Expired}; }));
    window.findChild<QAction *>(u"view-timelineDock"_s)->trigger();
    QVERIFY(eventually([&] { return pane->view().isVisible(); }));
    QCOMPARE(pane->view().rows().lanes.size(), 1u);
    QCOMPARE(pane->view().nameOf(0), u"orders:7"_s);
    hold("60000");
    QVERIFY(eventually([&] { return pane->view().rowText(0).contains(u"still held"_s); }));
    QTest::keyClick(&pane->view(), Qt::Key_Down);
    QTest::keyClick(&pane->view(), Qt::Key_Return);
    QVERIFY(eventually([&] {
        auto *name = window.findChild<QLabel *>(u"detailName"_s);
        return name->isVisible() && name->text() == u"orders:7"_s;
    }));
}

void tst_TimelinePane::picturesForPeople_data()
{
    addThemes();
}

void tst_TimelinePane::picturesForPeople()
{
    QFETCH(int, theme);
    applyTheme(Theme(theme));
    QCoreApplication::processEvents();
    noteSome();
    TimelineView &view = m_pane->view();
    view.refreshRows();
    view.showAll();
    key(Qt::Key_Down);
    key(Qt::Key_Left, Qt::ControlModifier);
    key(Qt::Key_Left, Qt::ControlModifier);
    takePicture(*m_pane, u"timeline"_s);
    applyTheme(Theme::Light);
}

LOCKSCOPE_TEST_SUITE(tst_TimelinePane)
#include "tst_timelinepane.moc"
