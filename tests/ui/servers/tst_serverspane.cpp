// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/servers/serverdetailmodel.h"
#include "ui/servers/serverspane.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

const QByteArray ann = "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1";

// The text of the first fact of this sort; empty: there is none.
QString factIn(const ServerDetailModel &model, ServerFact fact)
{
    for (const FactRow &row : model.rows()) {
        if (row.fact == fact)
            return row.text;
    }
    return {};
}

} // namespace

// Tests the facts about each server: by made-up records, and by the console over real servers.
class tst_ServersPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s)); }
    void cleanup() { m_console.reset(); }

    void factsAreMerged();
    void membersAreListed();
    void whoStandsOnTheFormerPrimaryIsListed();
    void whatIsWrongIsMarked();
    void theScanIsStoppedAndStarted();
    void aRecordIsNotScanned();
    void aHiddenPaneDoesNothing();
    void realServersTellOfThemselves();
    void aLostServerSaysWhatIsOld();
    void whatAUserMayNotReadIsListed();

private:
    void start(std::vector<redis::Target> targets)
    {
        console::Options options;
        options.view = QStringLiteral("locks");
        for (redis::Target &target : targets)
            options.targets.push_back(app::ChosenTarget{std::move(target), {}, {}, {}, {}});
        options.prefixes = QStringList{u"lock:"_s};
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
        find<QAction>("view-serversDock")->trigger();
    }
    template <typename T>
    T *find(const char *name)
    {
        return findNamed<T>(m_console->window(), name);
    }
    QString fact(ServerFact wanted)
    {
        const auto *model =
            qobject_cast<ServerDetailModel *>(find<QAbstractItemView>("serverFacts")->model());
        return model ? factIn(*model, wanted) : QString();
    }
    void choose(int server)
    {
        auto *list = find<QAbstractItemView>("serverList");
        QVERIFY(eventually([&] { return list->model()->rowCount() > server; }));
        list->setCurrentIndex(list->model()->index(server, 0));
    }

    StandingClock m_clock;
    std::unique_ptr<console::Application> m_console;
};

void tst_ServersPane::factsAreMerged()
{
    ServerDetailModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Mirror mirror(model, ServerDetailModel::Value);
    ServerRow row{upServer(), {}};
    row.server.role = "master";
    row.server.version = "Redis 7.0.15";
    row.server.startedAt = m_clock.now() - 3h;
    row.server.clock = watch::ClockOffset{5000ms, 3ms};
    model.show(&row, m_clock.now());
    QCOMPARE(mirror.rows(), mirror.actual());
    QCOMPARE(factIn(model, ServerFact::State), u"up"_s);
    QCOMPARE(factIn(model, ServerFact::Role), u"primary"_s);
    QCOMPARE(factIn(model, ServerFact::Version), u"Redis 7.0.15"_s);
    QCOMPARE(factIn(model, ServerFact::Uptime), u"3 h"_s);
    QCOMPARE(factIn(model, ServerFact::Clock), u"+5.0 s ± 3 ms"_s);
    QCOMPARE(factIn(model, ServerFact::WatchedBy), u"tracking"_s);
    QCOMPARE(factIn(model, ServerFact::NotBetter), QString());
    const auto names = std::make_shared<watch::UnreadableNames>();
    for (const char *name : {"lock:c", "lock:a", "lock:b\n"})
        names->names.insert(LockName(name));
    names->isPartial = true;
    row.server.unreadable = names;
    row.server.keyRefusal = Error{ErrorKind::Permission, "NOPERM", u"no"_s, {}};
    row.server.role = "slave";
    model.show(&row, m_clock.now() + 1h);
    QCOMPARE(mirror.rows(), mirror.actual());
    QCOMPARE(factIn(model, ServerFact::Uptime), u"4 h"_s);
    QCOMPARE(factIn(model, ServerFact::Role), u"replica"_s);
    QCOMPARE(factIn(model, ServerFact::UnreadableName), u"lock:a"_s);
    QVERIFY(!factIn(model, ServerFact::MoreUnreadable).isEmpty());
    // The bytes of a name are copied; the shown text is safe.
    QByteArrayList bytes;
    for (int i = 0; i < model.rowCount(); ++i) {
        QVERIFY(!model.index(i, ServerDetailModel::Value).data().toString().contains(u'\n'));
        if (model.rowAt(i).fact == ServerFact::UnreadableName)
            bytes += model.index(i, ServerDetailModel::Value).data(RawRole).toByteArray();
    }
    QCOMPARE(bytes, (QByteArrayList{"lock:a", "lock:b\n", "lock:c"}));
    row.server.unreadable = nullptr;
    model.show(&row, m_clock.now());
    QCOMPARE(factIn(model, ServerFact::UnreadableName), QString());
    model.show(nullptr, m_clock.now());
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(mirror.resets(), 0);
}

