// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/permitsight.h"
#include "core/redis/deployment/channelmark.h"
#include "core/redis/deployment/deployment.h"
#include "tests/core/admin/acting.h"
#include "tests/support/clusterset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using admin::ActionType;
using admin::Outcome;

// Actions on locks of a cluster, and who is woken by them.
class TestClusterActing : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<ClusterSet> m_cluster;
    std::unique_ptr<redis::Deployment> m_deployment;

    RedisProcess &owner() const { return *m_cluster->ownerOf("job"); }
    RedisProcess &another() const
    {
        RedisProcess *const first = m_cluster->primaries().front();
        return first == &owner() ? *m_cluster->primaries().back() : *first;
    }
    Outcome act(const admin::Plan &plan) const
    {
        return admin::verdict(plan,
                              await(m_deployment->run(plan.script, plan.keys, plan.arguments)));
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        ClusterSetOptions options;
        options.replicas = 0;
        m_cluster = std::make_unique<ClusterSet>(options);
        QVERIFY(m_cluster->start());
        redis::ConnectionConfig config;
        config.target = *redis::parseTarget(m_cluster->url());
        m_deployment = std::make_unique<redis::Deployment>(config);
        m_deployment->open();
        QVERIFY(await(m_deployment->whenReady()));
    }
    void cleanupTestCase()
    {
        m_deployment.reset();
        m_cluster.reset();
    }
    void init()
    {
        failOnAnyWarning();
        owner().command({"FLUSHALL"});
    }

    // Redisson listens to the sharded channel where there are such, others to the plain one on any
    // server.
    void listenersOfBothKindsAreWoken_data()
    {
        QTest::addColumn<ActionType>("type");
        QTest::newRow("force-unlock") << ActionType::ForceUnlock;
        QTest::newRow("set-ttl") << ActionType::SetTimeToLive;
    }
    void listenersOfBothKindsAreWoken()
    {
        QFETCH(const ActionType, type);
        const QByteArray channel = "redisson_lock__channel:{job}";
        QVERIFY(owner().command({"HSET", "job", cat, "1"}).isInteger());
        QVERIFY(owner().command({"PEXPIRE", "job", "60000"}).isInteger());
        Waiter plain(another(), channel);
        QVERIFY(plain.subscribed);
        RawConnection sharded(owner());
        const bool hasSharded = m_deployment->hasShardedChannels();
        QVERIFY(!hasSharded
                || (sharded.send("SSUBSCRIBE \"" + channel + "\"") && sharded.receives(":1\r\n")));
        admin::Action action;
        action.type = type;
        action.timeToLive = Millis(1'000);
        const auto plan = admin::makePlan(see(owner(), "job"), action);
        QVERIFY(plan);
        const Outcome outcome = act(*plan);
        QCOMPARE(outcome.status, Outcome::Status::Done);
        QVERIFY2(!outcome.woken, "one server counts its own clients only");
        const QByteArray said = type == ActionType::ForceUnlock ? "0" : "1";
        QVERIFY(plain.isWokenWith(said));
        QVERIFY(!hasSharded || sharded.receives("smessage\r\n"));
    }

    // A waiter of ours listens to both kinds of channel, and a watch to the sharded one.
    void eachWaiterIsCountedOnce()
    {
        const QByteArray channel = "redisson_sc:{job}";
        QVERIFY(owner().command({"SET", "job", "0"}).isOk());
        admin::PermitLook permits(*m_deployment);
        const auto waiting = [&] {
            const auto sight = await(permits.look("semaphore", LockName("job")));
            return sight ? sight->waitingConnections : std::nullopt;
        };
        QCOMPARE(waiting(), std::optional<qint64>(0));
        auto ours = m_deployment->channels().listen(channel, [](const QByteArray &) {});
        QVERIFY(await(std::move(ours.confirmed)));
        QCOMPARE(waiting(), std::optional<qint64>(1));
        const Waiter plain(another(), channel);
        QVERIFY(plain.subscribed);
        QCOMPARE(waiting(), std::optional<qint64>(2));
        if (!m_deployment->hasShardedChannels())
            return;
        RawConnection sharded(owner());
        QVERIFY(sharded.send("SSUBSCRIBE \"" + channel + "\"") && sharded.receives(":1\r\n"));
        QCOMPARE(waiting(), std::optional<qint64>(3));
        RawConnection watch(owner());
        QVERIFY(watch.send("SSUBSCRIBE \"" + channel + "\"") && watch.receives(":1\r\n"));
        QVERIFY(watch.send("SSUBSCRIBE \"" + redis::markOf(channel) + "\"")
                && watch.receives(":2\r\n"));
        QCOMPARE(waiting(), std::optional<qint64>(3));
    }

    void keysOfSeveralSlotsAreRefused()
    {
        admin::Sight sight = stringSight("job", "token");
        auto plan = admin::makePlan(sight, {});
        QVERIFY(plan);
        plan->keys.push_back("elsewhere");
        const Outcome outcome = act(*plan);
        QCOMPARE(outcome.status, Outcome::Status::Failed);
        QCOMPARE(outcome.error->code, QByteArray("CROSSSLOT"));
        QVERIFY(outcome.error->text.english().contains(QLatin1StringView("elsewhere")));
    }
};

LOCKSCOPE_TEST_SUITE(TestClusterActing)
#include "tst_clusteracting.moc"
