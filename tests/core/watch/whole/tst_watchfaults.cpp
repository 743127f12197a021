// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The watch when servers go, hang, forget, forbid or flood.
#include "tests/core/watch/server/harness.h"
#include "tests/support/aclrules.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::test;
using watch::EventType;

class TestWatchFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void survivesFlushAll();
    void aRestartThatLosesLocksIsOneEvent();
    void aFlushIsOneEvent();
    void aFlushOfAnotherDatabaseLosesNothing();
    void survivesAKilledServer();
    void marksAStoppedServerDownAndReturns();
    void aSilentServerIsNotJudged();
    void reportsAKilledListener();
    void pollsWhereTrackingIsForbidden();
    void readsWithTheCommandsThatAreAllowed();
    void anOlderServerIsNoGap_data();
    void anOlderServerIsNoGap();
    void reportsWhatItCouldNotLookAt();
    void watchesSeveralServers();
    void whatWasGivenUpIsTriedOnRequest();
    void aServerThatThrowsOutIsSpared();
    void stopsInTheMiddle();

private:
    void takeMany() const
    {
        m_server->command({"EVAL",
                           "for i=1,300 do redis.call('hset','lock'..i,ARGV[1],1) "
                           "redis.call('pexpire','lock'..i,600000) end",
                           "0", ann});
    }
    static const watch::Event *lossOf(const Watching &watching)
    {
        const auto loss =
            std::find_if(watching.events.begin(), watching.events.end(),
                         [](const auto &event) { return event.type == EventType::Lost; });
        return loss == watching.events.end() ? nullptr : &*loss;
    }

    std::unique_ptr<RedisProcess> m_server;
};

void TestWatchFaults::survivesFlushAll()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.has("a"));
    QVERIFY(watching.settled());
    m_server->command({"FLUSHALL"});
    QVERIFY(watching.isGone("a"));
    writer.acquire("b", ann, 60'000);
    QVERIFY(watching.has("b"));
}

void TestWatchFaults::survivesAKilledServer()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    m_server->kill();
    QVERIFY(watching.until([&] { return watching.count(EventType::ServerDown) == 1; }));
    QCOMPARE(watching.servers[0].state, watch::ServerState::Down);
    QVERIFY(watching.servers[0].lostAt.has_value());
    QVERIFY(watching.locks.contains("a")); // shown, and known to be stale
    QVERIFY(m_server->start());
    writer.acquire("b", ann, 60'000);
    QVERIFY(watching.has("b"));
    QVERIFY(watching.isGone("a"));
    QVERIFY(watching.settled());
    QVERIFY(!watching.servers[0].lostAt.has_value());
    QCOMPARE(watching.count(EventType::ServerUp), 1);
    QVERIFY(watching.count(EventType::Gap) >= 1);
    QCOMPARE(watching.told("a"), QByteArray("appeared lost"));
    QVERIFY(
        watching.until([&] { return watching.servers[0].mode == watch::WatchMode::TrackingAll; }));
    writer.acquire("c", ann, 60'000);
    QVERIFY(watching.tells("c", "acquired"));
}

void TestWatchFaults::aRestartThatLosesLocksIsOneEvent()
{
    const LockWriter writer(*m_server);
    takeMany();
    writer.acquire("fair", ann, 600'000);
    writer.enqueue("fair", bob, 600'000);
    writer.acquire("short", ann, 300);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] { return watching.locks.size() >= 301; }));
    QVERIFY(watching.isGone("short"));
    m_server->kill();
    QVERIFY(watching.until([&] { return watching.count(EventType::ServerDown) == 1; }));
    QVERIFY(m_server->start());
    QVERIFY(watching.until([&] { return watching.locks.empty(); }));
    QVERIFY(watching.until([&] { return watching.count(EventType::Lost) == 1; }));
    const watch::Event &loss = *lossOf(watching);
    QCOMPARE(loss.count, std::optional<qint64>(301));
    QVERIFY(!loss.name.has_value());
    QVERIFY2(loss.detail.english().startsWith(
                 QStringLiteral("301 locks were lost in a restart or failover: fair, ")),
             qPrintable(loss.detail.english()));
    QCOMPARE(loss.lost->size(), std::size_t(301));
    QCOMPARE(loss.lost->front().name.bytes, QByteArray("fair"));
    QCOMPARE(loss.lost->front().owner.value_or(OwnerId()).bytes, ann);
    QCOMPARE(watching.count(EventType::Released), 0);
    QCOMPARE(watching.count(EventType::Dequeued), 0);
    // To each lock it is an event of its own.
    const auto parts = partsOf(loss, {0, LockName("lock7")});
    QCOMPARE(parts.size(), std::size_t(1));
    QCOMPARE(parts.front().kind, QByteArray("reentrant"));
}