void tst_ServersPane::membersAreListed()
{
    using Role = watch::MemberRecord::Role;
    ServerDetailModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Mirror mirror(model, ServerDetailModel::Value);
    ServerRow row{upServer(), {}};
    row.server.address = u"10.0.0.9:6379"_s;
    std::vector<watch::MemberRecord> members{
        {.role = Role::Primary, .address = row.server.address, .isUp = true},
        {.role = Role::Replica,
         .address = u"10.0.0.10:6379"_s,
         .follows = row.server.address,
         .isUp = true,
         .behind = 12},
        {.role = Role::Replica, .address = u"10.0.0.2:6379"_s, .follows = u"10.0.0.10:6379"_s},
        {.role = Role::Sentinel, .address = u"10.0.0.7:26379"_s}};
    row.server.members = std::make_shared<const std::vector<watch::MemberRecord>>(members);
    row.server.topologyDoubt = u"a second primary"_s;
    model.show(&row, m_clock.now());
    QCOMPARE(mirror.rows(), mirror.actual());
    QStringList told;
    for (const FactRow &fact : model.rows()) {
        if (fact.fact >= ServerFact::Primary && fact.fact <= ServerFact::Doubt)
            told += u"%1: %2%3"_s.arg(fact.label, fact.text,
                                      fact.badge == Badge::Trouble ? u" !"_s : QString());
    }
    QCOMPARE(told,
             (QStringList{
                 u"Primary: 10.0.0.9:6379: up"_s, u"Replica: 10.0.0.10:6379: up, 12 bytes behind"_s,
                 u"Replica: 10.0.0.2:6379: not connected to its primary, follows "
                 "10.0.0.10:6379 !"_s,
                 u"Sentinel: 10.0.0.7:26379: no reply !"_s, u"Doubt: A second primary !"_s}));
    // After a failover, rows merge.
    std::swap(members[0].address, members[1].address);
    row.server.members = std::make_shared<const std::vector<watch::MemberRecord>>(members);
    model.show(&row, m_clock.now());
    QCOMPARE(mirror.rows(), mirror.actual());
    QCOMPARE(mirror.resets(), 0);
}

void tst_ServersPane::whoStandsOnTheFormerPrimaryIsListed()
{
    ServerDetailModel model;
    ServerRow row{upServer(), {}};
    watch::Replication replication;
    replication.replicas = {{.server = u"10.0.0.5:6379"_s}, {.server = u"10.0.0.6:6379"_s}};
    const auto told = [&] {
        row.server.replication = std::make_shared<const watch::Replication>(replication);
        model.show(&row, m_clock.now());
        return factIn(model, ServerFact::FormerPrimary);
    };
    replication.replicas[1].clients = watch::ServerClients{1, {{"10.0.0.7", {}, 1}}};
    QCOMPARE(told(), QString());
    replication.replicas[0].wasPrimary = true;
    QCOMPARE(told(), QString()); // not asked
    replication.replicas[0].clients = watch::ServerClients();
    QCOMPARE(told(), u"10.0.0.5:6379: no client connection"_s);
    replication.replicas[0].clients =
        watch::ServerClients{4, {{"10.0.0.9", "billing\n%1", 3}, {"10.0.0.7", {}, 1}}};
    QCOMPARE(told(),
             u"10.0.0.5:6379: 4 client connections: billing\\n%1 at 10.0.0.9 (3), 10.0.0.7"_s);
}

