// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The watch of a primary with replicas and sentinels, when the primary changes.
#include "tests/core/watch/server/harness.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using watch::EventType;

// The set is shared: each test leaves it settled, with all servers up.
class TestWatchFailover : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<SentinelSet>();
        QVERIFY(m_set->start());
    }
    void cleanupTestCase() { m_set.reset(); }
    void init() { failOnAnyWarning(); }
    void cleanup()
    {
        QVERIFY(m_set->reviveAll());
        m_set->primary()->command({"FLUSHALL"});
    }

    void tellsWhatAFailoverLost();
    void tellsThatAReleaseIsUndone();
    void keepsWhatAFailoverKept();
    void noticesTwoFailoversThatEndWhereTheyBegan();
    void showsNothingOfADemotedPrimary();
    void namesTheServers();
    void tellsWhoStandsOnTheDemotedPrimary_data();
    void tellsWhoStandsOnTheDemotedPrimary();

private:
    redis::Target target() const { return *redis::parseTarget(m_set->url()); }
    QString addressOf(const RedisProcess &server) const
    {
        return u"127.0.0.1:%1"_s.arg(server.port());
    }
    bool hasOnAll(const QByteArray &name) const
    {
        return eventually([&] {
            return std::ranges::all_of(m_set->replicas(), [&](const RedisProcess *replica) {
                return replica->command({"EXISTS", name}).integer == 1;
            });
        });
    }
    // The replicas receive nothing any more: later writes are on the primary alone.
    void cutOffReplicas() const
    {
        for (RedisProcess *replica : m_set->replicas())
            replica->pause();
        m_set->primary()->command({"CLIENT", "KILL", "TYPE", "replica"});
    }
    void replacePrimary() const // by a replica that was cut off
    {
        m_set->killPrimary();
        for (RedisProcess *replica : m_set->replicas())
            replica->resume();
    }
    static const watch::Event *find(const Watching &watching, EventType type)
    {
        const auto found = std::ranges::find(watching.events, type, &watch::Event::type);
        return found == watching.events.end() ? nullptr : &*found;
    }
    // Times without sight; not that another way to watch was chosen meanwhile.
    static int gaps(const Watching &watching)
    {
        return static_cast<int>(std::ranges::count_if(watching.events, [](const auto &event) {
            return event.type == EventType::Gap && !event.name
                && !event.detail.english().startsWith(u"watched by"_s);
        }));
    }

    std::unique_ptr<SentinelSet> m_set;
};