void TestWatchFaults::aFlushIsOneEvent()
{
    const LockWriter writer(*m_server);
    takeMany();
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] { return watching.locks.size() == 300; }));
    // Somebody takes one of them before anybody looks.
    m_server->command({"EVAL",
                       "redis.call('flushall') redis.call('hset','lock7',ARGV[1],1) "
                       "redis.call('pexpire','lock7',600000)",
                       "0", bob});
    QVERIFY(watching.until([&] { return watching.count(EventType::Lost) == 1; }));
    const watch::Event &loss = *lossOf(watching);
    QCOMPARE(loss.count, std::optional<qint64>(300));
    QVERIFY(loss.detail.english().startsWith(
        QStringLiteral("300 locks were lost by FLUSHALL, FLUSHDB or SWAPDB: ")));
    QCOMPARE(watching.count(EventType::Released), 0);
    QVERIFY(watching.tells("lock7", "appeared appeared"));
    QCOMPARE(watching.locks.size(), std::size_t(1));
    // And of one lock.
    m_server->command({"FLUSHALL"});
    QVERIFY(watching.tells("lock7", "appeared appeared lost"));
    QCOMPARE(watching.events.back().detail.english(),
             QStringLiteral("by FLUSHALL, FLUSHDB or SWAPDB"));
}