void tst_ServersPane::whatIsWrongIsMarked()
{
    ServerDetailModel model;
    ServerRow row{lostServer(m_clock, 12s), {}};
    row.server.counters.missed = 4;
    row.server.version = "Redis \x1b[31m";
    model.show(&row, m_clock.now());
    QCOMPARE(factIn(model, ServerFact::State), u"down"_s);
    QCOMPARE(factIn(model, ServerFact::Age), u"12 s old"_s);
    QCOMPARE(factIn(model, ServerFact::Problem), u"127.0.0.1:6379 refused the connection"_s);
    QCOMPARE(factIn(model, ServerFact::Cure), u"Start the server, or correct the port."_s);
    QVERIFY(!factIn(model, ServerFact::Version).contains(QChar(0x1b)));
    QCOMPARE(factIn(model, ServerFact::Uptime), u"not reported"_s);
    // No trouble by itself where every change is told.
    row.server.state = watch::ServerState::Up;
    row.server.modeReason = u"no prefix was given"_s;
    for (const auto mode : {watch::WatchMode::TrackingAll, watch::WatchMode::Polling}) {
        row.server.mode = mode;
        model.show(&row, m_clock.now());
        const auto reason = std::ranges::find(model.rows(), ServerFact::NotBetter, &FactRow::fact);
        QCOMPARE(reason->badge == Badge::Trouble, mode == watch::WatchMode::Polling);
    }
    for (const FactRow &told : model.rows()) {
        if (told.fact == ServerFact::Missed)
            QVERIFY(told.badge == Badge::Trouble && !told.isQuiet && told.text == u"4"_s);
        if (told.fact == ServerFact::Dropped)
            QVERIFY(told.badge == Badge::None && told.isQuiet);
    }
}

void tst_ServersPane::theScanIsStoppedAndStarted()
{
    ServerModel servers;
    ServersPane pane(servers, m_clock);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QVERIFY(pane.findChild<QLabel *>(u"serversEmptyTitle"_s)->isVisible());
    watch::ServerRecord server = upServer(0);
    server.scan = {1'200'000, 5'000'000, true, false};
    server.discovering = true;
    servers.mergeOne(server);
    servers.mergeOne(lostServer(m_clock, 3s, 1));
    QSignalSpy stopped(&pane, &ServersPane::stopScanRequested);
    QSignalSpy started(&pane, &ServersPane::startScanRequested);
    auto *scan = pane.findChild<QPushButton *>(u"serverScan"_s);
    QVERIFY(scan->isVisible() && scan->isEnabled()); // the first server was chosen automatically
    QTest::mouseClick(scan, Qt::LeftButton);
    QCOMPARE(stopped.count(), 1);
    QCOMPARE(stopped[0][0].value<watch::ServerId>(), watch::ServerId{0});
    server.scan.running = false;
    server.scan.stopped = true;
    servers.mergeOne(server);
    QTest::mouseClick(scan, Qt::LeftButton);
    QCOMPARE(started.count(), 1);
    QCOMPARE(stopped.count(), 1);
    pane.choose({1});
    QVERIFY(!scan->isEnabled()); // nobody is there to ask
}

void tst_ServersPane::aRecordIsNotScanned()
{
    ServerModel servers;
    servers.setRecorded();
    servers.mergeOne(upServer());
    ServersPane pane(servers, m_clock);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    const auto *scan = pane.findChild<QPushButton *>(u"serverScan"_s);
    QVERIFY(!scan->isEnabled());
    QVERIFY2(scan->toolTip().contains(u"his is a record"_s), qPrintable(scan->toolTip()));
}

void tst_ServersPane::aHiddenPaneDoesNothing()
{
    ServerModel servers;
    ServersPane pane(servers, m_clock);
    auto *model = pane.findChild<QAbstractItemView *>(u"serverFacts"_s)->model();
    servers.mergeOne(upServer());
    QCOMPARE(model->rowCount(), 0);
    for (const QTimer *timer : pane.findChildren<QTimer *>(Qt::FindDirectChildrenOnly))
        QVERIFY(!timer->isActive());
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QVERIFY(model->rowCount() > 0);
    pane.hide();
    const int before = model->rowCount();
    servers.mergeOne(lostServer(m_clock, 3s));
    QCOMPARE(model->rowCount(), before);
    for (const QTimer *timer : pane.findChildren<QTimer *>(Qt::FindDirectChildrenOnly))
        QVERIFY(!timer->isActive());
}

