// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/watch/server/commands.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using watch::EventType;

namespace {

// The commands about that key, from the given one on.
QByteArrayList asked(const RecordingProxy &proxy, const QByteArray &key, std::size_t from)
{
    QByteArrayList names;
    const auto &commands = proxy.commands();
    for (std::size_t i = from; i < commands.size(); ++i) {
        if (commands[i].size() > 1 && commands[i][1] == key)
            names.append(commands[i][0]);
    }
    return names;
}

} // namespace

class TestWatcher : public QObject
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

    void showsLocksWrittenByHand();
    void tellsTheLifeOfAReentrantLock();
    void tellsOverdueBeforeExpired();
    void tellsAQueue();
    void tellsReaders();
    void tellsReleasesApart();
    void seesAHandOver();
    void seesStringsUnderAPrefix();
    void findsLocksAmongOtherKeys();
    void aKeyThatWasNoLockMayBecomeOne();
    void neverFetchesAHugeHash();
    void asksLittleOfALockThatComesBack();
    void tastesAHugeHashInPlaceOfALock();
    void readsAHotKeyRarely();
    void writesNothing();
    void looksOnce();
    void aRemovedServerIsLeft();
    void aDeploymentMayHaveSeveralServers();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestWatcher::showsLocksWrittenByHand()
{
    const LockWriter writer(*m_server);
    writer.acquire("plain", ann, 60'000);
    writer.acquire("plain", ann, 60'000);
    writer.acquire("fair", ann, 60'000);
    writer.enqueue("fair", bob, 300'000);
    writer.acquire("fenced", ann, 60'000);
    m_server->command({"INCR", "redisson_lock_token:{fenced}"});
    writer.read("rw", ann, 60'000);
    writer.read("rw", bob, 30'000);
    m_server->command({"HSET", "endless", ann, "1"});
    writer.enqueue("waited", bob, 300'000); // free, with a waiter left
    m_server->command({"SET", "plainstring", "x"});
    m_server->command({"HSET", "session", "user", "bob"});

    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(6));

    const auto &plain = watching.locks["plain"];
    QCOMPARE(plain.kind, QByteArray("reentrant"));
    QCOMPARE(plain.state, watch::LockState::Held);
    QCOMPARE(plain.holds.at(0).owner.bytes, ann);
    QCOMPARE(plain.holds.at(0).count, 2);
    QVERIFY(plain.holds.at(0).deadline.has_value());
    QCOMPARE(plain.waitingConnections, std::optional<qint64>(0));
    QCOMPARE(keysOf(plain).size(), std::size_t(1));

    const auto &fair = watching.locks["fair"];
    QCOMPARE(fair.kind, QByteArray("fair"));
    QCOMPARE(fair.state, watch::LockState::Contended);
    QCOMPARE(fair.waiters->at(0).owner.bytes, bob);
    QCOMPARE(fair.waiters->at(0).position, 1);
    QVERIFY(fair.waiters->at(0).deadline.has_value());
    QCOMPARE(keysOf(fair).size(), std::size_t(3));

    QCOMPARE(watching.locks["fenced"].fencingToken, std::optional<qint64>(1));
    QCOMPARE(watching.locks["fenced"].kind, QByteArray("fenced"));
    QCOMPARE(watching.locks["rw"].holds.size(), std::size_t(2));
    QCOMPARE(watching.locks["rw"].holds[0].mode, watch::Mode::Read);
    QVERIFY(!watching.locks["endless"].holds[0].deadline.has_value());
    QCOMPARE(watching.locks["waited"].state, watch::LockState::Free);
    QCOMPARE(watching.told("plain"), QByteArray("appeared"));
    QCOMPARE(watching.servers[0].mode, watch::WatchMode::TrackingAll);
}

void TestWatcher::tellsTheLifeOfAReentrantLock()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QByteArray words = "acquired";
    writer.acquire("a", ann, 30'000);
    QVERIFY(watching.tells("a", words));
    QCOMPARE(watching.locks["a"].holds[0].lease.value_or(Millis(0)).count(), 30'000);
    writer.acquire("a", ann, 30'000);
    QVERIFY(watching.tells("a", words += " reentered"));
    QCOMPARE(watching.locks["a"].holds[0].count, 2);
    writer.releaseOnce("a", ann, 30'000);
    QVERIFY(watching.tells("a", words += " partially-released"));
    writer.renew("a", 30'000);
    QVERIFY(watching.tells("a", words += " renewed"));
    QCOMPARE(watching.locks["a"].holds[0].watchdog, watch::Watchdog::Renewing);
    QCOMPARE(watching.locks["a"].holds[0].renewals, std::optional<qint64>(1));
    writer.unlock("a");
    QVERIFY(watching.tells("a", words += " released"));
    QCOMPARE(watching.events.back().detail.english(),
             QStringLiteral("wake-up and unlock latch seen"));
    QVERIFY(watching.isGone("a"));
    // The latch is no lock, and its going is no event.
    m_server->command({"DEL", "redisson_unlock_latch:{a}:" + latchId});
    writer.acquire("last", ann, 30'000);
    QVERIFY(watching.has("last"));
    QCOMPARE(watching.locks.size(), std::size_t(1));
    QCOMPARE(watching.told("a"), words);
}

void TestWatcher::tellsOverdueBeforeExpired()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("a", ann, 1500);
    QVERIFY(watching.tells("a", "acquired"));
    writer.renew("a", 1500);
    QVERIFY(watching.tells("a", "acquired renewed"));
    QVERIFY(watching.tells("a", "acquired renewed renewal-overdue"));
    QVERIFY(m_server->command({"EXISTS", "a"}).integer == 1); // there is still time to act
    QCOMPARE(watching.locks["a"].holds[0].watchdog, watch::Watchdog::Overdue);
    QVERIFY(watching.tells("a", "acquired renewed renewal-overdue expired"));
    QVERIFY(watching.isGone("a"));
}

void TestWatcher::tellsAQueue()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("f", ann, 30'000);
    QVERIFY(watching.tells("f", "acquired"));
    writer.enqueue("f", bob, 300'000);
    QVERIFY(watching.tells("f", "acquired queued"));
    QCOMPARE(watching.locks["f"].kind, QByteArray("fair"));
    writer.leave("f", bob);
    QVERIFY(watching.tells("f", "acquired queued dequeued"));
    QVERIFY(watching.locks["f"].waiters->empty());
    // A waiter past its deadline is there, but no longer counted on.
    writer.enqueue("f", bob, 300);
    QVERIFY(watching.until([&] {
        const auto &waiters = watching.locks["f"].waiters;
        return waiters && waiters->size() == 1 && waiters->front().stale;
    }));
}

void TestWatcher::tellsReaders()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.read("rw", ann, 500);
    QVERIFY(watching.tells("rw", "acquired"));
    writer.read("rw", bob, 60'000);
    QVERIFY(watching.tells("rw", "acquired acquired"));
    QVERIFY(watching.tells("rw", "acquired acquired expired")); // ann's own time ran out
    const auto &holds = watching.locks["rw"].holds;
    QCOMPARE(holds.size(), std::size_t(2));
    QVERIFY(holds[0].owner.bytes == bob && !holds[0].stale); // the live one first
    QVERIFY(holds[1].owner.bytes == ann && holds[1].stale);
    m_server->command({"PEXPIRE", "{rw}:" + bob + ":rwlock_timeout:1", "70000"});
    QVERIFY(watching.tells("rw", "acquired acquired expired renewed"));
}

void TestWatcher::tellsReleasesApart()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("normal", ann, 30'000);
    QVERIFY(watching.has("normal"));
    writer.unlock("normal"); // from here on this client is known to use latches
    QVERIFY(watching.tells("normal", "acquired released"));
    writer.acquire("forced", ann, 30'000);
    QVERIFY(watching.has("forced"));
    writer.unlock("forced", false);
    QVERIFY(watching.tells("forced", "acquired force-unlocked"));
    // By Lockscope elsewhere, of a client that leaves no latches.
    const char *const takeAway = "redis.call('publish', KEYS[2], '2') redis.call('del', KEYS[1]) "
                                 "return redis.call('publish', KEYS[2], '0')";
    writer.acquire("taken", bob, 30'000);
    QVERIFY(watching.has("taken"));
    m_server->command({"EVAL", takeAway, "2", "taken", "redisson_lock__channel:{taken}"});
    QVERIFY(watching.tells("taken", "acquired force-unlocked"));
    writer.acquire("deleted", ann, 30'000);
    QVERIFY(watching.has("deleted"));
    m_server->command({"DEL", "deleted"});
    QVERIFY(watching.tells("deleted", "acquired force-unlocked"));
    QCOMPARE(watching.events.back().detail.english(),
             QStringLiteral("no wake-up seen, and no unlock latch"));
    // A missing latch proves nothing for a client that was never seen to leave latches.
    writer.acquire("unknown", bob, 30'000);
    QVERIFY(watching.has("unknown"));
    m_server->command({"DEL", "unknown"});
    QVERIFY(watching.tells("unknown", "acquired released"));
    QCOMPARE(watching.events.back().detail.english(), QStringLiteral("no wake-up seen"));
    // By this program itself, whatever other signs of the change there are.
    writer.acquire("ours", bob, 30'000);
    QVERIFY(watching.has("ours"));
    watching.expectForced("ours", true);
    writer.unlock("ours");
    QVERIFY(watching.tells("ours", "acquired force-unlocked"));
    writer.acquire("spared", bob, 30'000);
    QVERIFY(watching.has("spared"));
    watching.expectForced("spared", true);
    watching.expectForced("spared", false); // it was not done after all
    writer.unlock("spared");
    QVERIFY(watching.tells("spared", "acquired released"));
}

void TestWatcher::seesAHandOver()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("a", ann, 30'000);
    QVERIFY(watching.has("a"));
    writer.run("redis.call('del','a') redis.call('publish','redisson_lock__channel:{a}','0')"
               "redis.call('hincrby','a',ARGV[1],1) redis.call('pexpire','a',30000)",
               {bob});
    QVERIFY(watching.tells("a", "acquired handed-over"));
    QCOMPARE(watching.events.back().owner->bytes, bob);
}

void TestWatcher::seesStringsUnderAPrefix()
{
    Watching watching(under({"lock:"}));
    m_server->command({"SET", "lock:old", "token-1", "PX", "60000"});
    m_server->command({"SET", "other:old", "token-1", "PX", "60000"});
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(1));
    m_server->command({"SET", "other:new", "x"});
    m_server->command({"SET", "lock:new", "token-2", "NX", "PX", "60000"});
    QVERIFY(watching.tells("lock:new", "acquired"));
    QCOMPARE(watching.locks["lock:new"].kind, QByteArray("string"));
    QCOMPARE(watching.locks["lock:new"].holds[0].owner.bytes, QByteArray("token-2"));
    m_server->command({"PEXPIRE", "lock:new", "90000"});
    QVERIFY(watching.tells("lock:new", "acquired renewed"));
    m_server->command({"DEL", "lock:new"});
    QVERIFY(watching.tells("lock:new", "acquired renewed released"));
    QCOMPARE(watching.locks.size(), std::size_t(1));
}

void TestWatcher::findsLocksAmongOtherKeys()
{
    const LockWriter writer(*m_server);
    writer.run("for i=1,5000 do redis.call('set','s'..i,i) redis.call('hset','h'..i,'a',1) end",
               {});
    writer.run("for i=1,300 do redis.call('hset','lock'..i,ARGV[1],1) "
               "redis.call('pexpire','lock'..i,600000) end",
               {ann});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(300));
    QCOMPARE(watching.count(EventType::Appeared), 300);
}

void TestWatcher::aKeyThatWasNoLockMayBecomeOne()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    m_server->command({"SET", "a", "a string"});
    m_server->command({"DEL", "a"});
    writer.acquire("a", ann, 60'000);
    QVERIFY(watching.tells("a", "acquired"));
}

void TestWatcher::neverFetchesAHugeHash()
{
    const LockWriter writer(*m_server);
    writer.run("for i=1,50 do local t={} for j=1,1000 do t[#t+1]=i..':'..j t[#t+1]='1' end "
               "redis.call('hset','big',unpack(t)) end",
               {});
    RecordingProxy proxy(m_server->port());
    auto target = m_server->target();
    target.hosts.front().port = proxy.port();
    Watching watching;
    watching.add(target);
    QVERIFY(watching.settled());
    m_server->command({"HSET", "big", "x", "1"});
    writer.acquire("a", ann, 60'000);
    QVERIFY(watching.has("a"));
    QVERIFY(!watching.locks.contains("big"));
    for (const auto &command : proxy.commands()) {
        if (command.size() > 1 && command[1] == "big")
            QVERIFY2(command[0] != "HGETALL" && command[0] != "HSCAN", command[0].constData());
    }
}

void TestWatcher::asksLittleOfALockThatComesBack()
{
    RecordingProxy proxy(m_server->port());
    auto target = m_server->target();
    target.hosts.front().port = proxy.port();
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(target);
    QVERIFY(watching.settled());
    writer.acquire("again", ann, 60'000);
    QVERIFY(watching.has("again"));
    const std::size_t before = proxy.commands().size();
    writer.renew("again", 120'000);
    QVERIFY(watching.tells("again", "acquired renewed"));
    const std::size_t beforeRelease = proxy.commands().size();
    writer.unlock("again");
    QVERIFY(watching.isGone("again"));
    // That nothing is left of a lock whose release was announced is one question.
    QCOMPARE(asked(proxy, "again", beforeRelease), QByteArrayList({"EXISTS"}));
    writer.acquire("again", bob, 60'000);
    QVERIFY(watching.has("again"));
    QCOMPARE(watching.locks.at("again").holds.front().owner.bytes, bob);
    for (const QByteArray &command : asked(proxy, "again", before))
        QVERIFY2(QByteArrayList({"PEXPIRETIME", "PTTL", "HSCAN", "EXISTS"}).contains(command),
                 command.constData());
}

void TestWatcher::tastesAHugeHashInPlaceOfALock()
{
    RecordingProxy proxy(m_server->port());
    auto target = m_server->target();
    target.hosts.front().port = proxy.port();
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(target);
    QVERIFY(watching.settled());
    writer.acquire("grown", ann, 60'000);
    QVERIFY(watching.has("grown"));
    writer.unlock("grown");
    QVERIFY(watching.isGone("grown"));
    const std::size_t before = proxy.commands().size();
    writer.run("for i=1,50 do local t={} for j=1,1000 do t[#t+1]=i..':'..j t[#t+1]='1' end "
               "redis.call('hset','grown',unpack(t)) end",
               {});
    const auto isCounted = [&] {
        const auto &commands = proxy.commands();
        return std::any_of(commands.begin() + static_cast<std::ptrdiff_t>(before), commands.end(),
                           [](const auto &each) { return each.size() > 1 && each[0] == "HLEN"; });
    };
    QVERIFY(watching.until(isCounted));
    writer.acquire("a", ann, 60'000);
    QVERIFY(watching.has("a"));
    QVERIFY(!watching.locks.contains("grown"));
    const auto &commands = proxy.commands();
    for (std::size_t i = before; i < commands.size(); ++i) {
        const auto &command = commands[i];
        if (command.size() < 2 || command[1] != "grown")
            continue;
        QVERIFY(command[0] != "HGETALL");
        QVERIFY(command[0] != "HSCAN" || command.back().toInt() <= 100);
    }
}

void TestWatcher::readsAHotKeyRarely()
{
    RecordingProxy proxy(m_server->port());
    auto target = m_server->target();
    target.hosts.front().port = proxy.port();
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(target);
    QVERIFY(watching.settled());
    writer.acquire("hot", ann, 60'000);
    QVERIFY(watching.has("hot"));
    const auto began = std::chrono::steady_clock::now();
    QVERIFY(watching.until([&] {
        for (int i = 0; i < 20; ++i)
            writer.renew("hot", 60'000);
        return std::chrono::steady_clock::now() - began > std::chrono::seconds(2);
    }));
    const auto took =
        std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now() - began);
    const auto reads =
        std::count_if(proxy.commands().begin(), proxy.commands().end(), [](const auto &command) {
            return command.size() > 1 && command[0] == "HSCAN" && command[1] == "hot";
        });
    QVERIFY2(reads <= 20 * (took.count() + 1), qPrintable(QString::number(reads)));
}

void TestWatcher::writesNothing()
{
    RecordingProxy proxy(m_server->port());
    auto target = m_server->target();
    target.hosts.front().port = proxy.port();
    const LockWriter writer(*m_server);
    writer.acquire("old", ann, 60'000);
    Watching watching(under({"lock:", "old", "new"}));
    watching.add(target);
    QVERIFY(watching.settled());
    writer.acquire("new", ann, 60'000);
    m_server->command({"SET", "lock:s", "t", "PX", "60000"});
    writer.read("lock:rw", ann, 60'000);
    writer.enqueue("new", bob, 60'000);
    QVERIFY(watching.has("lock:rw"));
    proxy.cut();
    QVERIFY(watching.until([&] { return watching.count(EventType::Gap) >= 1; }));
    writer.unlock("new");
    QVERIFY(watching.until(
        [&] { return watching.locks.contains("new") && watching.locks["new"].holds.empty(); }));
    QVERIFY(proxy.commands().size() > 20);
    for (const auto &command : proxy.commands())
        QVERIFY2(isHarmless(command[0]), command[0].constData());
}

void TestWatcher::looksOnce()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    watch::WatchOptions options;
    options.events = false;
    options.names = {LockName("a"), LockName("missing"), LockName("string"), LockName("counter")};
    options.pins = {{"string", "string", {}}};
    m_server->command({"SET", "string", "token"});
    m_server->command({"SET", "counter", "42"}); // a name given by the user does not make it a lock
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(2));
    QCOMPARE(watching.locks["string"].kind, QByteArray("string"));
    QVERIFY(!watching.locks.contains("counter"));
    QCOMPARE(m_server->command({"PUBSUB", "NUMPAT"}).integer, 0);
}

// Its connections close, those of the others and their numbers stay.
void TestWatcher::aRemovedServerIsLeft()
{
    RedisProcess other;
    QVERIFY(other.start());
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    watching.add(other.target());
    QVERIFY(watching.until([&] {
        return watching.servers.size() == 2
            && std::all_of(watching.servers.begin(), watching.servers.end(), [](const auto &one) {
                   return one.second.state == watch::ServerState::Up && !one.second.discovering;
               });
    }));
    const auto connections = [](const RedisProcess &server) {
        return server.command({"CLIENT", "LIST"}).bytes.count("name=lockscope");
    };
    QVERIFY(eventually([&] { return connections(*m_server) == 2; }));
    watching.remove(0);
    watching.remove(0); // a second time, and what never was, are nobody's
    watching.remove(7);
    QVERIFY(eventually([&] { return connections(*m_server) == 0; }));
    LockWriter(*m_server).acquire("lock:a", ann, 60'000);
    LockWriter(other).acquire("lock:b", bob, 60'000);
    QVERIFY(watching.has("lock:b"));
    QCOMPARE(watching.locks["lock:b"].id.deployment, watch::DeploymentId{1});
    QVERIFY(!watching.locks.contains("lock:a"));
    QCOMPARE(watching.locks["lock:b"].serverId, watch::ServerId{1});
    watching.startScan(); // of the one that is gone
    watching.showGuesses(true);
}

// One keyspace on two of them: which has the lock is a fact of its record.
void TestWatcher::aDeploymentMayHaveSeveralServers()
{
    RedisProcess other;
    QVERIFY(other.start());
    LockWriter(*m_server).acquire("lock:a", ann, 60'000);
    LockWriter(other).acquire("lock:b", bob, 60'000);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    watching.addBeside(other.target());
    QVERIFY(watching.has("lock:a"));
    QVERIFY(watching.has("lock:b"));
    for (const auto &[name, server] : {std::pair("lock:a", 0), std::pair("lock:b", 1)}) {
        const watch::LockRecord &lock = watching.locks.at(name);
        QCOMPARE(lock.id, (watch::LockId{watch::DeploymentId{0}, LockName(name)}));
        QCOMPARE(lock.serverId, watch::ServerId{server});
        QCOMPARE(watching.servers.at(server).deployment, watch::DeploymentId{0});
    }
    QCOMPARE(watching.watched(), (std::vector<watch::ServerId>{{0}, {1}}));
    watching.remove(0);
    QVERIFY(watching.watched().empty());
}

LOCKSCOPE_TEST_SUITE(TestWatcher)
#include "tst_watcher.moc"