// The server reports the same as for a loss; but an unchanged lock disproves it.
void TestWatchFaults::aFlushOfAnotherDatabaseLosesNothing()
{
    const LockWriter writer(*m_server);
    writer.acquire("kept", ann, 600'000);
    writer.acquire("given", bob, 600'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("given"));
    writer.run("redis.call('del','given') redis.call('select',3) redis.call('set','x',1) "
               "redis.call('flushdb')",
               {});
    QVERIFY(watching.tells("given", "appeared released"));
    QCOMPARE(watching.events.back().detail.english(), QStringLiteral("during a gap"));
    QCOMPARE(watching.count(EventType::Lost), 0);
    QCOMPARE(watching.told("kept"), QByteArray("appeared"));
}

void TestWatchFaults::marksAStoppedServerDownAndReturns()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    m_server->pause();
    QVERIFY(watching.until([&] { return watching.servers[0].state == watch::ServerState::Down; }));
    QCOMPARE(watching.servers[0].error->kind, ErrorKind::Timeout);
    // Out of sight since its last answer, not since it was given up.
    QVERIFY(SystemClock().now() - watching.servers[0].lostAt.value() >= 2s);
    m_server->resume();
    QVERIFY(watching.until([&] { return watching.servers[0].state == watch::ServerState::Up; }));
    writer.acquire("b", ann, 60'000);
    QVERIFY(watching.has("b"));
    QCOMPARE(watching.told("a"), QByteArray("appeared")); // it was there all the time
}

// It stops, and with it every sign of the holder: that says nothing of the holder.
void TestWatchFaults::aSilentServerIsNotJudged()
{
    const LockWriter writer(*m_server);
    writer.acquire("w", ann, 3000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.renew("w", 3000);
    QVERIFY(watching.tells("w", "appeared renewed"));
    QCOMPARE(watching.locks["w"].holds.at(0).watchdog, watch::Watchdog::Renewing);
    m_server->pause();
    QVERIFY(watching.until([&] { return watching.servers[0].state == watch::ServerState::Down; }));
    const Instant lapsed = watching.locks["w"].holds.at(0).deadline.value_or(Instant());
    QVERIFY(watching.until([&] { return SystemClock().now() > lapsed; }));
    QCOMPARE(watching.told("w"), QByteArray("appeared renewed"));
    QCOMPARE(watching.locks["w"].holds.at(0).watchdog, watch::Watchdog::Renewing);
    QVERIFY(!watching.locks["w"].holds.at(0).presumedDead);
    m_server->resume();
    QVERIFY(watching.tells("w", "appeared renewed expired"));
}

void TestWatchFaults::reportsAKilledListener()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(m_server->command({"CLIENT", "KILL", "TYPE", "pubsub"}).integer, 1);
    QVERIFY(tellsGap(watching, u"the subscriber connection was lost and is restored"_s));
    QVERIFY(
        watching.until([&] { return watching.servers[0].mode == watch::WatchMode::TrackingAll; }));
    QCOMPARE(watching.count(EventType::ServerDown), 0);
    writer.acquire("b", ann, 60'000);
    QVERIFY(watching.has("b"));
}

void TestWatchFaults::pollsWhereTrackingIsForbidden()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(targetOf(*m_server, {"~*", "&*", "+@all", "-client|tracking", "-client|id"}));
    QVERIFY(watching.settled());
    QCOMPARE(watching.servers[0].mode, watch::WatchMode::Channels);
    QVERIFY(watching.servers[0].modeReason.english().contains(QStringLiteral("NOPERM")));
    writer.acquire("a", ann, 60'000);
    QVERIFY(watching.tells("a", "acquired"));
    writer.renew("a", 60'000);
    QVERIFY(watching.tells("a", "acquired renewed"));
    writer.unlock("a");
    QVERIFY(watching.tells("a", "acquired renewed released"));
}

void TestWatchFaults::readsWithTheCommandsThatAreAllowed()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    writer.enqueue("a", bob, 300'000);
    m_server->command({"SET", "string", "token", "PX", "60000"});
    Watching watching(under({"a", "string"}));
    watching.add(targetOf(
        *m_server, {"~*", "&*", "+@all", "-hscan", "-getrange", "-pexpiretime", "-pubsub|numsub"}));
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks["a"].holds.at(0).owner.bytes, ann);
    QVERIFY(watching.locks["a"].holds.at(0).deadline.has_value());
    QCOMPARE(watching.locks["a"].waiters->at(0).owner.bytes, bob);
    QVERIFY(!watching.locks["a"].waitingConnections.has_value()); // unknown, not 0
    QCOMPARE(watching.locks["string"].holds.at(0).owner.bytes, QByteArray("token"));
    writer.renew("a", 90'000);
    QVERIFY(watching.tells("a", "appeared renewed"));
}

// Each of these came after Redis 6.0, or may be renamed away; several locks are read in one batch.
void TestWatchFaults::anOlderServerIsNoGap_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command : {"PEXPIRETIME", "HRANDFIELD", "HSCAN", "GETRANGE", "MEMORY"})
        QTest::newRow(command) << QString::fromLatin1(command);
}

void TestWatchFaults::anOlderServerIsNoGap()
{
    QFETCH(QString, command);
    RedisOptions options;
    if (m_server->knows(command.toLatin1())) // else it is the older server
        options.arguments = {QStringLiteral("--rename-command"), command, QString()};
    RedisProcess server(options);
    QVERIFY(server.start());
    const LockWriter writer(server);
    for (const char *const name : {"a", "b", "c"})
        writer.acquire(name, ann, 60'000);
    for (const char *const name : {"lock:x", "lock:y", "lock:z"})
        server.command({"SET", name, latchId, "PX", "60000"});
    Watching watching;
    watching.add(server.target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] { return watching.locks.size() == 6; }));
    for (const auto &[name, lock] : watching.locks)
        QVERIFY2(lock.holds.at(0).deadline.has_value(), name.constData());
    QCOMPARE(watching.count(EventType::Gap), 0);
}

void TestWatchFaults::reportsWhatItCouldNotLookAt()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.run("for i=1,20000 do redis.call('set','k'..i,i) end "
               "for i=1,500 do redis.call('hset','lock'..i,ARGV[1],1) "
               "redis.call('pexpire','lock'..i,600000) end",
               {ann});
    // The budget is spent on the strings; a new scan finds what was passed over, and it is said.
    QVERIFY(watching.until([&] { return watching.count(EventType::Gap) >= 1; }));
    QVERIFY(watching.until([&] { return watching.locks.size() == 500; }));
}

