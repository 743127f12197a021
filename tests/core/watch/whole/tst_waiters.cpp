// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/liveness.h"
#include "core/watch/track/waiterpulses.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using watch::EventType;
using watch::WaiterPulses;

namespace {

QByteArray channelOf(const QByteArray &lock, const QByteArray &waiter)
{
    return "redisson_lock__channel:{" + lock + "}:" + waiter;
}

Instant at(int ms)
{
    return Instant(Millis(ms));
}

} // namespace

// Tests the waiters and whether they are alive, by the subscriptions of real connections.
class TestWaiters : public QObject
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

    void twoLooksASecondApartMakeADeadOne();
    void aLongQueueIsAskedInTurns();
    void ghostsAtTheEndOfALongQueueAreFound();
    void whoListensIsAlive();
    void whoStopsListeningIsDead();
    void aFairLockTellsNoConnections();
    void sleepersBehindAVanishedKeyAreFound_data();
    void sleepersBehindAVanishedKeyAreFound();
    void aLockThatVanishesKeepsItsSleepers();
    void sleepersOfATaggedNameAreNotTwoLocks();
    void aLockThatGrowsLargeIsFollowed();
    void shardedChannelsCount();
    void aClientThatDiesIsOneFinding();

private:
    bool waiterIs(Watching &watching, const QByteArray &lock, std::optional<bool> listening,
                  bool stale)
    {
        return watching.until([&] {
            const auto &waiters = watching.locks[lock].waiters;
            return waiters && waiters->size() == 1 && waiters->front().listening == listening
                && waiters->front().stale == stale;
        });
    }

    std::unique_ptr<RedisProcess> m_server;
};

void TestWaiters::twoLooksASecondApartMakeADeadOne()
{
    const OwnerId waiter(bob);
    WaiterPulses pulses;
    pulses.follow({{waiter, std::nullopt}}, at(0));
    QVERIFY(!pulses.isListening(waiter).has_value());
    pulses.counted(waiter, 0, at(500)); // queued, and not yet subscribed
    pulses.counted(waiter, 0, at(1100));
    QVERIFY(!pulses.isListening(waiter).has_value());
    pulses.counted(waiter, 0, at(1200)); // too soon after the first
    QVERIFY(!pulses.isListening(waiter).has_value());
    pulses.counted(waiter, 0, at(2100));
    QCOMPARE(pulses.isListening(waiter), std::optional(false));
    pulses.counted(waiter, 1, at(2200)); // it was only a reconnect
    QCOMPARE(pulses.isListening(waiter), std::optional(true));
    pulses.counted(waiter, 0, at(3000)); // one look is not enough here either
    QVERIFY(!pulses.isListening(waiter).has_value());
    pulses.counted(waiter, 0, at(3500));
    pulses.counted(waiter, std::nullopt, at(4000)); // some listeners could not be counted
    pulses.counted(waiter, 0, at(4100));
    QCOMPARE(pulses.isListening(waiter), std::optional<bool>());
    pulses.counted(waiter, 0, at(5100));
    QCOMPARE(pulses.isListening(waiter), std::optional<bool>(false));
    pulses.counted(waiter, std::nullopt, at(5200));
    QCOMPARE(pulses.isListening(waiter), std::optional<bool>());
    pulses.follow({}, at(5300));
    pulses.counted(waiter, 0, at(9000)); // it has left
    QVERIFY(!pulses.isListening(waiter).has_value());
}

// The first each time, the others in turns; nobody is alive unasked.
void TestWaiters::aLongQueueIsAskedInTurns()
{
    constexpr std::size_t length = 100;
    std::vector<format::Waiter> queue;
    for (std::size_t i = 0; i < length; ++i)
        queue.push_back({OwnerId("w:" + QByteArray::number(static_cast<int>(i))), std::nullopt});
    WaiterPulses pulses;
    pulses.follow(queue, at(0));
    std::set<std::size_t> asked;
    for (int round = 0; asked.size() < length; ++round) {
        QVERIFY(round < 5);
        const auto places = pulses.places(length);
        QCOMPARE(places.size(), WaiterPulses::maxAsked);
        for (std::size_t i = 0; i < WaiterPulses::alwaysAsked; ++i)
            QCOMPARE(places[i], i);
        for (const std::size_t place : places) {
            asked.insert(place);
            pulses.counted(queue[place].owner, 1, at(100));
        }
        pulses.asked(length);
        for (std::size_t i = 0; i < length; ++i)
            QCOMPARE(pulses.isListening(queue[i].owner).has_value(), asked.contains(i));
    }
    QCOMPARE(pulses.places(3), (std::vector<std::size_t>{0, 1, 2}));
}

