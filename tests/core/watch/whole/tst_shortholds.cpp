// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Holds that are shorter than the watch reads: each of them is told, or counted.
#include "tests/bench/churn.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"

#include <atomic>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using watch::EventType;

namespace {

constexpr int holds = 30;
const QByteArray shortLock = "lock:short";

// Takes the lock if it is free, as Redisson and as a plain SET do it.
Clients::Words taking(const QByteArray &owner, bool isString)
{
    if (isString)
        return {"SET", shortLock, owner, "NX", "PX", "30000"};
    return {"EVAL",
            "if redis.call('exists',KEYS[1])==1 then return 0 end "
            "redis.call('hincrby',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],30000) return 1",
            "1", shortLock, owner};
}

Clients::Words giving(const QByteArray &owner, bool isString)
{
    if (isString)
        return {"EVAL",
                "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end",
                "1", shortLock, owner};
    return releasing(shortLock);
}

} // namespace

class TestShortHolds : public QObject
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

    void eachIsToldOrCounted_data();
    void eachIsToldOrCounted();
    void eachOfTwoClientsIsToldOrCounted_data() { speeds(); }
    void eachOfTwoClientsIsToldOrCounted();
    void eachChangeOfANumberIsToldOrCounted_data();
    void eachChangeOfANumberIsToldOrCounted();
    void readersAreToldOrCounted_data();
    void readersAreToldOrCounted();
    void eachPermitIsToldOrCounted_data() { speeds(); }
    void eachPermitIsToldOrCounted();
    void otherKeysAreNotCounted();
    void aNudgeIsNoHold();

private:
    static void speeds()
    {
        QTest::addColumn<int>("milliseconds");
        for (const int milliseconds : {1, 5, 20, 50})
            QTest::addRow("%d ms", milliseconds) << milliseconds;
    }
    // Runs the work beside the event loop, and then compares.
    template <typename Work>
    void compare(Watching &watching, Work work)
    {
        compare(watching, std::move(work), shortLock, {EventType::Acquired, EventType::HandedOver},
                [&] { return !watching.locks.contains(shortLock); });
    }

    // `types` are the events that tell one each. With them no more are counted than there were, and
    // no fewer than `least`.
    template <typename Work, typename IsOver>
    void compare(Watching &watching, Work work, const QByteArray &name,
                 const std::vector<EventType> &types, IsOver isOver, qint64 least = holds)
    {
        std::atomic<bool> isDone = false;
        std::thread thread([&] {
            work();
            isDone = true;
        });
        const bool ended = watching.until([&] { return isDone.load(); });
        thread.join();
        QVERIFY(ended);
        const auto total = [&] {
            qint64 sum = 0;
            for (const watch::Event &event : watching.events) {
                if (!event.name || event.name->bytes != name)
                    continue;
                sum += std::count(types.begin(), types.end(), event.type);
                if (event.type == EventType::ChangesReadTogether)
                    sum += event.count.value_or(-1000);
            }
            return sum;
        };
        const auto seen = [&] {
            return QByteArray(QByteArray::number(total()) + ": " + watching.told(name));
        };
        QVERIFY2(watching.until([&] { return total() >= least && isOver(); }), seen().constData());
        // The number stays: no further holds are counted.
        LockWriter(*m_server).acquire("lock:last", ann, 60'000);
        QVERIFY(watching.has("lock:last"));
        QVERIFY2(total() >= least && total() <= holds, seen().constData());
    }

    std::unique_ptr<RedisProcess> m_server;
};

void TestShortHolds::eachIsToldOrCounted_data()
{
    QTest::addColumn<int>("milliseconds");
    QTest::addColumn<bool>("isString");
    QTest::addColumn<bool>("isOneOwner");
    for (const int milliseconds : {1, 5, 20, 50}) {
        QTest::addRow("%d ms, one owner", milliseconds) << milliseconds << false << true;
        QTest::addRow("%d ms, new owners", milliseconds) << milliseconds << false << false;
        QTest::addRow("%d ms, tokens", milliseconds) << milliseconds << true << false;
    }
}

