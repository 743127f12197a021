// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/listener.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/ttlchart.h"
#include "ui/detail/unlockpreview.h"
#include "ui/kit/commandsview.h"
#include "ui/kit/detailsections.h"
#include "ui/queue/queuefeed.h"
#include "ui/queue/queuelist.h"
#include "ui/table/celldelegate.h"
#include "ui/table/tableview.h"
#include "ui/theme/theme.h"
#include "ui/window/layouts.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

const QByteArray ann = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7";
const QByteArray dead = "11111111-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1";
const QByteArray ghost = "22222222-5d1e-4b7a-9c0d-8e6f1a2b3c4d:2";
const QByteArray alive = "33333333-5d1e-4b7a-9c0d-8e6f1a2b3c4d:3";

} // namespace

class tst_DetailPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void sectionsFoldAndAreRemembered();
    void everyHoldIsReadable();
    void theQueueGrowsAndIsChosenFrom();
    void theChartFollowsTheShownLock();
    void itsEventsLeadToTheTimeline();
    void everyPartHasANameForAssistiveTechnology();
    void hiddenItThinksNothing();
    void countsAndRelativesAreTold();
    void nothingStaysOfTheLockBefore();
    void replicasThatHaveTheLockAreTold();
    void aRealFairLockWithADeadAndAGhostWaiter();

private:
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void open(const QByteArray &name) { m_pane->showLock(watch::LockId{0, LockName(name)}); }
    template <typename T>
    T *find(const char *name)
    {
        return findNamed<T>(*m_pane, name);
    }

    StandingClock m_clock;
    std::unique_ptr<WatchClient> m_client;
    std::unique_ptr<QueueFeed> m_queues;
    insight::HoldHistory m_history;
    std::unique_ptr<DetailPane> m_pane;
    watch::WatchMailbox *m_mailbox = nullptr;
};

void tst_DetailPane::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    applyTheme(Theme::Light);
    m_client = std::make_unique<WatchClient>(m_clock);
    m_mailbox = &m_client->addSource();
    m_queues = std::make_unique<QueueFeed>(*m_client, m_clock, nullptr);
    m_pane = std::make_unique<DetailPane>(*m_client, *m_queues, m_history, m_clock);
    m_pane->resize(600, 1400);
    m_pane->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
}

void tst_DetailPane::cleanup()
{
    m_pane.reset();
    m_queues.reset();
    m_client.reset();
}

void tst_DetailPane::sectionsFoldAndAreRemembered()
{
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    open("ledger");
    auto *sections = find<DetailSections>("detailSections");
    QVERIFY(find<TableView>("holds")->isVisible());
    QVERIFY(!find<TableView>("keys")->isVisible());
    QCOMPARE(sections->folded(), QStringList({u"unlock"_s, u"keys"_s}));
    auto *fold = find<QToolButton>("holdsFold");
    fold->setFocus();
    QTest::keyClick(fold, Qt::Key_Space);
    QVERIFY(!find<TableView>("holds")->isVisible());
    QVERIFY(find<QLabel>("holdsHeading")->isVisible()); // still says how many
    sections->setOpen(u"keys"_s, true);
    QVERIFY(find<TableView>("keys")->isVisible());
    const PartStates states = partStates(*m_pane);
    m_pane = std::make_unique<DetailPane>(*m_client, *m_queues, m_history, m_clock);
    restorePartStates(*m_pane, states);
    sections = find<DetailSections>("detailSections");
    QCOMPARE(sections->folded(), QStringList({u"holds"_s, u"unlock"_s}));
    sections->setFolded({u"nobody"_s});
    QVERIFY(sections->folded().isEmpty());
}

