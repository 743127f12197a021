// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests permissions that are revoked and granted again while the watch runs.
#include "tests/core/watch/server/userrights.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using watch::EventType;
using watch::WatchMode;

class TestWatchRights : public QObject
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

    void climbsWhenMoreIsPermitted();
    void refusedChannelsAreNamed();
    void readingThatIsRefusedKeepsWhatIsKnown();
    void aLockGoesWithItsMainKey_data();
    void aLockGoesWithItsMainKey();
    void aQueueThatHidesKeepsNoHold();
    void permitsThatHideAreNotGivenBack();
    void anUnreadableKeyIsAskedForAlone();
    void aRefusedCommandIsAskedForAgain();
    void whoIsRefusedAtTheDoorTriesAgain();
    void whoListensIsNotAskedForEver();
    void whatNeedsChannelsIsNamed();
    void progressNeedsNoTotal();

private:
    redis::Target user(const QByteArrayList &rules) const { return userOf(*m_server, rules); }

    std::unique_ptr<RedisProcess> m_server;
};

void TestWatchRights::climbsWhenMoreIsPermitted()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + QByteArrayList{"~*"}));
    QVERIFY(isBy(watching, WatchMode::Polling));
    user(reading + channels + QByteArrayList{"~*"});
    QVERIFY(isBy(watching, WatchMode::Channels));
    user(reading + tracking + channels + QByteArrayList{"~*"});
    QVERIFY(isBy(watching, WatchMode::Tracking));
    QVERIFY(tellsGap(watching, u"watched by tracking instead of channels"_s));
    writer.acquire("lock:b", ann, 60'000);
    QVERIFY(watching.tells("lock:b", "acquired"));
    // One connection reads, one listens: those that tried are gone.
    QVERIFY(eventually([&] {
        return m_server->command({"CLIENT", "LIST"}).bytes.count("name=lockscope") == 2;
    }));
}

void TestWatchRights::refusedChannelsAreNamed()
{
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + tracking + QByteArrayList{"~*"}));
    QVERIFY(isBy(watching, WatchMode::Tracking));
    QVERIFY(watching.servers[0].modeReason.english().contains(u"channel"_s));
    user(reading + tracking + channels + QByteArrayList{"~*"});
    QVERIFY(watching.until([&] { return watching.servers[0].modeReason.isEmpty(); }));
    QCOMPARE(watching.servers[0].mode, WatchMode::Tracking);
}

void TestWatchRights::readingThatIsRefusedKeepsWhatIsKnown()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + tracking + channels + QByteArrayList{"~*"}));
    QVERIFY(watching.has("lock:a"));
    QVERIFY(watching.settled());
    user(reading + tracking + channels + QByteArrayList{"~other:*"});
    writer.renew("lock:a", 90'000);
    const watch::ServerRecord &server = watching.servers[0];
    QVERIFY(watching.until([&] { return server.keyRefusal && server.unreadable; }));
    QCOMPARE(server.keyRefusal->kind, ErrorKind::Permission);
    QVERIFY(!server.error); // of other keys it says nothing
    QCOMPARE(server.unreadable->names, (std::set<LockName>{LockName("lock:a")}));
    QVERIFY(tellsGap(watching, u"NOPERM"_s));
    QVERIFY(watching.servers[0].counters.unreadable > 0);
    QVERIFY(watching.locks.contains("lock:a")); // nobody saw it go
    user(reading + tracking + channels + QByteArrayList{"~*"});
    QVERIFY(watching.until([&] { return !server.keyRefusal && !server.unreadable; }));
    QVERIFY(tellsGap(watching, u"now permitted"_s));
    writer.unlock("lock:a");
    QVERIFY(watching.isGone("lock:a"));
    QVERIFY(!watching.told("lock:a").contains("acquired"));
}