void TestShortHolds::eachIsToldOrCounted()
{
    QFETCH(int, milliseconds);
    QFETCH(bool, isString);
    QFETCH(bool, isOneOwner);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    if (isString) { // a key that was never read may be anything, and is not counted
        m_server->command(taking(ann, isString));
        QVERIFY(watching.has(shortLock));
        m_server->command({"DEL", shortLock});
        QVERIFY(watching.isGone(shortLock));
        watching.events.clear();
    }
    compare(watching, [&] {
        Clients client(m_server->port(), 1);
        Pace pace;
        Instant next = std::chrono::steady_clock::now();
        const auto pause = [&] { pace.until(next += Millis(milliseconds)); };
        for (int i = 0; i < holds; ++i) {
            const QByteArray owner = churnClient + QByteArray::number(isOneOwner ? 1 : i);
            client.run(0, taking(owner, isString));
            pause();
            client.run(0, giving(owner, isString));
            pause();
        }
    });
}

// Each waits until the other lets go, so a release and the next acquisition are one change now and
// then.
void TestShortHolds::eachOfTwoClientsIsToldOrCounted()
{
    QFETCH(int, milliseconds);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    compare(watching, [&] {
        const auto work = [&](const QByteArray &owner) {
            Clients client(m_server->port(), 1);
            Pace pace;
            for (int i = 0; i < holds / 2; ++i) {
                while (!client.isGranted(0, taking(owner, false)))
                    pace.until(std::chrono::steady_clock::now() + std::chrono::microseconds(300));
                pace.until(std::chrono::steady_clock::now() + Millis(milliseconds));
                client.run(0, giving(owner, false));
            }
        };
        std::thread other([&] { work(bob); });
        work(ann);
        other.join();
    });
}

void TestShortHolds::eachChangeOfANumberIsToldOrCounted_data()
{
    QTest::addColumn<int>("milliseconds");
    QTest::addColumn<QByteArray>("kind");
    for (const int milliseconds : {1, 5, 20, 50}) {
        for (const char *kind : {"semaphore", "count-down-latch"})
            QTest::addRow("%d ms, %s", milliseconds, kind) << milliseconds << QByteArray(kind);
    }
}

void TestShortHolds::eachChangeOfANumberIsToldOrCounted()
{
    QFETCH(int, milliseconds);
    QFETCH(QByteArray, kind);
    const QByteArray name = "lock:number";
    watch::WatchOptions options = under({"lock:"});
    options.pins = {{name, kind, "redisson"}};
    m_server->command({"SET", name, "100"});
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has(name));
    watching.events.clear();
    const auto work = [&] {
        Clients client(m_server->port(), 1);
        Pace pace;
        Instant next = std::chrono::steady_clock::now();
        for (int i = 0; i < holds; ++i) {
            const bool isTaken = kind == "count-down-latch" || i % 2 == 0;
            client.run(0, {"INCRBY", name, isTaken ? "-1" : "1"});
            pace.until(next += Millis(milliseconds));
        }
    };
    const qint64 last = kind == "count-down-latch" ? 100 - holds : 100;
    compare(watching, work, name, {EventType::PermitsChanged, EventType::LatchChanged}, [&] {
        const auto &permits = watching.locks[name].permits;
        return permits && permits->available == last;
    });
}

void TestShortHolds::readersAreToldOrCounted_data()
{
    QTest::addColumn<int>("milliseconds");
    QTest::addColumn<bool>("isOneOwner");
    for (const int milliseconds : {1, 5, 20, 50}) {
        QTest::addRow("%d ms, one owner", milliseconds) << milliseconds << true;
        QTest::addRow("%d ms, new owners", milliseconds) << milliseconds << false;
    }
}