// Its name in full, and no row half behind the scroll bar.
void tst_DetailPane::everyHoldIsReadable()
{
    m_client->picture().setAliases({0}, AliasOrigin::File,
                                   {{QByteArray("*"), u"jaunty-heron"_s, AliasOrigin::File}});
    watch::LockRecord lock = heldLock("rw", m_clock);
    lock.kind = Shared<QByteArray>("read-write");
    lock.holds.front().mode = watch::Mode::Read;
    for (int thread = 1; thread < 4; ++thread) {
        const watch::HoldRecord reader = lock.holds.front();
        lock.holds.push_back(reader);
        lock.holds.back().owner = OwnerId(ghost.first(36) + ':' + QByteArray::number(thread));
    }
    put(lock);
    QTRY_VERIFY(m_client->locks().find(lock.id));
    open("rw");
    auto *holds = find<TableView>("holds");
    QCOMPARE(holds->model()->rowCount(), 4);
    const auto isWhole = [&](int row) {
        const QRect place = holds->visualRect(holds->model()->index(row, 0));
        return holds->viewport()->rect().contains(place.bottomLeft());
    };
    QTRY_VERIFY(isWhole(3));
    for (int row = 0; row < 4; ++row) {
        const QString owner = holds->model()->index(row, HoldsModel::Owner).data().toString();
        QVERIFY2(owner.contains(u"jaunty-heron"_s), qPrintable(owner));
        QVERIFY(holds->fontMetrics().horizontalAdvance(owner) + badgeRoom(holds->fontMetrics())
                < holds->columnWidth(HoldsModel::Owner));
    }
    // Everything beneath stays where it is when readers go.
    const int height = holds->minimumHeight();
    lock.holds.resize(1);
    put(lock);
    QTRY_COMPARE(holds->model()->rowCount(), 1);
    QCOMPARE(holds->minimumHeight(), height);
    put(heldLock("other", m_clock));
    open("other");
    QTRY_VERIFY(holds->minimumHeight() < height);
}