// The replicas lack two of three locks when their primary dies.
void TestWatchFailover::tellsWhatAFailoverLost()
{
    RedisProcess *const former = m_set->primary();
    const LockWriter writer(*former);
    writer.acquire("kept", ann, 600'000);
    QVERIFY(hasOnAll("kept"));
    Watching watching;
    watching.add(target());
    QVERIFY(watching.has("kept"));
    QVERIFY(watching.settled());
    QVERIFY(
        watching.until([&] { return watching.servers[0].mode == watch::WatchMode::TrackingAll; }));
    QCOMPARE(watching.servers[0].address, addressOf(*former));
    QCOMPARE(watching.servers[0].label, m_set->url());
    const int before = gaps(watching);
    cutOffReplicas();
    writer.acquire("one", ann, 600'000);
    writer.acquire("two", bob, 600'000);
    QVERIFY(watching.tells("two", "acquired"));
    QVERIFY(watching.has("one"));
    replacePrimary();
    QVERIFY(watching.until([&] { return watching.count(EventType::ServerDown) == 1; }));
    QVERIFY(m_set->awaitPromotion(*former));
    QVERIFY(watching.until([&] {
        return watching.locks.size() == 1 && watching.servers[0].state == watch::ServerState::Up;
    }));
    QVERIFY(watching.locks.contains("kept"));
    QVERIFY(watching.until([&] { return watching.count(EventType::Lost) == 1; }));
    const watch::Event &loss = *find(watching, EventType::Lost);
    QCOMPARE(loss.count, std::optional<qint64>(2));
    QCOMPARE(loss.lost->size(), std::size_t(2));
    QCOMPARE(loss.lost->front().name.bytes, QByteArray("one"));
    QCOMPARE(watching.count(EventType::Failover), 1);
    const watch::Event &failover = *find(watching, EventType::Failover);
    QVERIFY2(failover.detail.english().startsWith(
                 u"the primary is %1 now; no primary was connected for "_s.arg(
                     addressOf(*m_set->primary()))),
             qPrintable(failover.detail.english()));
    QCOMPARE(watching.count(EventType::Released), 0);
    QCOMPARE(watching.count(EventType::Expired), 0);
    QCOMPARE(gaps(watching), before + 1);
    QCOMPARE(watching.servers[0].address, addressOf(*m_set->primary()));
    // And it is live again.
    LockWriter(*m_set->primary()).acquire("next", ann, 600'000);
    QVERIFY(watching.tells("next", "acquired"));
}

// The replicas had not got it when their primary died.
void TestWatchFailover::tellsThatAReleaseIsUndone()
{
    RedisProcess *const former = m_set->primary();
    const LockWriter writer(*former);
    writer.acquire("done", ann, 600'000);
    QVERIFY(hasOnAll("done"));
    Watching watching;
    watching.add(target());
    QVERIFY(watching.has("done"));
    QVERIFY(watching.settled());
    cutOffReplicas();
    writer.unlock("done");
    QVERIFY(watching.tells("done", "appeared released"));
    replacePrimary();
    QVERIFY(m_set->awaitPromotion(*former));
    QVERIFY(watching.tells("done", "appeared released appeared"));
    const QString back = watching.events.back().detail.english();
    QVERIFY2(std::ranges::any_of(watching.events,
                                 [](const watch::Event &event) {
                                     return event.type == EventType::Appeared
                                         && event.detail.english().startsWith(
                                             u"its owner released it at "_s);
                                 }),
             qPrintable(back));
    QCOMPARE(watching.count(EventType::Lost), 0);
}

void TestWatchFailover::keepsWhatAFailoverKept()
{
    RedisProcess *const former = m_set->primary();
    LockWriter(*former).acquire("kept", ann, 600'000);
    QVERIFY(hasOnAll("kept"));
    Watching watching;
    watching.add(target());
    QVERIFY(watching.has("kept"));
    QVERIFY(watching.settled());
    QVERIFY(m_set->failover());
    QVERIFY(watching.until([&] { return watching.count(EventType::Failover) == 1; }));
    QVERIFY(watching.settled());
    QCOMPARE(watching.told("kept"), QByteArray("appeared"));
    LockWriter(*m_set->primary()).unlock("kept");
    QVERIFY(watching.tells("kept", "appeared released"));
    QCOMPARE(watching.count(EventType::Lost), 0);
}

// Case 2. Between two looks the same server is the primary, but it has another's data.
void TestWatchFailover::noticesTwoFailoversThatEndWhereTheyBegan()
{
    RedisProcess *const first = m_set->primary();
    const LockWriter writer(*first);
    writer.acquire("kept", ann, 600'000);
    QVERIFY(hasOnAll("kept"));
    Watching watching;
    watching.add(target());
    QVERIFY(watching.has("kept"));
    QVERIFY(watching.settled());
    const QByteArray process = watching.servers[0].runId;
    // Nobody promotes it of itself meanwhile, and the watch is not told anything.
    for (int i = 0; i < m_set->sentinelCount(); ++i)
        m_set->sentinel(i).pause();
    RedisProcess *const second = m_set->replicas().front();
    second->command({"REPLICAOF", "NO", "ONE"});
    first->command({"REPLICAOF", "127.0.0.1", QByteArray::number(second->port())});
    QVERIFY(eventually([&] {
        return first->command({"INFO", "replication"}).bytes.contains("master_link_status:up");
    }));
    second->command({"DEL", "kept"});
    QVERIFY(eventually([&] { return first->command({"EXISTS", "kept"}).integer == 0; }));
    first->command({"REPLICAOF", "NO", "ONE"});
    second->command({"REPLICAOF", "127.0.0.1", QByteArray::number(first->port())});
    for (int i = 0; i < m_set->sentinelCount(); ++i)
        m_set->sentinel(i).resume();
    QVERIFY(watching.isGone("kept"));
    QVERIFY(watching.settled());
    QCOMPARE(watching.servers[0].runId, process);
    QVERIFY(watching.told("kept").startsWith("appeared"));
    QCOMPARE(watching.count(EventType::Released), 0);
    QVERIFY(watching.count(EventType::Failover) >= 1);
}

// REPLICAOF by hand: the demoted primary throws nobody out, empties itself and loads other data,
// and the sentinel still names it.
void TestWatchFailover::showsNothingOfADemotedPrimary()
{
    RedisProcess former;
    RedisProcess empty;
    QVERIFY(former.start() && empty.start());
    const LockWriter writer(former);
    writer.acquire("kept", ann, 600'000);
    writer.acquire("other", ann, 600'000);
    const QByteArray port = QByteArray::number(former.port());
    ScriptedServer sentinel([&](const Command &command) {
        if (command.front() != "SENTINEL")
            return QByteArray();
        if (command[1] == "MASTER")
            return bulks({"name", "shop", "config-epoch", "1"});
        return command[1] == "GET-MASTER-ADDR-BY-NAME" ? bulks({"127.0.0.1", port}) : list({});
    });
    Watching watching;
    watching.add(
        *redis::parseTarget(u"redis+sentinel://%1/shop"_s.arg(redis::toText(sentinel.address()))));
    QVERIFY(watching.has("kept") && watching.has("other"));
    QVERIFY(watching.settled());
    QVERIFY(
        watching.until([&] { return watching.servers[0].mode == watch::WatchMode::TrackingAll; }));
    former.command({"REPLICAOF", "127.0.0.1", QByteArray::number(empty.port())});
    QVERIFY(eventually([&] { return former.command({"EXISTS", "kept"}).integer == 0; }));
    QVERIFY(watching.until([&] { return watching.count(EventType::ServerDown) == 1; }));
    QCOMPARE(watching.locks.size(), std::size_t(2));
    QCOMPARE(watching.told("kept"), QByteArray("appeared"));
    former.command({"REPLICAOF", "NO", "ONE"});
    QVERIFY(watching.isGone("kept") && watching.isGone("other")); // it really has neither
    QVERIFY(watching.until([&] { return watching.count(EventType::Lost) == 1; }));
    QCOMPARE(find(watching, EventType::Lost)->count, std::optional<qint64>(2));
    QCOMPARE(watching.count(EventType::Released), 0);
    QCOMPARE(watching.count(EventType::Failover), 1);
}

void TestWatchFailover::namesTheServers()
{
    using Role = watch::MemberRecord::Role;
    Watching watching;
    watching.add(target());
    const auto up = [&](Role role) {
        const auto &members = watching.servers[0].members;
        return members ? std::ranges::count_if(
                   *members,
                   [&](const auto &member) {
                       return member.role == role && member.isUp
                           && (role != Role::Replica
                               || (member.behind.has_value()
                                   && member.follows == addressOf(*m_set->primary())));
                   })
                       : 0;
    };
    QVERIFY(watching.until([&] {
        return up(Role::Primary) == 1 && up(Role::Replica) == 2 && up(Role::Sentinel) == 3;
    }));
    QCOMPARE(watching.servers[0].members->front().address, addressOf(*m_set->primary()));
    const watch::SentinelRecord sentinels{3, 2, true};
    QVERIFY(watching.until([&] { return watching.servers[0].sentinels == sentinels; }));
    QCOMPARE(watching.servers[0].uncoveredSlots, 0);
}

void TestWatchFailover::tellsWhoStandsOnTheDemotedPrimary_data()
{
    QTest::addColumn<bool>("mayAsk");
    QTest::newRow("asked for") << true;
    QTest::newRow("not asked for") << false;
}

// A client that knows one address: a Sentinel ends its connection, and it comes back.
void TestWatchFailover::tellsWhoStandsOnTheDemotedPrimary()
{
    QFETCH(const bool, mayAsk);
    RedisProcess *const former = m_set->primary();
    QVERIFY(former->command({"CONFIG", "RESETSTAT"}).isOk());
    redis::ConnectionConfig config;
    config.target = former->target();
    config.clientName = "billing";
    redis::Connection client(config);
    client.open();
    QVERIFY(eventually([&] { return client.state() == redis::Connection::State::Ready; }));
    watch::WatchOptions options;
    options.learnNames = mayAsk;
    Watching watching(options);
    watching.add(target());
    QVERIFY(watching.settled());
    const auto formerIn = [&]() -> const watch::ReplicaRecord * {
        const auto &replication = watching.servers[0].replication;
        if (!replication)
            return nullptr;
        const auto found =
            std::ranges::find(replication->replicas, true, &watch::ReplicaRecord::wasPrimary);
        return found == replication->replicas.end() ? nullptr : &*found;
    };
    QCOMPARE(formerIn(), nullptr);
    QVERIFY(m_set->failover());
    QVERIFY(m_set->settle());
    QVERIFY(eventually([&] { return client.state() == redis::Connection::State::Ready; }));
    const auto isBilling = [](const watch::ClientGroup &group) {
        return group.name == "billing" && group.host == "127.0.0.1" && group.connections == 1;
    };
    QVERIFY(watching.until([&] {
        const watch::ReplicaRecord *const record = formerIn();
        if (!record || !record->isReached || !mayAsk)
            return record && record->isReached;
        return record->clients && std::ranges::any_of(record->clients->groups, isBilling);
    }));
    QVERIFY2(formerIn()->server.endsWith(addressOf(*former)),
             qPrintable(formerIn()->server + u'\n' + QString::fromUtf8(m_set->describe())));
    if (!mayAsk) {
        const QByteArray asked = former->command({"INFO", "commandstats"}).bytes;
        QVERIFY2(!asked.contains("cmdstat_client|list"), asked.constData());
        QVERIFY(!formerIn()->clients);
        return;
    }
    // It has gone to the new primary.
    client.close();
    QVERIFY(watching.until([&] {
        const watch::ReplicaRecord *const record = formerIn();
        return record && record->clients
            && std::ranges::none_of(record->clients->groups, isBilling);
    }));
}

LOCKSCOPE_TEST_SUITE(TestWatchFailover)
#include "tst_watchfailover.moc"