// Beside one that stays, so that none of them wakes a writer. One that left and came back between
// two readings may have been renewed for all that is known, so not all of them are counted; far
// more are than are told.
void TestShortHolds::readersAreToldOrCounted()
{
    QFETCH(int, milliseconds);
    QFETCH(bool, isOneOwner);
    LockWriter(*m_server).read(shortLock, bob, 60'000);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has(shortLock));
    watching.events.clear();
    const auto work = [&] {
        Clients client(m_server->port(), 1);
        Pace pace;
        Instant next = std::chrono::steady_clock::now();
        for (int i = 0; i < holds; ++i) {
            const QByteArray owner = churnClient + QByteArray::number(isOneOwner ? 1 : i);
            const QByteArray time = "{" + shortLock + "}:" + owner + ":rwlock_timeout:1";
            client.run(0,
                       {"EVAL",
                        "redis.call('hincrby',KEYS[1],ARGV[1],1) "
                        "redis.call('set',KEYS[2],'1','px',30000) "
                        "redis.call('pexpire',KEYS[1],60000)",
                        "2", shortLock, time, owner});
            pace.until(next += Millis(milliseconds));
            client.run(0,
                       {"EVAL",
                        "redis.call('hdel',KEYS[1],ARGV[1]) redis.call('del',KEYS[2]) "
                        "redis.call('pexpire',KEYS[1],60000)",
                        "2", shortLock, time, owner});
            pace.until(next += Millis(milliseconds));
        }
    };
    compare(
        watching, work, shortLock, {EventType::Acquired, EventType::HandedOver},
        [&] {
            const watch::LockRecord &lock = watching.locks[shortLock];
            return lock.holds.size() == 1 && lock.holds.front().owner.bytes == bob;
        },
        isOneOwner ? holds / 2 : holds * 2 / 3);
}

// The number and the permits are two keys, of which the server tells apart.
void TestShortHolds::eachPermitIsToldOrCounted()
{
    QFETCH(int, milliseconds);
    const QByteArray name = "lock:permits";
    const QByteArray taken = "{lock:permits}:timeout";
    const QByteArray never = "922337203685477";
    watch::WatchOptions options = under({"lock:"});
    options.pins = {{name, "permit-expirable-semaphore", "redisson"}};
    m_server->command({"SET", name, "100"});
    m_server->command({"ZADD", taken, never, QByteArray(16, 's')}); // one that stays
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has(name));
    watching.events.clear();
    const auto work = [&] {
        Clients client(m_server->port(), 1);
        Pace pace;
        Instant next = std::chrono::steady_clock::now();
        for (int i = 0; i < holds; ++i) {
            const QByteArray id = QByteArray(13, 'p') + QByteArray::number(100 + i / 2);
            const bool isTaken = i % 2 == 0;
            client.run(0,
                       {"EVAL",
                        isTaken ? "redis.call('decr',KEYS[1]) "
                                  "redis.call('zadd',KEYS[2],ARGV[1],ARGV[2])"
                                : "redis.call('zrem',KEYS[2],ARGV[2]) redis.call('incr',KEYS[1])",
                        "2", name, taken, never, id});
            pace.until(next += Millis(milliseconds));
        }
    };
    compare(watching, work, name, {EventType::Acquired, EventType::Released}, [&] {
        const watch::LockRecord &lock = watching.locks[name];
        return lock.permits && lock.permits->available == 100 && lock.holds.size() == 1;
    });
}

// A key that was never seen to be a lock may be anything.
void TestShortHolds::otherKeysAreNotCounted()
{
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    Clients client(m_server->port(), 1);
    for (int i = 0; i < 100; ++i) {
        client.run(0, {"RPUSH", "lock:list", "1"});
        client.run(0, {"DEL", "lock:list"});
    }
    LockWriter(*m_server).acquire("lock:last", ann, 60'000);
    QVERIFY(watching.has("lock:last"));
    QCOMPARE(watching.told("lock:list"), QByteArray());
    QCOMPARE(watching.count(EventType::ChangesReadTogether), 0);
}

// A wake-up alone, as an operator sends it to a waiter.
void TestShortHolds::aNudgeIsNoHold()
{
    const LockWriter writer(*m_server);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire(shortLock, ann, 60'000);
    QVERIFY(watching.tells(shortLock, "acquired"));
    for (int i = 0; i < 3; ++i)
        m_server->command(
            {"PUBLISH", QByteArray("redisson_lock__channel:{" + shortLock + "}"), "0"});
    writer.acquire("lock:last", ann, 60'000);
    QVERIFY(watching.has("lock:last"));
    writer.unlock(shortLock);
    QVERIFY(watching.isGone(shortLock));
    QCOMPARE(watching.count(EventType::ChangesReadTogether), 0);
}

LOCKSCOPE_TEST_SUITE(TestShortHolds)
#include "tst_shortholds.moc"