void tst_DetailPane::theQueueGrowsAndIsChosenFrom()
{
    put(fairLock("ledger", m_clock, 4));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    open("ledger");
    auto *queue = find<QueueList>("queue");
    QVERIFY(queue->isVisible());
    QCOMPARE(find<QLabel>("queueHeading")->text(), u"Queue, 4 waiting: 1 dead, 3 not checked"_s);
    const int few = queue->minimumHeight();
    queue->selectRow(4); // the holder is above
    QCOMPARE(m_pane->choice().waiter, std::optional(OwnerId("waiter-4:1")));
    QVERIFY(!m_pane->choice().hold);
    queue->selectRow(0);
    QVERIFY(m_pane->choice().hold && !m_pane->choice().waiter);
    QSignalSpy wanted(m_pane.get(), &DetailPane::queueWanted);
    find<QAction>("queueShowFull")->trigger();
    QTest::keyClick(queue, Qt::Key_Return);
    QCOMPARE(wanted.size(), 2);
    // At the width of a dock in a small window, it tells how long each waits.
    m_pane->resize(420, 1400);
    const int waited = queue->columnViewportPosition(QueueModel::Waited);
    QTRY_VERIFY2(queue->columnViewportPosition(QueueModel::Waited)
                         + queue->columnWidth(QueueModel::Waited)
                     <= queue->viewport()->width(),
                 qPrintable(u"%1 + %2 of %3"_s.arg(waited)
                                .arg(queue->columnWidth(QueueModel::Waited))
                                .arg(queue->viewport()->width())));
    QVERIFY(queue->columnWidth(QueueModel::Waited)
            > queue->fontMetrics().horizontalAdvance(u"12 min 05 s"_s));
    m_pane->resize(600, 1400);
    // Ten more are visible without scrolling; when they go, the parts beneath stay where they are.
    put(fairLock("ledger", m_clock, 14));
    QTRY_COMPARE(queue->queue().rowCount(), 15);
    const int many = queue->minimumHeight();
    QCOMPARE(many - few, 10 * queue->rowHeight(0));
    put(fairLock("ledger", m_clock, 1));
    QTRY_COMPARE(queue->queue().rowCount(), 2);
    QCOMPARE(queue->minimumHeight(), many);
    put(heldLock("plain", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    open("plain");
    QVERIFY(!m_pane->choice().waiter);
    QVERIFY(!queue->isVisible()); // it has no queue
    QCOMPARE(find<QLabel>("queueHeading")->text(), u"Nobody waits."_s);
    open("ledger");
    QVERIFY(queue->minimumHeight() < few);
}

void tst_DetailPane::theChartFollowsTheShownLock()
{
    auto *chart = find<TtlChart>("ttlChart");
    put(heldLock("one", m_clock, 30s));
    put(heldLock("two", m_clock, 25s));
    m_mailbox->post(eventOf(watch::EventType::Acquired, "one", m_clock));
    QTRY_COMPARE(m_client->events().rowCount(), 1);
    m_clock.advance(10s);
    open("one"); // earlier changes are known from the events
    QCOMPARE(chart->teeth().size(), 1u);
    QCOMPARE(chart->teeth().front().from, m_clock.now() - 10s);
    m_mailbox->post(eventOf(watch::EventType::Renewed, "one", m_clock));
    m_mailbox->post(eventOf(watch::EventType::Renewed, "two", m_clock));
    put(heldLock("one", m_clock, 30s));
    QTRY_COMPARE(chart->teeth().size(), 2u);
    QCOMPARE(chart->teeth().front().end, insight::ToothEnd::Renewed);
    open("two");
    QTRY_COMPARE(chart->teeth().back().owner, heldLock("two", m_clock).holds.front().owner);
    QVERIFY(chart->teeth().front().from > m_clock.now() - 1s);
    m_mailbox->put(watch::LockId{0, LockName("two")}, watch::LockPointer());
    m_mailbox->post(eventOf(watch::EventType::Released, "two", m_clock));
    QTRY_COMPARE(chart->teeth().back().end, insight::ToothEnd::Released);
}

void tst_DetailPane::itsEventsLeadToTheTimeline()
{
    m_mailbox->post(eventOf(watch::EventType::Acquired, "one", m_clock));
    const WallInstant renewed = m_clock.wallNow() + 5s;
    m_clock.advance(5s);
    m_mailbox->post(eventOf(watch::EventType::Renewed, "one", m_clock));
    m_clock.advance(5s);
    put(heldLock("one", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    open("one");
    auto *events = find<TableView>("lockEvents");
    QTRY_COMPARE(events->model()->rowCount(), 2);
    QSignalSpy wanted(m_pane.get(), &DetailPane::timelineWanted);
    find<QAction>("lockEventsShowOnTimeline")->trigger(); // nothing is chosen
    QVERIFY(wanted.isEmpty());
    m_pane->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_pane.get()));
    events->setFocus();
    events->selectRow(1);
    QTest::keyClick(events, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<watch::LockId>(), (watch::LockId{0, LockName("one")}));
    QCOMPARE(wanted[0][1].value<WallInstant>(), renewed);
}

void tst_DetailPane::everyPartHasANameForAssistiveTechnology()
{
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    open("ledger");
    find<DetailSections>("detailSections")->setFolded({});
    int seen = 0;
    for (QWidget *each : m_pane->findChildren<QWidget *>()) {
        if (!(each->focusPolicy() & Qt::TabFocus) || !each->isVisible())
            continue;
        ++seen;
        QVERIFY2(!QAccessible::queryAccessibleInterface(each)->text(QAccessible::Name).isEmpty(),
                 qPrintable(each->objectName()));
    }
    QVERIFY(seen > 10);
}

void tst_DetailPane::hiddenItThinksNothing()
{
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    open("ledger");
    auto *preview = find<UnlockPreview>("unlockPreview");
    QCOMPARE(preview->timesThought(), 0); // it is folded
    find<DetailSections>("detailSections")->setOpen(u"unlock"_s, true);
    QVERIFY(preview->timesThought() > 0);
    const int before = preview->timesThought();
    m_pane->hide();
    QVERIFY(!find<QueueList>("queue")->isTicking());
    QVERIFY(!find<TtlChart>("ttlChart")->isTicking());
    put(fairLock("ledger", m_clock, 1));
    QTRY_COMPARE(m_client->locks().find({0, LockName("ledger")})->waiters->size(), 1u);
    QCOMPARE(preview->timesThought(), before);
    QCOMPARE(find<TableView>("queue")->model()->rowCount(), 4);
    m_pane->show();
    QCOMPARE(find<TableView>("queue")->model()->rowCount(), 2);
    QVERIFY(preview->timesThought() > before);
}

void tst_DetailPane::replicasThatHaveTheLockAreTold()
{
    watch::LockRecord lock;
    lock.id = watch::LockId{0, LockName("orders")};
    lock.mainKey = format::KeyType::Hash;
    lock.serverId = watch::ServerId{0};
    put(lock);
    watch::ServerRecord server;
    server.server = watch::ServerId{0};
    server.state = watch::ServerState::Up;
    const auto tell = [&](std::optional<bool> has) {
        watch::Replication all;
        watch::ReplicaRecord replica;
        replica.server = u"replica:6380"_s;
        replica.isReached = replica.isLinked = true;
        replica.behind = Millis(20'000);
        all.replicas = {replica};
        all.present[lock.id.name] = {has};
        server.replication = std::make_shared<const watch::Replication>(std::move(all));
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    };
    open("orders");
    const auto shows = [&](const QString &text) {
        return eventually([&] { return find<QLabel>("detailReplicas")->text().contains(text); });
    };
    tell(true);
    QVERIFY(
        shows(u"A failover now would keep the lock.\nreplica:6380: has the lock, 20 s behind"_s));
    tell(false);
    QVERIFY(shows(u"A failover now may lose the lock.\nreplica:6380: does not have the lock"_s));
    tell(std::nullopt);
    QVERIFY(shows(u"Whether a failover now would keep the lock is not known."_s));
}

void tst_DetailPane::countsAndRelativesAreTold()
{
    watch::LockRecord lock = heldLock("s", m_clock);
    lock.kind = "permit-expirable-semaphore";
    lock.permits = format::Permits{2, 5};
    put(lock);
    put(heldLock("first", m_clock));
    put(heldLock("second", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    open("s");
    QVERIFY(find<QLabel>("detailPermits")->isVisible());
    QCOMPARE(find<QLabel>("detailPermits")->text(), u"2 of 5 permits free"_s);
    open("first");
    QVERIFY(!find<QLabel>("detailPermits")->isVisible());
    QVERIFY(find<QLabel>("detailMulti")->text().contains(u"second"_s));
    QVERIFY(find<QLabel>("detailClient")->text().contains(u"alive"_s));
}

// The next lock may never have been seen: an incident leads to one that has gone since.
void tst_DetailPane::nothingStaysOfTheLockBefore()
{
    watch::LockRecord lock = fairLock("ledger", m_clock, 2);
    lock.otherKeys->front().type = "string";
    lock.fencingToken = 812;
    lock.permits = format::Permits{2, 5};
    put(lock);
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    const auto text = [&](const char *name) { return find<QLabel>(name)->text(); };
    open("ledger");
    QVERIFY2(text("detailKind").startsWith(u"fair"_s), qPrintable(text("detailKind")));
    QVERIFY(text("detailProblems") != u"–"_s);
    QCOMPARE(text("detailServer"), u"redis://127.0.0.1:6379"_s);
    open("payout");
    for (const char *name :
         {"detailKind", "detailProblems", "detailServer", "detailMulti", "detailClient"})
        QVERIFY2(text(name) == u"–"_s, name);
    for (const char *name : {"detailReason", "detailReplicas", "detailFencing", "detailPermits"})
        QVERIFY2(!find<QLabel>(name)->isVisible(), name);
    QVERIFY(text("detailState").startsWith(u"gone:"_s));
    // Its server is known by the deployment, also while it is away.
    m_mailbox->put(watch::ServerId{0},
                   std::make_shared<const watch::ServerRecord>(lostServer(m_clock, 28s)));
    QTRY_COMPARE(text("detailState"), u"gone when last seen"_s);
    QCOMPARE(text("detailServer"), u"redis://127.0.0.1:6379"_s);
    open("ledger");
    QVERIFY(text("detailKind").startsWith(u"fair"_s));
    open("payout");
    QCOMPARE(text("detailKind"), u"–"_s);
    QCOMPARE(text("detailProblems"), u"–"_s);
}

// The whole console: one waiter past its deadline, one that has gone without a word, one that
// waits.
void tst_DetailPane::aRealFairLockWithADeadAndAGhostWaiter()
{
    LOCKSCOPE_REQUIRE_REDIS();
    RedisProcess server;
    QVERIFY(server.start());
    server.command({"HSET", "ledger", ann, "1"});
    server.command({"PEXPIRE", "ledger", "60000"});
    const auto enqueue = [&](const QByteArray &owner, const QByteArray &wait) {
        server.command({"EVAL",
                        "local t=redis.call('time') local now=t[1]*1000+math.floor(t[2]/1000)"
                        "redis.call('zadd','redisson_lock_timeout:{ledger}',now+ARGV[2],ARGV[1])"
                        "redis.call('rpush','redisson_lock_queue:{ledger}',ARGV[1])",
                        "0", owner, wait});
    };
    enqueue(dead, "-5000");
    enqueue(ghost, "300000");
    enqueue(alive, "300000");
    const Listener listener(server, "SUBSCRIBE", "redisson_lock__channel:{ledger}:" + alive);
    console::Options options;
    options.view = QStringLiteral("locks");
    options.targets = {app::ChosenTarget{server.target(), {}, {}, {}, {}}};
    console::Application console(std::move(options), QString());
    console.start();
    auto *pane = console.window().findChild<DetailPane *>();
    QVERIFY(pane);
    auto *locks = console.window().findChild<QAbstractItemView *>(u"locks"_s)->model();
    QVERIFY(eventually([&] { return locks->rowCount() == 1; }));
    console.window().openLock("ledger");
    auto *list = pane->findChild<QueueList *>();
    const QueueModel &queue = list->queue();
    QVERIFY(eventually([&] { return list->isVisible() && queue.rowCount() == 4; }));
    QCOMPARE(queue.rowAt(1).liveness, watch::Liveness::Dead);
    // That nobody listens is certain after two looks only.
    QVERIFY(eventually([&] { return queue.rowAt(2).liveness == watch::Liveness::Ghost; }));
    QCOMPARE(queue.next(), std::optional(3));
    QVERIFY(queue.rowAt(3).liveness != watch::Liveness::Ghost);
    auto *seen = QAccessible::queryAccessibleInterface(list)->tableInterface();
    QCOMPARE(seen->rowCount(), 4);
    QVERIFY(seen->cellAt(2, QueueModel::State)
                ->text(QAccessible::Name)
                .contains(u"no client listens"_s));
    // The preview of an unlock: the dead waiter is removed, and the next one wakes.
    pane->findChild<DetailSections *>()->setOpen(u"unlock"_s, true);
    const QString commands = pane->findChild<CommandsView *>(u"unlockCommands"_s)->toPlainText();
    QVERIFY2(commands.contains(u"ledger"_s), qPrintable(commands));
    // A renewal is a tooth.
    auto *chart = pane->findChild<TtlChart *>();
    QVERIFY(eventually([&] { return !chart->teeth().empty(); }));
    const std::size_t before = chart->teeth().size();
    server.command({"PEXPIRE", "ledger", "90000"});
    QVERIFY(eventually([&] { return chart->teeth().size() > before; }));
    server.command({"DEL", "ledger"});
    QVERIFY(eventually([&] { return chart->teeth().back().end != insight::ToothEnd::Running; }));
}

LOCKSCOPE_TEST_SUITE(tst_DetailPane)
#include "tst_detailpane.moc"