// The right to the locks' own keys alone hides no release.
void TestWatchRights::aLockGoesWithItsMainKey_data()
{
    QTest::addColumn<QList<QByteArrayList>>("commands");
    QTest::addColumn<QByteArray>("pin"); // empty: none is needed
    const auto row = [](const char *name, const QList<QByteArrayList> &commands,
                        const QByteArray &pin = {}) { QTest::newRow(name) << commands << pin; };
    row("reentrant", {{"HSET", "lock:a", ann, "1"}, {"PEXPIRE", "lock:a", "600000"}});
    row("read-write",
        {{"HSET", "lock:a", "mode", "read", ann, "1"},
         {"PEXPIRE", "lock:a", "600000"},
         {"SET", "{lock:a}:" + ann + ":rwlock_timeout:1", "1", "PX", "600000"}});
    row("string", {{"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "600000"}});
    row("sorted set",
        {{"ZADD", "lock:a", "9999999999999", QByteArray(32, 'x').toBase64()},
         {"PEXPIRE", "lock:a", "600000"}});
    row("number", {{"SET", "lock:a", "5"}}, "semaphore");
}

void TestWatchRights::aLockGoesWithItsMainKey()
{
    QFETCH(QList<QByteArrayList>, commands);
    QFETCH(QByteArray, pin);
    const auto take = [&] {
        for (const QByteArrayList &command : commands)
            m_server->command({command.begin(), command.end()});
    };
    take();
    auto options = quick({"lock:"});
    if (!pin.isEmpty())
        options.pins = {{"lock:a", pin, {}}};
    Watching watching(options);
    watching.add(user(reading + tracking + channels + QByteArrayList{"~lock:*"}));
    QVERIFY(watching.settled());
    QVERIFY(watching.has("lock:a"));
    m_server->command({"DEL", "lock:a"});
    QVERIFY(watching.isGone("lock:a"));
    take();
    QVERIFY(watching.has("lock:a"));
    QCOMPARE(watching.count(EventType::Lost), 0);
    QVERIFY(!watching.servers[0].unreadable);
}

// The queue was there when it could be read last: it may still be, but the hold has ended.
void TestWatchRights::aQueueThatHidesKeepsNoHold()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 600'000);
    writer.enqueue("lock:a", bob, 600'000);
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + keys + tracking + channels));
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] {
        const watch::LockRecord &lock = watching.locks["lock:a"];
        return lock.waiters && lock.waiters->size() == 1;
    }));
    // No reading comes between these.
    user(reading + tracking + channels + QByteArrayList{"~lock:*"});
    writer.enqueue("lock:a", ann, 600'000);
    m_server->command({"DEL", "lock:a"});
    QVERIFY(watching.tells("lock:a", "appeared released"));
    QVERIFY(watching.locks.contains("lock:a"));
    QVERIFY(watching.locks["lock:a"].holds.empty());
    QVERIFY(!watching.locks["lock:a"].waiters);
    user(reading + keys + tracking + channels);
    QVERIFY(watching.until([&] {
        const watch::LockRecord &lock = watching.locks["lock:a"];
        return lock.waiters && lock.waiters->size() == 2;
    }));
}

// The permits in the key that can no longer be read are taken as before.
void TestWatchRights::permitsThatHideAreNotGivenBack()
{
    const QByteArray permits("{lock:a}:timeout");
    m_server->command({"SET", "lock:a", "4"});
    m_server->command({"ZADD", permits, "9999999999999", QByteArray(16, '\1')});
    auto options = quick({"lock:"});
    options.pins = {{"lock:a", "permit-expirable-semaphore", {}}};
    Watching watching(options);
    watching.add(user(reading + tracking + channels + QByteArrayList{"~*"}));
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] { return watching.locks["lock:a"].holds.size() == 1; }));
    user(reading + tracking + channels + QByteArrayList{"~lock:*"});
    m_server->command({"ZADD", permits, "9999999999999", QByteArray(16, '\2')});
    m_server->command({"SET", "lock:a", "3"});
    QVERIFY(watching.until([&] { return watching.servers[0].counters.unreadable > 0; }));
    QCOMPARE(watching.told("lock:a"), QByteArray("appeared"));
}

// Without a prefix every hash is read, independent of the rights on keys.
void TestWatchRights::anUnreadableKeyIsAskedForAlone()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    writer.acquire("foreign", bob, 60'000);
    RecordingProxy proxy(m_server->port());
    Watching watching(quick());
    watching.add(through(proxy, user(reading + keys + tracking + channels)));
    QVERIFY(watching.settled());
    QVERIFY(tellsGap(watching, u"NOPERM"_s));
    const int scans = proxy.count("SCAN");
    const auto asked = [&] {
        return std::ranges::count_if(proxy.commands(), [](const auto &command) {
            return command.size() > 1 && command[1] == "foreign";
        });
    };
    const auto before = asked();
    QVERIFY(watching.until([&] { return asked() >= before + 5; }));
    QCOMPARE(proxy.count("SCAN"), scans);
    QCOMPARE(asked(), before + 5); // and one question each time
    QVERIFY(std::ranges::none_of(watching.events, [](const watch::Event &event) {
        return event.detail.english().contains(u"now permitted"_s);
    }));
    user(reading + tracking + channels + QByteArrayList{"%R~*"});
    QVERIFY(tellsGap(watching, u"now permitted"_s));
    QVERIFY(watching.has("foreign"));
    QVERIFY(watching.until(
        [&] { return !watching.servers[0].keyRefusal && !watching.servers[0].unreadable; }));
}

