// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests the commands that a watch sends to a quiet server, and that it finds changes without events
// all the same.
#include "tests/core/watch/server/userrights.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using watch::EventType;

namespace {

// The number of all commands except for those of this test.
double commandsOf(const RedisProcess &server)
{
    double calls = 0;
    const QByteArray stats = server.command({"INFO", "commandstats"}).bytes;
    for (const QByteArray &line : stats.split('\n')) {
        const qsizetype at = line.indexOf(":calls=");
        if (at >= 0)
            calls += line.mid(at + 7).split(',').front().toDouble();
    }
    return calls;
}

double secondsSince(Instant began)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

} // namespace

class TestQuietWatch : public QObject
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

    void asksLittle_data();
    void asksLittle();
    void findsASwappedDatabaseAtOnce();
    void anEventThatIsLateWasNotMissed();
    void aRenewalWithoutAnEventIsNotOverdue();
    void deadlinesFollowTheClocks();

private:
    void putLocks(int count, bool hasQueues) const
    {
        const LockWriter writer(*m_server);
        for (int i = 0; i < count; ++i) {
            const QByteArray name = "lock:" + QByteArray::number(i);
            writer.acquire(name, ann, 3'600'000);
            if (hasQueues)
                writer.enqueue(name, bob, 3'600'000);
        }
    }

    std::unique_ptr<RedisProcess> m_server;
};

void TestQuietWatch::asksLittle_data()
{
    QTest::addColumn<bool>("hasQueues");
    QTest::newRow("plain") << false;
    QTest::newRow("with queues") << true;
}

void TestQuietWatch::asksLittle()
{
    QFETCH(bool, hasQueues);
    putLocks(200, hasQueues);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(200));
    QCOMPARE(watching.servers[0].mode, watch::WatchMode::Tracking);
    const double before = commandsOf(*m_server);
    const Instant began = std::chrono::steady_clock::now();
    QVERIFY(watching.until([&] { return secondsSince(began) >= 4; }));
    const double aSecond = (commandsOf(*m_server) - before) / secondsSince(began);
    QVERIFY2(aSecond <= 60, qPrintable(u"%1 commands a second"_s.arg(aSecond)));
}

void TestQuietWatch::findsASwappedDatabaseAtOnce()
{
    putLocks(200, false);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    m_server->command({"SWAPDB", "0", "1"});
    const Instant began = std::chrono::steady_clock::now();
    QVERIFY(watching.until([&] { return watching.locks.empty(); }));
    // A second and a bit, where the machine has time.
    QVERIFY2(secondsSince(began) < 4, qPrintable(u"%1 s"_s.arg(secondsSince(began))));
    // All of them are counted, not those alone that were looked at first.
    QCOMPARE(watching.servers[0].counters.missed, quint64(200));
    QVERIFY(std::ranges::any_of(watching.events, [](const watch::Event &event) {
        return event.detail.english().startsWith(u"200 locks changed without an event"_s);
    }));
}

// The server has told of it, but the listening connection has not got it yet.
void TestQuietWatch::anEventThatIsLateWasNotMissed()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    RecordingProxy proxy(m_server->port());
    Watching watching(under({"lock:"}));
    watching.add(through(proxy, m_server->target()));
    QVERIFY(watching.settled());
    QCOMPARE(watching.servers[0].mode, watch::WatchMode::Tracking);
    proxy.stallListeners(true);
    writer.renew("lock:a", 90'000);
    const auto comparisons = [&] {
        return m_server->calls("pexpiretime") + m_server->calls("pttl");
    };
    const qint64 before = comparisons();
    QVERIFY(watching.until([&] { return comparisons() > before; }));
    const int pings = proxy.count("PING");
    QVERIFY(watching.until(
        [&] { return proxy.count("PING") > pings || watching.servers[0].counters.missed > 0; }));
    proxy.stallListeners(false);
    QVERIFY(watching.tells("lock:a", "appeared renewed"));
    QCOMPARE(watching.servers[0].counters.missed, quint64(0));
}

// Before it is told as overdue, the lock is read: the renewal may have been one that no event told.
void TestQuietWatch::aRenewalWithoutAnEventIsNotOverdue()
{
    const LockWriter writer(*m_server);
    const auto putEndless = [&] {
        for (int i = 0; i < 300; ++i) // so that a sweep hardly comes to the one that matters
            m_server->command({"HSET", "lock:endless:" + QByteArray::number(i), ann, "1"});
    };
    putEndless();
    writer.acquire("lock:a", ann, 60'000);
    m_server->command({"SWAPDB", "0", "1"});
    putEndless();
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("lock:a", ann, 1500);
    QVERIFY(watching.tells("lock:a", "acquired"));
    writer.renew("lock:a", 1500);
    QVERIFY(watching.tells("lock:a", "acquired renewed"));
    m_server->command({"SWAPDB", "0", "1"});
    QVERIFY(watching.tells("lock:a", "acquired renewed renewed"));
    QCOMPARE(watching.count(EventType::RenewalOverdue), 0);
}

// The server's clock was set, or this machine slept: the lock itself did not change.
void TestQuietWatch::deadlinesFollowTheClocks()
{
    using std::chrono::minutes;
    if (m_server->command({"PEXPIRETIME", "a"}).isError())
        QSKIP("Redis 6 tells only what is left of an expiry, which this test does not shift");
    LockWriter(*m_server).acquire("a", ann, 3'600'000);
    RecordingProxy proxy(m_server->port());
    bool isLater = false;
    proxy.setRule([&](const std::vector<QByteArray> &command) {
        const std::vector<QByteArray> later{
            "EVAL", "local t=redis.call('time') return {tostring(t[1]+1200),t[2]}", "0"};
        return std::optional(isLater && command.front() == "TIME" ? later : command);
    });
    Watching watching;
    watching.add(through(proxy, m_server->target()));
    QVERIFY(watching.settled());
    const auto leaves = [&](minutes most) {
        const auto left = *watching.locks["a"].deadline - SystemClock().now();
        return left > most - minutes(5) && left <= most;
    };
    QVERIFY(leaves(minutes(60)));
    isLater = true;
    QVERIFY(watching.until([&] { return leaves(minutes(40)); }));
    isLater = false; // and set back
    QVERIFY(watching.until([&] { return leaves(minutes(60)); }));
    QCOMPARE(watching.told("a"), QByteArray("appeared"));
    QCOMPARE(watching.servers[0].counters.missed, quint64(0));
}

LOCKSCOPE_TEST_SUITE(TestQuietWatch)
#include "tst_quietwatch.moc"
