// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/admin/acting.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using admin::ActionType;
using admin::Effect;
using admin::Outcome;

namespace {

const QByteArray uuid = "0b9d0a4e-6a2c-4d0e-9a53-2f1c3d4e5f60";

// Listens to a pattern, as Spring's RedisLockRegistry does for all its locks.
class PatternWaiter
{
public:
    PatternWaiter(const RedisProcess &server, const QByteArray &pattern)
        : m_connection(server)
    {
        subscribed = m_connection.send("PSUBSCRIBE \"" + pattern + "\"")
            && m_connection.receives("psubscribe\r\n") && m_connection.receives(":1\r\n");
    }

    [[nodiscard]] bool isWokenWith(const QByteArray &payload)
    {
        return m_connection.receives("pmessage\r\n")
            && m_connection.receives("\r\n$" + QByteArray::number(payload.size()) + "\r\n" + payload
                                     + "\r\n");
    }

    bool subscribed = false;

private:
    RawConnection m_connection;
};

bool has(const admin::Plan &plan, Effect effect)
{
    return std::find(plan.effects.begin(), plan.effects.end(), effect) != plan.effects.end();
}

} // namespace

// That those who sleep until a lock is free are woken when it is taken away.
class TestWakeUps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        failOnAnyWarning();
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void springsSleepersWake_data();
    void springsSleepersWake();
    void onlyNamesOfARegistryAreTold();
    void aMessageThatIsNotPermittedIsLeftOut();
    void whoIsKnownToSleepIsNotPassedOver();
    void sleepersOnAReplicaWakeAndAreNotDenied();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestWakeUps::springsSleepersWake_data()
{
    QTest::addColumn<QByteArray>("registry");
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("plain") << QByteArray("orders") << QByteArray("invoice-7");
    QTest::newRow("a key with colons") << QByteArray("orders") << QByteArray("invoice:7:print");
    QTest::newRow("a registry with colons") << QByteArray("shop:orders") << QByteArray("7");
}

// The channel of one registry, up to 6.3, and the one of a lock, which is heard by a pattern.
void TestWakeUps::springsSleepersWake()
{
    QFETCH(const QByteArray, registry);
    QFETCH(const QByteArray, key);
    const QByteArray name = registry + ':' + key;
    QVERIFY(m_server->command({"SET", name, uuid, "PX", "60000"}).isOk());
    Waiter older(*m_server, registry + "-channel");
    PatternWaiter newer(*m_server, registry + "-channel:*");
    QVERIFY(older.subscribed && newer.subscribed);
    const auto plan = admin::makePlan(see(*m_server, name), {});
    QVERIFY(plan);
    QVERIFY(has(*plan, Effect::SpringWaitersWake) && !has(*plan, Effect::NobodyIsWoken));
    const Outcome outcome = carryOut(*m_server, *plan);
    QCOMPARE(outcome.status, Outcome::Status::Done);
    QCOMPARE(outcome.woken, std::optional<qint64>(2));
    QVERIFY(older.isWokenWith(name));
    QVERIFY(newer.isWokenWith(name));
    QCOMPARE(m_server->command({"EXISTS", name}).integer, qint64(0));
}

void TestWakeUps::onlyNamesOfARegistryAreTold()
{
    QVERIFY(m_server->command({"SET", "orders", uuid, "PX", "60000"}).isOk());
    admin::Sight sight = see(*m_server, "orders");
    auto plan = admin::makePlan(sight, {});
    QVERIFY(plan);
    QVERIFY(has(*plan, Effect::NobodyIsWoken));
    QCOMPARE(plan->commands.size(), std::size_t(1));
    // A name of very many parts does not flood the server.
    sight.name = LockName(QByteArray("a:").repeated(1000));
    sight.library = "spring-integration";
    plan = admin::makePlan(sight, {});
    QVERIFY(plan);
    QVERIFY(plan->commands.size() < 20);
    // Another library's value: no sleeper of Spring's can be behind it.
    sight.name = LockName("lock:orders");
    sight.library = "redis-py";
    sight.otherLibraries = {};
    plan = admin::makePlan(sight, {});
    QVERIFY(plan);
    QVERIFY(has(*plan, Effect::NobodyIsWoken));
}

void TestWakeUps::aMessageThatIsNotPermittedIsLeftOut()
{
    if (m_server->version() < 700)
        QSKIP("Redis 6 cannot be asked what a user may do");
    QVERIFY(m_server->command({"SET", "orders:7", uuid, "PX", "60000"}).isOk());
    const auto plan = admin::makePlan(see(*m_server, "orders:7"), {});
    QVERIFY(plan);
    QVERIFY(m_server->command({"ACL", "SETUSER", "default", "resetchannels"}).isOk());
    const Outcome outcome = carryOut(*m_server, *plan);
    QCOMPARE(outcome.status, Outcome::Status::Done);
    QCOMPARE(outcome.woken, std::optional<qint64>(0));
    QCOMPARE(m_server->command({"EXISTS", "orders:7"}).integer, qint64(0));
}

void TestWakeUps::whoIsKnownToSleepIsNotPassedOver()
{
    if (m_server->version() < 700)
        QSKIP("Redis 6 cannot be asked what a user may do");
    QVERIFY(m_server->command({"SET", "orders:7", uuid, "PX", "60000"}).isOk());
    admin::Sight sight = see(*m_server, "orders:7");
    sight.library = "spring-integration"; // as a pin in the profile says
    const auto plan = admin::makePlan(sight, {});
    QVERIFY(plan);
    QVERIFY(m_server->command({"ACL", "SETUSER", "default", "resetchannels"}).isOk());
    QCOMPARE(carryOut(*m_server, *plan).status, Outcome::Status::NotPermitted);
    QCOMPARE(m_server->command({"EXISTS", "orders:7"}).integer, qint64(1));
}

void TestWakeUps::sleepersOnAReplicaWakeAndAreNotDenied()
{
    SentinelSetOptions options;
    options.replicas = 1;
    options.sentinels = 0;
    SentinelSet set(options);
    QVERIFY(set.start());
    RedisProcess &primary = set.server(0);
    const auto force = [&] {
        LockWriter(primary).acquire("lock:a", ann, 60'000);
        const auto plan = admin::makePlan(see(primary, "lock:a"), {});
        return plan ? carryOut(primary, *plan) : Outcome();
    };
    const QByteArray channel = "redisson_lock__channel:{lock:a}";
    Waiter onReplica(set.replica(0), channel);
    QVERIFY(onReplica.subscribed);
    Outcome outcome = force();
    QCOMPARE(outcome.status, Outcome::Status::Done);
    QCOMPARE(outcome.woken, std::optional<qint64>());
    QVERIFY(onReplica.isWokenWith("0"));
    Waiter onPrimary(primary, channel);
    QVERIFY(onPrimary.subscribed);
    outcome = force();
    QCOMPARE(outcome.woken, std::optional<qint64>(1));
}

LOCKSCOPE_TEST_SUITE(TestWakeUps)
#include "tst_wakeups.moc"
