// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clusterset.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

Reply valueAt(const RedisProcess *node, const QByteArray &key)
{
    return node->command({"GET"_ba, key});
}

Reply setAt(const RedisProcess *node, const QByteArray &key)
{
    return node->command({"SET"_ba, key, "value"_ba});
}

std::vector<RedisProcess *> nodesOf(const ClusterSet &set, std::initializer_list<int> numbers)
{
    std::vector<RedisProcess *> nodes;
    for (const int i : numbers)
        nodes.push_back(&set.node(i));
    return nodes;
}

} // namespace

class TestClusterSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init() { failOnAnyWarning(); }

    void startsAndFailsOver()
    {
        ClusterSet set;
        QVERIFY(set.start());
        QCOMPARE(set.nodeCount(), 6);
        QCOMPARE(set.primaries(), nodesOf(set, {0, 1, 2}));
        QCOMPARE(set.replicasOf(set.node(1)), nodesOf(set, {4}));
        QCOMPARE(set.ownerOf(0), &set.node(0));
        QCOMPARE(set.ownerOf(16'383), &set.node(2));
        QCOMPARE(set.slotOf("{user}:1"_ba), set.slotOf("user"_ba));
        QVERIFY(set.url().startsWith(u"redis+cluster://127.0.0.1:%1,"_s.arg(set.node(0).port())));
        QCOMPARE(set.url().count(u','), 5);

        RedisProcess *const owner = set.ownerOf("key"_ba);
        const int shard = set.shardOf(*owner);
        QVERIFY(setAt(owner, "key"_ba).isOk());
        QVERIFY(set.failover(shard));
        QCOMPARE(set.primary(shard), &set.node(3 + shard));
        QCOMPARE(set.ownerOf("key"_ba), &set.node(3 + shard));
        QCOMPARE(valueAt(set.ownerOf("key"_ba), "key"_ba).bytes, "value"_ba);
        QCOMPARE(set.replicasOf(set.node(3 + shard)), nodesOf(set, {shard}));

        // And back at once.
        QVERIFY(set.failover(shard));
        QCOMPARE(set.primary(shard), owner);
    }

    void promotesTheReplicaOfAKilledPrimary()
    {
        ClusterSet set;
        QVERIFY(set.start());
        RedisProcess &killed = set.killPrimary(1);
        QVERIFY(!killed.isRunning());
        QCOMPARE(set.primary(1), nullptr);
        QVERIFY(set.awaitPromotion(killed));
        QVERIFY(set.settle());
        QCOMPARE(set.primaries(), nodesOf(set, {0, 4, 2}));

        // It comes back as a replica.
        QVERIFY(killed.start());
        QVERIFY(set.settle());
        QCOMPARE(set.replicasOf(set.node(4)), nodesOf(set, {1}));
    }

    void replacesAPausedPrimary()
    {
        ClusterSet set;
        QVERIFY(set.start());
        RedisProcess &paused = set.pausePrimary(0);
        QVERIFY(set.awaitPromotion(paused));
        QCOMPARE(set.primary(0), &set.node(3));
        paused.resume();
        QVERIFY(set.settle());
        QCOMPARE(set.primary(0), &set.node(3));
        QCOMPARE(set.replicasOf(set.node(3)), nodesOf(set, {0}));
    }

    void movesASlotInSteps()
    {
        ClusterSet set({.replicas = 0});
        QVERIFY(set.start());
        const int slot = set.slotOf("tag"_ba);
        RedisProcess *const from = set.ownerOf(slot);
        RedisProcess *const to = &set.node((set.shardOf(*from) + 1) % 3);
        for (const char *key : {"{tag}1", "{tag}2", "{tag}3"})
            QVERIFY(setAt(from, key).isOk());

        QVERIFY(set.beginMove(slot, *to));
        QCOMPARE(valueAt(from, "{tag}4"_ba).errorCode(), "ASK"_ba);
        QVERIFY(set.migrateKeys(slot, 1));
        QCOMPARE(from->command({"DBSIZE"_ba}).integer, 2);
        QCOMPARE(to->command({"DBSIZE"_ba}).integer, 1);
        QVERIFY(!set.endMove(slot)); // the old owner still has keys
        QCOMPARE(set.ownerOf(slot), from);

        QVERIFY(set.migrateKeys(slot));
        QVERIFY(set.endMove(slot));
        QVERIFY(set.settle());
        QCOMPARE(set.ownerOf(slot), to);
        QCOMPARE(valueAt(to, "{tag}3"_ba).bytes, "value"_ba);
        QCOMPARE(valueAt(from, "{tag}3"_ba).errorCode(), "MOVED"_ba);
    }

    void movesASlot()
    {
        // The password is also needed between the nodes.
        ClusterSet set({.user = "data"_ba, .password = "secret"_ba});
        QVERIFY(set.start());
        RedisProcess *const from = set.ownerOf("key"_ba);
        const int shard = set.shardOf(*from);
        QVERIFY(setAt(from, "key"_ba).isOk());
        RedisProcess *const to = &set.node((shard + 1) % 3);
        QVERIFY(set.moveSlot(set.slotOf("key"_ba), *to));
        QCOMPARE(set.ownerOf("key"_ba), to);
        QCOMPARE(valueAt(to, "key"_ba).bytes, "value"_ba);

        QVERIFY(set.failover(set.shardOf(*to)));
        QCOMPARE(set.ownerOf("key"_ba), set.primary(set.shardOf(*to)));
        QCOMPARE(valueAt(set.ownerOf("key"_ba), "key"_ba).bytes, "value"_ba);
    }

    void addsAndRemovesNodes()
    {
        ClusterSet set({.replicas = 0});
        QVERIFY(set.start());
        RedisProcess *const added = set.addPrimary();
        QVERIFY(added != nullptr);
        QCOMPARE(set.shardCount(), 4);
        QCOMPARE(set.primary(3), added);
        QVERIFY(set.moveSlot(0, *added));
        RedisProcess *const replica = set.addReplica(3);
        QVERIFY(replica != nullptr);
        QCOMPARE(set.replicasOf(*added), nodesOf(set, {4}));
        QVERIFY(set.failover(3));
        QCOMPARE(set.ownerOf(0), replica);
        QCOMPARE(set.url().count(u','), 4);

        QVERIFY(set.removeNode(3));
        QVERIFY(!added->isRunning());
        QVERIFY(set.moveSlot(0, set.node(0)));
        QVERIFY(set.removeNode(4));
        QCOMPARE(set.primaries(), nodesOf(set, {0, 1, 2}));
        QCOMPARE(set.url().count(u','), 2);
    }

    void stopsWithoutFullCoverageIfToldSo()
    {
        for (const bool required : {false, true}) {
            ClusterSet set({.replicas = 0, .requireFullCoverage = required});
            QVERIFY(set.start());
            RedisProcess *const owner = set.ownerOf("key"_ba);
            const int lost = (set.shardOf(*owner) + 1) % 3;
            const int slot = lost * 16'384 / 3 + 1;
            set.killPrimary(lost);
            QCOMPARE(set.ownerOf(slot), nullptr);
            QVERIFY(eventually([&] {
                return owner->command({"CLUSTER"_ba, "NODES"_ba}).bytes.contains(" master,fail ");
            }));
            QCOMPARE(setAt(owner, "key"_ba).isOk(), !required);
        }
    }
};

LOCKSCOPE_TEST_SUITE(TestClusterSet)
#include "tst_clusterset.moc"