void TestWatchFaults::watchesSeveralServers()
{
    RedisProcess second;
    QVERIFY(second.start());
    LockWriter(*m_server).acquire("first", ann, 60'000);
    LockWriter(second).acquire("second", bob, 60'000);
    Watching watching;
    watching.add(m_server->target());
    watching.add(second.target());
    QVERIFY(watching.has("first"));
    QVERIFY(watching.has("second"));
    QCOMPARE(watching.locks["second"].id.deployment, watch::DeploymentId{1});
    QCOMPARE(watching.locks["second"].server, second.url());
    m_server->kill();
    QVERIFY(watching.until([&] { return watching.servers[0].state == watch::ServerState::Down; }));
    LockWriter(second).acquire("third", bob, 60'000); // the other goes on
    QVERIFY(watching.has("third"));
}

// A wrong password is not retried; but the operator can request a retry after correcting it.
void TestWatchFaults::whatWasGivenUpIsTriedOnRequest()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    m_server->command({"ACL", "SETUSER", "watcher", "on", ">other", "~*", "&*", "+@all"});
    auto target = m_server->target();
    target.user = "watcher";
    target.password = "secret";
    Watching watching;
    watching.add(target);
    QVERIFY(watching.until([&] {
        return watching.servers[0].state == watch::ServerState::Down && watching.servers[0].error
            && watching.servers[0].error->kind == ErrorKind::Auth;
    }));
    m_server->command({"ACL", "SETUSER", "watcher", ">secret"});
    watching.reconnect(7); // nobody's
    watching.reconnect(0);
    QVERIFY(watching.has("a"));
    QVERIFY(watching.settled());
    watching.reconnect(0); // the connection stays
    LockWriter(*m_server).acquire("b", bob, 60'000);
    QVERIFY(watching.has("b")); // told by its event, or by a scan that is not quite over
    QCOMPARE(watching.count(EventType::ServerDown), 0);
}

// As at maxclients: it takes each connection and closes it.
void TestWatchFaults::aServerThatThrowsOutIsSpared()
{
    RecordingProxy proxy(m_server->port());
    proxy.setRefusing(true);
    auto target = m_server->target();
    target.hosts.front().port = proxy.port();
    Watching watching;
    watching.add(target);
    const Instant began = std::chrono::steady_clock::now();
    const auto passed = [&](Millis time) {
        return watching.until([&] { return std::chrono::steady_clock::now() - began >= time; });
    };
    // Two connections, with 50, 100, 200, ... ms between attempts, each halved at worst.
    QVERIFY(passed(Millis(3200)));
    const int burst = proxy.accepted();
    QVERIFY2(burst <= 2 * 8, qPrintable(QString::number(burst)));
    QVERIFY(passed(Millis(8200)));
    QVERIFY2(proxy.accepted() - burst <= 6, qPrintable(QString::number(proxy.accepted() - burst)));
    proxy.setRefusing(false);
    QVERIFY(watching.settled());
}

void TestWatchFaults::stopsInTheMiddle()
{
    const LockWriter writer(*m_server);
    writer.run("for i=1,3000 do redis.call('hset','lock'..i,ARGV[1],1) end", {ann});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.until([&] { return watching.locks.size() > 100; }));
    watching.stop();
    QVERIFY(eventually([&] {
        return m_server->command({"CLIENT", "LIST"}).bytes.count("name=lockscope") == 0;
    }));
}

LOCKSCOPE_TEST_SUITE(TestWatchFaults)
#include "tst_watchfaults.moc"