// Forty waiters, and nobody listens to the last ten: in turns that is found, and of nobody the
// contrary is said before.
void TestWaiters::ghostsAtTheEndOfALongQueueAreFound()
{
    constexpr int length = 40;
    constexpr int alive = 30;
    const LockWriter writer(*m_server);
    writer.acquire("f", ann, 60'000);
    std::vector<std::unique_ptr<Listener>> listeners;
    for (int i = 0; i < length; ++i) {
        const QByteArray owner =
            "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:" + QByteArray::number(i + 1);
        writer.enqueue("f", owner, 300'000);
        if (i < alive)
            listeners.push_back(
                std::make_unique<Listener>(*m_server, "SUBSCRIBE", channelOf("f", owner)));
    }
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] {
        const auto census = watch::censusOf(watching.locks["f"], std::chrono::steady_clock::now());
        const auto &waiters = *watching.locks["f"].waiters;
        for (int i = alive; i < length; ++i) {
            if (waiters.at(static_cast<std::size_t>(i)).listening == true)
                return false; // and the test fails by its deadline
        }
        return census.alive == alive && census.ghosts == length - alive;
    }));
    const auto next =
        watch::nextToWake(*watching.locks["f"].waiters, std::chrono::steady_clock::now());
    QCOMPARE(next, std::optional(0));
}

void TestWaiters::whoListensIsAlive()
{
    const LockWriter writer(*m_server);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    const Listener listener(*m_server, "SUBSCRIBE", channelOf("f", bob));
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(waiterIs(watching, "f", true, false));
}

void TestWaiters::whoStopsListeningIsDead()
{
    const LockWriter writer(*m_server);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    auto listener = std::make_unique<Listener>(*m_server, "SUBSCRIBE", channelOf("f", bob));
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(waiterIs(watching, "f", true, false));
    listener.reset();
    QVERIFY(waiterIs(watching, "f", false, true)); // long before its deadline
    const Listener again(*m_server, "SUBSCRIBE", channelOf("f", bob));
    QVERIFY(waiterIs(watching, "f", true, false));
}

void TestWaiters::aFairLockTellsNoConnections()
{
    const LockWriter writer(*m_server);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    writer.acquire("p", ann, 60'000);
    const Listener listener(*m_server, "SUBSCRIBE", "redisson_lock__channel:{p}");
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until(
        [&] { return watching.locks["p"].waitingConnections == std::optional<qint64>(1); }));
    QCOMPARE(watching.locks["p"].state, watch::LockState::Contended);
    QVERIFY(!watching.locks["f"].waitingConnections.has_value()); // unknown, not 0
}

void TestWaiters::sleepersBehindAVanishedKeyAreFound_data()
{
    QTest::addColumn<QByteArray>("channel");
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("plain") << QByteArray("redisson_lock__channel:{n}") << QByteArray("reentrant");
    QTest::newRow("read-write") << QByteArray("redisson_rwlock:{n}") << QByteArray("read-write");
    QTest::newRow("semaphore") << QByteArray("redisson_sc:{n}") << QByteArray("semaphore");
    QTest::newRow("latch") << QByteArray("redisson_countdownlatch__channel__{n}")
                           << QByteArray("count-down-latch");
}

// Nothing is left of the lock but those who wait for it; when they leave, it is gone.
void TestWaiters::sleepersBehindAVanishedKeyAreFound()
{
    QFETCH(QByteArray, channel);
    QFETCH(QByteArray, kind);
    auto listener = std::make_unique<Listener>(*m_server, "SUBSCRIBE", channel);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] { return watching.locks.contains("n"); }));
    const watch::LockRecord &lock = watching.locks["n"];
    QCOMPARE(*lock.kind, kind);
    QCOMPARE(std::optional<qint64>(lock.waitingConnections), std::optional<qint64>(1));
    QVERIFY(lock.holds.empty());
    QVERIFY(watch::keysOf(lock).empty());
    if (kind != "semaphore") // of which no permit is free
        QCOMPARE(lock.state, watch::LockState::Free);
    QVERIFY(watching.tells("n", "appeared"));
    listener.reset();
    QVERIFY(watching.until([&] { return !watching.locks.contains("n"); }));
}