// A command with a substitute, and one without; and one that stays refused at the same time.
void TestWatchRights::aRefusedCommandIsAskedForAgain()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    writer.enqueue("lock:a", bob, 300'000);
    writer.acquire("foreign", bob, 60'000);
    const QByteArrayList all = reading + keys + tracking + channels;
    RecordingProxy proxy(m_server->port());
    Watching watching(quick());
    watching.add(through(proxy, user(all + QByteArrayList{"-lrange", "-pubsub|numsub"})));
    QVERIFY(watching.has("lock:a"));
    QVERIFY(tellsGap(watching, u"lrange"_s));
    QVERIFY(tellsGap(watching, u"key"_s));
    QVERIFY(!watching.locks["lock:a"].waitingConnections.has_value());
    user(all);
    QVERIFY(tellsGap(watching, u"now permitted"_s));
    QVERIFY(watching.until([&] {
        const watch::LockRecord &lock = watching.locks["lock:a"];
        return lock.waiters && lock.waiters->size() == 1;
    }));
    const auto counted = [&] { return countOf(proxy, "PUBSUB", "NUMSUB"); };
    const auto before = counted();
    QVERIFY(watching.until([&] { return counted() > before; }));
    // The foreign key is still none of ours.
    QVERIFY(watching.servers[0].keyRefusal.has_value());
    QVERIFY(!watching.servers[0].error);
    QVERIFY(std::ranges::none_of(watching.events, [](const watch::Event &event) {
        return event.detail.english().contains(u"now permitted"_s)
            && event.detail.english().contains(u"key"_s);
    }));
}

// Repeating a wrong password locks accounts out; never trying again leaves the watch deaf.
void TestWatchRights::whoIsRefusedAtTheDoorTriesAgain()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + keys + tracking + channels));
    QVERIFY(isBy(watching, WatchMode::Tracking));
    m_server->command({"ACL", "SETUSER", "watcher", "off"});
    m_server->command({"CLIENT", "KILL", "TYPE", "pubsub"});
    QVERIFY(isBy(watching, WatchMode::Polling));
    QVERIFY(watching.until([&] {
        return watching.servers[0].modeReason.english().contains(u"password was rejected"_s);
    }));
    m_server->command({"ACL", "SETUSER", "watcher", "on"});
    QVERIFY(isBy(watching, WatchMode::Tracking));
    m_server->command({"ACL", "SETUSER", "watcher", "off"});
    m_server->command({"CLIENT", "KILL", "USER", "watcher"});
    QVERIFY(watching.until([&] {
        const watch::ServerRecord &server = watching.servers[0];
        return server.state == watch::ServerState::Down && server.error
            && server.error->kind == ErrorKind::Auth;
    }));
    m_server->command({"ACL", "SETUSER", "watcher", "on"});
    QVERIFY(isBy(watching, WatchMode::Tracking));
    writer.unlock("lock:a");
    QVERIFY(watching.isGone("lock:a"));
}

void TestWatchRights::whoListensIsNotAskedForEver()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    RecordingProxy proxy(m_server->port());
    Watching watching(under({"lock:"}));
    watching.add(through(proxy,
                         user(reading + keys + tracking + channels
                              + QByteArrayList{"-pubsub|numsub", "-pubsub|shardchannels"})));
    QVERIFY(watching.settled());
    QVERIFY(watching.has("lock:a"));
    QVERIFY(!watching.locks["lock:a"].waitingConnections.has_value());
    const auto sweeps = [&] { return proxy.count("TIME"); };
    const int before = sweeps();
    QVERIFY(watching.until([&] { return sweeps() >= before + 3; }));
    QCOMPARE(countOf(proxy, "PUBSUB", "NUMSUB"), 1);
    const bool hasShards = m_server->version() >= 700;
    QCOMPARE(countOf(proxy, "PUBSUB", "SHARDCHANNELS"), hasShards ? 1 : 0);
    QVERIFY(!hasShards || tellsGap(watching, u"shardchannels"_s));
    QVERIFY(!watching.servers[0].error);
}

// Only its channel tells the kind of a number.
void TestWatchRights::whatNeedsChannelsIsNamed()
{
    m_server->command({"SET", "slots", "0"});
    const Listener waiter(*m_server, "SUBSCRIBE", "redisson_sc:{slots}");
    QVERIFY(eventually([&] {
        return m_server->command({"PUBSUB", "NUMSUB", "redisson_sc:{slots}"}).elements[1].integer
            == 1;
    }));
    const QByteArrayList rights = reading + tracking + channels + QByteArrayList{"~*"};
    Watching watching(quick({}));
    watching.add(user(rights + QByteArrayList{"-pubsub|channels"}));
    QVERIFY(watching.settled());
    QVERIFY(tellsGap(watching,
                     u"semaphores and latches that are visible only through their waiters"_s));
    QVERIFY(!watching.servers[0].error);
    QVERIFY(watching.locks.empty());
    user(rights + QByteArrayList{"+pubsub|channels"});
    QVERIFY(watching.has("slots"));
    QCOMPARE(watching.locks["slots"].kind, "semaphore"_ba);
    // It was told once.
    QCOMPARE(std::count_if(watching.events.begin(), watching.events.end(),
                           [](const watch::Event &event) {
                               return event.detail.english().contains("are not found"_L1);
                           }),
             1);
}

void TestWatchRights::progressNeedsNoTotal()
{
    const LockWriter writer(*m_server);
    writer.run("for i=1,5000 do redis.call('set','s'..i,i) end", {});
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(user(reading + tracking + channels + QByteArrayList{"~*", "-dbsize"}));
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(1));
    QCOMPARE(watching.servers[0].scan.total, 0);
    QVERIFY(watching.servers[0].scan.scanned >= 5000);
    QVERIFY(!watching.servers[0].error);
}

LOCKSCOPE_TEST_SUITE(TestWatchRights)
#include "tst_watchrights.moc"