void tst_ServersPane::realServersTellOfThemselves()
{
    LOCKSCOPE_REQUIRE_REDIS();
    RedisProcess primary;
    RedisProcess replica;
    QVERIFY(primary.start() && replica.start());
    QVERIFY(replica.command({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.port())}).isOk());
    QVERIFY(eventually([&] {
        return replica.command({"INFO", "replication"}).bytes.contains("master_link_status:up");
    }));
    start({primary.target(), replica.target()});
    choose(0);
    QVERIFY(eventually([&] { return fact(ServerFact::Role) == u"primary"_s; }));
    QVERIFY(fact(ServerFact::Version).contains(u'.'));
    QVERIFY(fact(ServerFact::Uptime) != u"not reported"_s);
    QVERIFY(eventually([&] { return fact(ServerFact::Scan).startsWith(u"complete"_s); }));
    QVERIFY(eventually([&] { return fact(ServerFact::Latency).endsWith(u" ms"_s); }));
    choose(1);
    QVERIFY(eventually([&] { return fact(ServerFact::Role) == u"replica"_s; }));
    // A fact that is longer than its cell is told in full beneath.
    auto *facts = find<QAbstractItemView>("serverFacts");
    facts->setCurrentIndex(facts->model()->index(0, 0));
    QCOMPARE(find<QLabel>("serverFact")->text(), u"State: up"_s);
    takePicture(m_console->window(), u"servers"_s);
}

void tst_ServersPane::aLostServerSaysWhatIsOld()
{
    LOCKSCOPE_REQUIRE_REDIS();
    RedisProcess server;
    QVERIFY(server.start());
    start({server.target()});
    choose(0);
    QVERIFY(eventually([&] { return fact(ServerFact::State) == u"up"_s; }));
    const QString version = fact(ServerFact::Version);
    server.kill();
    QVERIFY(eventually([&] { return fact(ServerFact::State) == u"down"_s; }));
    QVERIFY(fact(ServerFact::Age).endsWith(u" old"_s));
    QVERIFY(!fact(ServerFact::Problem).isEmpty());
    QCOMPARE(fact(ServerFact::Version), version); // as it was last seen
    QCOMPARE(fact(ServerFact::Uptime), u"not reported"_s);
    QVERIFY(!find<QPushButton>("serverScan")->isEnabled());
    QVERIFY(server.start());
    QVERIFY(eventually([&] { return fact(ServerFact::State) == u"up"_s; }));
    QCOMPARE(fact(ServerFact::Age), QString());
    QVERIFY(fact(ServerFact::Uptime) != u"not reported"_s);
}

// A user who may read some locks only, ask for no INFO and hear of nothing.
void tst_ServersPane::whatAUserMayNotReadIsListed()
{
    LOCKSCOPE_REQUIRE_REDIS();
    RedisProcess server;
    QVERIFY(server.start());
    for (const char *name : {"lock:seen", "lock:secret"}) {
        server.command({"HSET", name, ann, "1"});
        server.command({"PEXPIRE", name, "60000"});
    }
    // The rights that the guide requires, but without INFO and for one lock alone.
    const QByteArray rules =
        "resetkeys %R~lock:seen %R~redisson_* resetchannels -@all +ping +select +time "
        "+client|setname +dbsize +scan +type +exists +pttl +pexpiretime +get +getrange +strlen "
        "+hgetall +hlen +hscan +hrandfield +memory|usage +lrange +llen +zrange +zcard +scard "
        "+sscan +pubsub|numsub +pubsub|channels +pubsub|shardnumsub +pubsub|shardchannels";
    std::vector<QByteArray> command{"ACL", "SETUSER", "watcher", "on", ">secret"};
    for (const QByteArray &rule : rules.split(' '))
        command.push_back(rule);
    QVERIFY(server.command(command).isOk());
    redis::Target target = server.target();
    target.user = "watcher";
    target.password = "secret";
    start({target});
    choose(0);
    QVERIFY(eventually([&] { return fact(ServerFact::UnreadableName) == u"lock:secret"_s; }));
    QVERIFY(!fact(ServerFact::KeyRefusal).isEmpty());
    QVERIFY(fact(ServerFact::NotReadable).toInt() > 0);
    QVERIFY(!fact(ServerFact::NotBetter).isEmpty());
    QCOMPARE(fact(ServerFact::Role), u"not reported"_s);
    QCOMPARE(fact(ServerFact::Version), u"not reported"_s);
}

LOCKSCOPE_TEST_SUITE(tst_ServersPane)
#include "tst_serverspane.moc"
