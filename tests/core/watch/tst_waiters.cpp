// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/waiterpulses.h"
#include "tests/core/watch/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

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

// Who waits, and whether he lives: by the subscriptions of real connections.
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
    void onlyTheFrontOfALongQueueIsAsked();
    void whoListensIsAlive();
    void whoStopsListeningIsDead();
    void aFairLockTellsNoConnections();
    void sleepersBehindAVanishedKeyAreFound_data();
    void sleepersBehindAVanishedKeyAreFound();
    void aLockThatVanishesKeepsItsSleepers();
    void sleepersOfATaggedNameAreNotTwoLocks();
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
    pulses.follow({}, at(3100));
    pulses.counted(waiter, 0, at(9000)); // it has left
    QVERIFY(!pulses.isListening(waiter).has_value());
}

void TestWaiters::onlyTheFrontOfALongQueueIsAsked()
{
    std::vector<format::Waiter> queue;
    for (std::size_t i = 0; i <= WaiterPulses::maxAsked; ++i)
        queue.push_back({OwnerId("w:" + QByteArray::number(static_cast<int>(i))), std::nullopt});
    WaiterPulses pulses;
    pulses.follow(queue, at(0));
    for (const auto &waiter : queue)
        pulses.counted(waiter.owner, 1, at(100));
    QCOMPARE(pulses.isListening(queue.front().owner), std::optional(true));
    QVERIFY(!pulses.isListening(queue.back().owner).has_value());
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

void TestWaiters::shardedChannelsCount()
{
    const LockWriter writer(*m_server);
    const Listener sharded(*m_server, "SSUBSCRIBE", "redisson_lock__channel:{p}");
    if (m_server->command({"PUBSUB", "SHARDCHANNELS", "*"}).elements.empty())
        QSKIP("this server has no sharded channels");
    const Listener plain(*m_server, "SUBSCRIBE", "redisson_lock__channel:{p}");
    const Listener waiter(*m_server, "SSUBSCRIBE", channelOf("f", bob));
    writer.acquire("p", ann, 60'000);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until(
        [&] { return watching.locks["p"].waitingConnections == std::optional<qint64>(2); }));
    QVERIFY(waiterIs(watching, "f", true, false));
    writer.renew("p", 60'000); // and when the lock itself is read again
    QVERIFY(watching.tells("p", "appeared renewed"));
    QCOMPARE(watching.locks["p"].waitingConnections, std::optional<qint64>(2));
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
            QVERIFY2(event.detail.contains(QStringLiteral("other locks of the same client")),
                     qPrintable(event.detail));
    }
    QVERIFY(watching.tells("a", "acquired renewed renewal-overdue expired"));
    QCOMPARE(watching.events.back().type, EventType::Expired);
    QCOMPARE(watching.events.back().detail, QStringLiteral("its renewals had stopped"));
}

LOCKSCOPE_TEST_MAIN(TestWaiters)
#include "tst_waiters.moc"
