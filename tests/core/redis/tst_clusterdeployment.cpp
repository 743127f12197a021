// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clusterwords.h"
#include "core/redis/deployment/deployment.h"
#include "tests/support/clusterset.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestClusterDeployment : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<ClusterSet> m_cluster;
    std::unique_ptr<Deployment> m_deployment;
    std::vector<std::vector<QByteArray>> m_changes;

    ConnectionConfig config() const
    {
        ConnectionConfig config;
        config.target = *parseTarget(m_cluster->url());
        config.commandTimeout = patience; // nothing here is about a server that does not answer
        return config;
    }
    void open()
    {
        m_deployment = std::make_unique<Deployment>(config());
        connect(m_deployment.get(), &Deployment::keysChanged, this,
                [this](const std::vector<QByteArray> &keys) { m_changes.push_back(keys); });
        m_deployment->open();
        QVERIFY(await(m_deployment->whenReady()));
    }
    bool hasChanged(const QByteArray &key) const
    {
        return std::ranges::any_of(m_changes, [&](const auto &keys) {
            return std::ranges::find(keys, key) != keys.end();
        });
    }
    bool hasAnyChanged() const
    {
        return std::ranges::any_of(m_changes, [](const auto &keys) { return keys.empty(); });
    }
    // A key that this shard keeps.
    QByteArray keyOf(int shard) const
    {
        RedisProcess *const primary = m_cluster->primary(shard);
        for (int i = 0;; ++i) {
            QByteArray key = "key" + QByteArray::number(i);
            if (m_cluster->ownerOf(redis::slotOf(key)) == primary)
                return key;
        }
    }
    RedisProcess &anotherThan(const RedisProcess *owner) const
    {
        const auto all = m_cluster->primaries();
        return **std::ranges::find_if(all, [&](RedisProcess *each) { return each != owner; });
    }
    Reply answer(const Arguments &command)
    {
        const auto reply = await(m_deployment->send(command));
        return reply ? *reply : Reply();
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_cluster = std::make_unique<ClusterSet>();
        QVERIFY(m_cluster->start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_cluster->settle());
        for (RedisProcess *const primary : m_cluster->primaries())
            QVERIFY(primary->command({"FLUSHALL"_ba}).isOk());
        open();
        m_changes.clear();
    }
    void cleanup() { m_deployment.reset(); }

    void sendsEachCommandToItsShard()
    {
        for (int shard = 0; shard < m_cluster->shardCount(); ++shard) {
            const QByteArray key = keyOf(shard);
            QVERIFY(answer({"SET"_ba, key, "1"_ba}).isOk());
            QCOMPARE(m_cluster->primary(shard)->command({"GET"_ba, key}).bytes, "1"_ba);
        }
        QVERIFY2(answer({"TIME"_ba}).isArray(), "any server answers a command without a key");
    }

    void runsScriptsAtTheirShard()
    {
        const Script script = Script::of("return redis.call('incr', KEYS[1])"_ba);
        for (int shard = 0; shard < m_cluster->shardCount(); ++shard) {
            const auto reply = await(m_deployment->run(script, {keyOf(shard)}, {}));
            QVERIFY(reply);
            QCOMPARE(reply->integer, 1);
        }
    }

    void keysOfSeveralSlotsAreRefusedBeforeAnythingIsSent()
    {
        const Script script = Script::of("return redis.call('incr', KEYS[1])"_ba);
        const auto refused = await(m_deployment->run(script, {"a"_ba, "b"_ba}, {}));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, "CROSSSLOT"_ba);
        QCOMPARE(answer({"EXISTS"_ba, "a"_ba}).integer, 0);
        QVERIFY(await(m_deployment->run(script, {"{a}1"_ba, "{a}2"_ba}, {})));
    }

    void asksEveryShard()
    {
        const auto replies = await(m_deployment->sendToEach({"DBSIZE"_ba}));
        QVERIFY(replies);
        QCOMPARE(int(replies->size()), m_cluster->shardCount());
    }

    void followsASlotThatHasMoved()
    {
        const QByteArray key = "moved"_ba;
        QVERIFY(answer({"SET"_ba, key, "1"_ba}).isOk());
        QVERIFY(m_cluster->moveSlot(redis::slotOf(key), anotherThan(m_cluster->ownerOf(key))));
        QCOMPARE(answer({"GET"_ba, key}).bytes, "1"_ba);
        const Script script = Script::of("return redis.call('incr', KEYS[1])"_ba);
        const auto reply = await(m_deployment->run(script, {key}, {}));
        QVERIFY(reply);
        QCOMPARE(reply->integer, 2);
        QVERIFY2(eventually([&] { return hasAnyChanged(); }), "changes may have been missed");
    }

    void manyCommandsFollowAMove()
    {
        const QByteArray key = "many"_ba;
        QVERIFY(answer({"SET"_ba, key, "1"_ba}).isOk());
        QVERIFY(m_cluster->beginMove(redis::slotOf(key), anotherThan(m_cluster->ownerOf(key))));
        QVERIFY(m_cluster->migrateKeys(redis::slotOf(key)));
        QVERIFY(m_cluster->endMove(redis::slotOf(key)));
        std::vector<Pending<Reply>> pending;
        for (int i = 0; i < 2000; ++i)
            pending.push_back(m_deployment->send({"GET"_ba, key}));
        for (auto &each : pending) {
            const auto reply = await(std::move(each));
            QVERIFY2(reply, reply ? "" : qPrintable(reply.error().text.english()));
            QCOMPARE(reply->bytes, "1"_ba);
        }
        QVERIFY(m_cluster->settle());
    }

    void followsASlotThatIsMoving()
    {
        const QByteArray key = "moving"_ba;
        const int slot = redis::slotOf(key);
        QVERIFY(answer({"SET"_ba, key, "1"_ba}).isOk());
        QVERIFY(m_cluster->beginMove(slot, anotherThan(m_cluster->ownerOf(key))));
        QCOMPARE(answer({"GET"_ba, key}).bytes, "1"_ba);
        QVERIFY(m_cluster->migrateKeys(slot));
        QCOMPARE(answer({"GET"_ba, key}).bytes, "1"_ba);
        const auto read = await(m_deployment->readTracked({"GET"_ba, key}));
        QVERIFY(read);
        QCOMPARE(read->bytes, "1"_ba);
        const Script script = Script::of("return redis.call('incr', KEYS[1]) + 10"_ba);
        const auto reply = await(m_deployment->run(script, {key}, {}));
        QVERIFY(reply);
        QCOMPARE(reply->integer, 12);
        QVERIFY2(!m_deployment->hasEndedPredecessors(key), "two servers got commands on it");
        QVERIFY(m_cluster->endMove(slot));
        QVERIFY(m_cluster->settle());
        QCOMPARE(answer({"GET"_ba, key}).bytes, "2"_ba);
    }

    void tellsOfKeysThatChangeOnEachShard()
    {
        for (int shard = 0; shard < m_cluster->shardCount(); ++shard) {
            const QByteArray key = keyOf(shard);
            QVERIFY(await(m_deployment->readTracked({"GET"_ba, key})));
            QVERIFY(m_deployment->isTracking(key));
            QVERIFY(m_cluster->primary(shard)->command({"SET"_ba, key, "2"_ba}).isOk());
            QVERIFY(eventually([&] { return hasChanged(key); }));
        }
    }

    void hearsPlainAndShardedMessages()
    {
        const QByteArray channel = "redisson_lock__channel:{heard}"_ba;
        QByteArrayList heard;
        auto listener = m_deployment->channels().listen(
            channel, [&](const QByteArray &text) { heard += text; });
        QVERIFY(await(std::move(listener.confirmed)));
        RedisProcess *const owner = m_cluster->ownerOf(channel);
        QVERIFY(anotherThan(owner).command({"PUBLISH"_ba, channel, "plain"_ba}).isInteger());
        QVERIFY(eventually([&] { return heard.contains("plain"_ba); }));
        if (!m_deployment->hasShardedChannels())
            return;
        QCOMPARE(owner->command({"SPUBLISH"_ba, channel, "sharded"_ba}).integer, 1);
        QVERIFY(eventually([&] { return heard.contains("sharded"_ba); }));
    }

    void listensOnWhereTheSlotGoes()
    {
        const QByteArray channel = "redisson_lock__channel:{going}"_ba;
        QByteArrayList heard;
        auto listener = m_deployment->channels().listen(
            channel, [&](const QByteArray &text) { heard += text; });
        QVERIFY(await(std::move(listener.confirmed)));
        RedisProcess &to = anotherThan(m_cluster->ownerOf(channel));
        QVERIFY(m_cluster->moveSlot(redis::slotOf(channel), to));
        const QByteArray verb = m_deployment->hasShardedChannels() ? "SPUBLISH"_ba : "PUBLISH"_ba;
        QVERIFY(eventually([&] { return to.command({verb, channel, "x"_ba}).integer > 0; }));
        QVERIFY(eventually([&] { return heard.contains("x"_ba); }));
        QVERIFY2(eventually([&] { return hasAnyChanged(); }), "messages may have been missed");
        QVERIFY(answer({"TIME"_ba}).isArray());
    }

    void endsAndBeginsManySubscriptions()
    {
        const QByteArray channel = "redisson_lock__channel:{often}"_ba;
        for (int i = 0; i < 20; ++i) {
            auto listener = m_deployment->channels().listen(channel, [](auto &) {});
            QVERIFY(await(std::move(listener.confirmed)));
        }
        RedisProcess *const owner = m_cluster->ownerOf(channel);
        QVERIFY(eventually([&] {
            return owner->command({"PUBSUB"_ba, "NUMSUB"_ba, channel}).elements.at(1).integer == 0;
        }));
        if (m_deployment->hasShardedChannels()) {
            QVERIFY(eventually([&] {
                const Reply reply = owner->command({"PUBSUB"_ba, "SHARDNUMSUB"_ba, channel});
                return reply.elements.at(1).integer == 0;
            }));
        }
    }

    void aFailoverOfOneShardLeavesTheOthersAlone()
    {
        const QByteArray here = keyOf(0);
        const QByteArray there = keyOf(1);
        QVERIFY(answer({"SET"_ba, here, "1"_ba}).isOk());
        RedisProcess &former = m_cluster->killPrimary(0);
        QVERIFY(eventually([&] { return !m_deployment->isReady(here); }));
        QVERIFY(!m_deployment->isReady());
        QVERIFY(m_deployment->isReady(there));
        QVERIFY(answer({"SET"_ba, there, "1"_ba}).isOk());
        const auto refused = await(m_deployment->send({"GET"_ba, here}));
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::ConnectionLost);
        QVERIFY(m_cluster->awaitPromotion(former));
        QVERIFY(await(m_deployment->whenReady(here)));
        QVERIFY(eventually([&] { return hasAnyChanged(); }));
        QVERIFY2(!m_deployment->hasEndedPredecessors(here), "another process may still have them");
        QVERIFY(m_deployment->hasEndedPredecessors(there));
        QVERIFY(answer({"GET"_ba, here}).isString());
        QVERIFY(former.start());
        QVERIFY(m_cluster->settle());
        QVERIFY(await(m_deployment->whenReady()));
    }

    void saysAtOnceThatNobodyListens()
    {
        ConnectionConfig nobody = config();
        nobody.target.hosts = {{u"127.0.0.1"_s, freePort()}};
        Deployment deployment(nobody);
        QCOMPARE(await(deployment.whenReady()).error().kind, ErrorKind::ConnectionLost);
        deployment.open();
        auto ready = deployment.whenReady("key"_ba);
        QCOMPARE(await(deployment.whenTried("key"_ba)).error().kind, ErrorKind::Unreachable);
        QVERIFY2(!ready.isReady(), "it may still come");
        deployment.close();
        QCOMPARE(await(std::move(ready)).error().kind, ErrorKind::Cancelled);
    }

    void opensAgain()
    {
        m_deployment->close();
        QVERIFY(!m_deployment->isReady());
        QVERIFY(!await(m_deployment->send({"GET"_ba, "a"_ba})));
        m_deployment->open();
        QVERIFY(await(m_deployment->whenReady()));
        QVERIFY(answer({"SET"_ba, "a"_ba, "1"_ba}).isOk());
    }
};

LOCKSCOPE_TEST_SUITE(TestClusterDeployment)
#include "tst_clusterdeployment.moc"
