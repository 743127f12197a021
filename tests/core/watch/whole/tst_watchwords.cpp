// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// That the watch says no more than it saw: of names that look like another lock's channel, of
// holders in front of a queue, of values that are no tokens, and of holds that somebody took away.
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using watch::EventType;

class TestWatchWords : public QObject
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

    void aTaggedNameIsNoOwner();
    void aFairLocksWaiterStaysAWaiter();
    void aWaitersChannelIsNoLock();
    void theHolderBeforeAQueueIsJudgedWithinItsLease();
    void aConstantValueTellsNoRenewal();
    void whoTookItAway();
    void whatBecomesAHiddenStringIsReleased();
    void anotherDatabasesReleaseIsNotOurs();

private:
    QString detailOf(const Watching &watching, const QByteArray &name, EventType type) const
    {
        for (const watch::Event &event : watching.events) {
            if (event.type == type && event.name && event.name->bytes == name)
                return event.detail.english();
        }
        return {};
    }

    std::unique_ptr<RedisProcess> m_server;
};

// The channel of {shop}:item:42 could be that of a waiter "item:42" of {shop}.
void TestWatchWords::aTaggedNameIsNoOwner()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    const QByteArray name = "{shop}:item:42";
    const QByteArray latch = "redisson_unlock_latch:" + name + ':' + latchId;
    const QByteArray unlock = "redis.call('del',ARGV[1])"
                              "redis.call('publish','redisson_lock__channel:'..ARGV[1],'0')"
                              "redis.call('set',ARGV[2],'1','px',9000)";
    writer.acquire(name, ann, 60'000);
    QVERIFY(watching.tells(name, "acquired"));
    writer.run(unlock, {name, latch});
    QVERIFY(watching.tells(name, "acquired released"));
    QCOMPARE(watching.events.back().detail.english(),
             QStringLiteral("wake-up and unlock latch seen"));
    m_server->command({"DEL", latch});
    // Force-unlocked, by Redisson's own way.
    writer.acquire(name, ann, 60'000);
    QVERIFY(watching.tells(name, "acquired released acquired"));
    writer.run("redis.call('del',ARGV[1])"
               "redis.call('publish','redisson_lock__channel:'..ARGV[1],'0')",
               {name});
    QVERIFY(watching.tells(name, "acquired released acquired force-unlocked"));
    // Released and taken anew between two readings, by a client without latches.
    const QByteArray old = "bbbbbbbb-9b7d-4c11-8a22-0123456789ab:1";
    writer.acquire(name, old, 60'000);
    QVERIFY(watching.tells(name, "acquired released acquired force-unlocked acquired"));
    writer.run("redis.call('del',ARGV[1])"
               "redis.call('publish','redisson_lock__channel:'..ARGV[1],'0')"
               "redis.call('hincrby',ARGV[1],ARGV[2],1) redis.call('pexpire',ARGV[1],70000)",
               {name, old});
    QVERIFY(watching.tells(name,
                           "acquired released acquired force-unlocked acquired released acquired"));
}

void TestWatchWords::aFairLocksWaiterStaysAWaiter()
{
    const LockWriter writer(*m_server);
    const QByteArray waiter = "item:42"; // of a client that is not Redisson
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("shop", ann, 60'000);
    writer.enqueue("shop", waiter, 300'000);
    QVERIFY(watching.tells("shop", "acquired queued"));
    writer.acquire("{shop}:item:42", ann, 60'000);
    QVERIFY(watching.has("{shop}:item:42"));
    writer.run("redis.call('del','shop')"
               "redis.call('publish','redisson_lock__channel:{shop}:item:42','0')",
               {});
    QVERIFY(watching.tells("shop", "acquired queued released"));
    QCOMPARE(watching.events.back().detail.english(), QStringLiteral("wake-up seen"));
}

void TestWatchWords::aWaitersChannelIsNoLock()
{
    const LockWriter writer(*m_server);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    const Listener waits(*m_server, "SUBSCRIBE", "redisson_lock__channel:{f}:" + bob);
    const Listener sleeps(*m_server, "SUBSCRIBE", "redisson_lock__channel:{shop}:item:42");
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("{shop}:item:42")); // its key has vanished
    QCOMPARE(watching.locks.size(), std::size_t(2));
}

void TestWatchWords::theHolderBeforeAQueueIsJudgedWithinItsLease()
{
    const LockWriter writer(*m_server);
    writer.acquire("f", ann, 3000);
    writer.enqueue("f", bob, 300'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    // One renewal is enough: Bob is next, so Ann has not released the lock.
    writer.renew("f", 3000);
    QVERIFY(watching.until([&] {
        return watching.locks.contains("f") && !watching.locks["f"].holds.empty()
            && watching.locks["f"].holds[0].watchdog == watch::Watchdog::Renewing;
    }));
    QCOMPARE(watching.locks["f"].holds[0].renewals.value_or(-1), 1);
    // And then it dies.
    QVERIFY(watching.until(
        [&] { return watching.locks["f"].holds.at(0).watchdog == watch::Watchdog::Overdue; }));
    QVERIFY(watching.tells("f", "appeared renewed renewal-overdue expired"));
}

void TestWatchWords::aConstantValueTellsNoRenewal()
{
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    const LockWriter writer(*m_server);
    m_server->command({"SET", "job:lock", "locked", "PX", "30000"});
    QVERIFY(watching.tells("job:lock", "acquired"));
    writer.run("redis.call('del',ARGV[1]) redis.call('set',ARGV[1],'locked','nx','px',31000)",
               {"job:lock"});
    QVERIFY(watching.tells("job:lock", "acquired renewed"));
    QCOMPARE(watching.events.back().detail.english().section(u',', 0, 0),
             QStringLiteral("renewed or re-acquired"));
    QVERIFY(!watching.locks["job:lock"].holds.at(0).renewals.has_value());
    QCOMPARE(watching.locks["job:lock"].holds.at(0).watchdog, watch::Watchdog::Unknown);
}

// A spin lock and a fair lock without a queue: nobody is woken, neither by unlock() nor by force.
void TestWatchWords::whoTookItAway()
{
    const LockWriter writer(*m_server);
    const QByteArray old = "bbbbbbbb-9b7d-4c11-8a22-0123456789ab:1";
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("spin", ann, 60'000);
    QVERIFY(watching.tells("spin", "acquired"));
    writer.run("redis.call('del',ARGV[1])"
               "redis.call('set','redisson_unlock_latch:{'..ARGV[1]..'}:'..ARGV[2],'1','px',9000)",
               {"spin", latchId});
    QVERIFY(watching.tells("spin", "acquired released"));
    QCOMPARE(watching.events.back().detail.english(), QStringLiteral("unlock latch seen"));
    writer.acquire("spin", ann, 60'000);
    QVERIFY(watching.tells("spin", "acquired released acquired"));
    m_server->command({"DEL", "spin"});
    QVERIFY(watching.tells("spin", "acquired released acquired force-unlocked"));
    QCOMPARE(watching.events.back().detail.english(),
             QStringLiteral("no wake-up seen, and no unlock latch"));
    // Redisson 3.16 and 3.20 leave no latch with an unlock: nothing tells the two apart.
    writer.acquire("spin", old, 60'000);
    QVERIFY(watching.tells("spin", "acquired released acquired force-unlocked acquired"));
    m_server->command({"DEL", "spin"});
    QVERIFY(watching.tells("spin", "acquired released acquired force-unlocked acquired released"));
    QCOMPARE(watching.events.back().detail.english(), QStringLiteral("no wake-up seen"));
    writer.acquire("spin", old, 60'000);
    QVERIFY(watching.until([&] { return watching.locks.contains("spin"); }));
    writer.unlock("spin", false); // its forceUnlock(), and its unlock() too
    QVERIFY(watching.isGone("spin"));
    QCOMPARE(watching.events.back().type, EventType::Released);
    QCOMPARE(watching.events.back().detail.english(), QStringLiteral("wake-up seen"));
}

// Only the form of its value makes it look like a lock: such guesses are not shown.
void TestWatchWords::whatBecomesAHiddenStringIsReleased()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("orders", ann, 60'000);
    QVERIFY(watching.tells("orders", "acquired"));
    m_server->command({"SET", "orders", "5f2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d", "PX", "60000"});
    QVERIFY(watching.tells("orders", "acquired released"));
    QVERIFY(watching.isGone("orders"));
    QVERIFY(watching.until([&] { return watching.servers[0].hiddenGuesses == 1; }));
    // Guesses that come and go with the setting have not happened.
    watching.showGuesses(true);
    QVERIFY(watching.has("orders"));
    const QByteArray told = watching.told("orders");
    watching.showGuesses(false);
    QVERIFY(watching.isGone("orders"));
    QCOMPARE(watching.told("orders"), told);
}

// Channels belong to no database, and neither do invalidations.
void TestWatchWords::anotherDatabasesReleaseIsNotOurs()
{
    const LockWriter writer(*m_server);
    const QByteArray inThree = "redis.call('select',3)";
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("a", ann, 60'000);
    QVERIFY(watching.tells("a", "acquired"));
    const QByteArray theirs = inThree
        + "redis.call('hset','a',ARGV[1],1) redis.call('del','a')"
          "redis.call('publish','redisson_lock__channel:{a}','0')";
    writer.run(theirs, {bob});
    writer.acquire("after", ann, 60'000);
    QVERIFY(watching.tells("after", "acquired")); // the release has been heard by now
    QCOMPARE(watching.told("a"), QByteArray("acquired"));
    writer.renew("a", 70'000);
    QVERIFY(watching.tells("a", "acquired renewed"));
    // Nothing that the server tells parts a renewal from a release of the same name in another
    // database if both fall into one reading.
    writer.run("redis.call('pexpire','a',80000)" + theirs, {bob});
    QVERIFY(watching.tells("a", "acquired renewed released acquired"));
    QCOMPARE(watching.events.back().detail.english(), QStringLiteral("between two readings"));
}

LOCKSCOPE_TEST_SUITE(TestWatchWords)
#include "tst_watchwords.moc"