void TestWaiters::aLockThatVanishesKeepsItsSleepers()
{
    const LockWriter writer(*m_server);
    writer.acquire("n", ann, 60'000);
    writer.read("r", ann, 60'000);
    const Listener listener(*m_server, "SUBSCRIBE", "redisson_lock__channel:{n}");
    const Listener another(*m_server, "SUBSCRIBE", "redisson_rwlock:{r}");
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    m_server->command({"DEL", "n", "r"});
    QVERIFY(watching.tells("n", "appeared released"));
    QVERIFY(watching.tells("r", "appeared released"));
    for (const QByteArray &name : {QByteArray("n"), QByteArray("r")}) {
        QVERIFY(watching.locks.contains(name));
        QCOMPARE(watching.locks[name].state, watch::LockState::Free);
        QCOMPARE(std::optional<qint64>(watching.locks[name].waitingConnections),
                 std::optional<qint64>(1));
    }
    writer.acquire("n", bob, 60'000); // woken, or by its own time
    QVERIFY(watching.tells("n", "appeared released acquired"));
    QCOMPARE(watching.locks["n"].state, watch::LockState::Contended);
}

// foo and {foo} have one channel: those who listen wait for the one that is there.
void TestWaiters::sleepersOfATaggedNameAreNotTwoLocks()
{
    const LockWriter writer(*m_server);
    writer.acquire("{n}", ann, 60'000);
    const Listener listener(*m_server, "SUBSCRIBE", "redisson_lock__channel:{n}");
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(1));
    QVERIFY(watching.locks.contains("{n}"));
}

// It is known, grows beyond what is read, and shrinks again: nothing is told that was not so.
void TestWaiters::aLockThatGrowsLargeIsFollowed()
{
    const auto add = [&](int from, int to) {
        m_server->command({"EVAL",
                           "redis.call('hset','rw','mode','read') for i=ARGV[1],ARGV[2] do "
                           "redis.call('hset','rw',ARGV[3]..string.format('%d',i),1) end "
                           "redis.call('pexpire','rw',60000)",
                           "0", QByteArray::number(from), QByteArray::number(to), bob.chopped(1)});
    };
    add(1, 990);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    const auto holds = [&](qint64 count) {
        return watching.until([&] {
            return watching.locks.contains("rw") && holdCount(watching.locks["rw"]) == count;
        });
    };
    QVERIFY(holds(990));
    const auto eventsBefore = watching.events.size();
    add(991, 1010);
    QVERIFY(holds(1010));
    QVERIFY(watching.locks["rw"].truncated);
    QCOMPARE(watching.locks["rw"].holds.size(), std::size_t(999));
    qint64 acquired = 0;
    for (std::size_t i = eventsBefore; i < watching.events.size(); ++i) {
        QCOMPARE(watching.events[i].type, EventType::Acquired);
        acquired += watching.events[i].count.value_or(0);
    }
    QCOMPARE(acquired, 20);
    m_server->command({"DEL", "rw"});
    QVERIFY(watching.isGone("rw"));
}

void TestWaiters::shardedChannelsCount()
{
    const LockWriter writer(*m_server);
    const Listener sharded(*m_server, "SSUBSCRIBE", "redisson_lock__channel:{p}");
    // Redis 6 has none: there who listens to the other channels is all.
    const bool hasShards = m_server->version() >= 700;
    const std::optional<qint64> waiting = hasShards ? 2 : 1;
    const Listener plain(*m_server, "SUBSCRIBE", "redisson_lock__channel:{p}");
    const Listener waiter(*m_server, hasShards ? "SSUBSCRIBE" : "SUBSCRIBE", channelOf("f", bob));
    writer.acquire("p", ann, 60'000);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] { return watching.locks["p"].waitingConnections == waiting; }));
    QVERIFY(waiterIs(watching, "f", true, false));
    writer.renew("p", 60'000); // and when the lock itself is read again
    QVERIFY(watching.tells("p", "appeared renewed"));
    QCOMPARE(watching.locks["p"].waitingConnections, waiting);
}

// Three locks of one client, renewed in one tick for a while, and then no more.
void TestWaiters::aClientThatDiesIsOneFinding()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    const QByteArrayList names{"a", "b", "c"};
    for (const QByteArray &name : names)
        writer.acquire(name, ann, 3000);
    writer.acquire("other", bob, 60'000);
    for (const QByteArray &name : names)
        QVERIFY(watching.tells(name, "acquired"));
    writer.run("for _,n in ipairs(ARGV) do redis.call('pexpire',n,3000) end",
               {names.begin(), names.end()});
    for (const QByteArray &name : names) {
        QVERIFY(watching.tells(name, "acquired renewed"));
        QCOMPARE(watching.locks[name].holds.at(0).lease, std::optional(Millis(3000)));
    }
    QVERIFY(watching.until([&] { return watching.count(EventType::RenewalOverdue) == 3; }));
    for (const watch::Event &event : watching.events) {
        if (event.type == EventType::RenewalOverdue)
            QVERIFY2(
                event.detail.english().contains(QStringLiteral("other locks of the same client")),
                qPrintable(event.detail.english()));
    }
    QVERIFY(watching.tells("a", "acquired renewed renewal-overdue expired"));
    QCOMPARE(watching.events.back().type, EventType::Expired);
    QCOMPARE(watching.events.back().detail.english(), QStringLiteral("its renewals had stopped"));
}

LOCKSCOPE_TEST_SUITE(TestWaiters)
#include "tst_waiters.moc"
