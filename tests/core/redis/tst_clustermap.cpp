// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clustermap.h"
#include "core/redis/replyreader.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const HostPort asked{u"10.0.0.9"_s, 7000};

std::optional<std::vector<ClusterNode>> nodesOf(const QByteArray &text, bool byName = false)
{
    ReplyReader reader{ReplyLimits()};
    std::vector<Reply> replies;
    if (!reader.feed(bulk(text), replies) || replies.size() != 1)
        return {};
    return clusterNodesFrom(replies.front(), asked, byName);
}

// A primary's line; `self`: it is the node that answers.
QByteArray primary(const QByteArray &id, int port, int epoch, const QByteArray &slotWords,
                   bool self = false, const QByteArray &flags = {})
{
    return id + " 127.0.0.1:" + QByteArray::number(port) + "@1" + QByteArray::number(port)
        + (self ? " myself,master" : " master") + flags + " - 0 0 " + QByteArray::number(epoch)
        + " connected" + (slotWords.isEmpty() ? QByteArray() : " " + slotWords) + '\n';
}

QByteArray replica(const QByteArray &id, int port, const QByteArray &of, bool self = false)
{
    return id + " 127.0.0.1:" + QByteArray::number(port) + "@1" + QByteArray::number(port)
        + (self ? " myself,slave " : " slave ") + of + " 0 0 1 connected\n";
}

ClusterMap merged(const std::vector<QByteArray> &texts, const ClusterMap &before = {})
{
    std::vector<std::vector<ClusterNode>> answers;
    for (const QByteArray &text : texts)
        answers.push_back(*nodesOf(text));
    return mergedMap(answers, before, {});
}

int numberOf(const ClusterMap &map, int slot)
{
    const ClusterShard *const shard = map.shardOf(slot);
    return shard ? shard->number : -1;
}

QString primaryOf(const ClusterMap &map, int slot)
{
    const ClusterShard *const shard = map.shardOf(slot);
    return shard ? toText(shard->primary) : QString();
}

// Three primaries and a replica of the first, as each primary says it.
std::vector<QByteArray> healthy()
{
    std::vector<QByteArray> texts;
    for (int self = 0; self < 3; ++self)
        texts.push_back(primary("a", 7001, 1, "0-5460", self == 0)
                        + primary("b", 7002, 2, "5461-10922", self == 1)
                        + primary("c", 7003, 3, "10923-16383", self == 2)
                        + replica("d", 7004, "a"));
    return texts;
}

} // namespace

class TestClusterMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void hashesAKeyToItsSlot_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("slot");
        // As CLUSTER KEYSLOT of Redis 7.0 answers.
        QTest::newRow("the specification's") << "123456789"_ba << 12739;
        QTest::newRow("empty") << QByteArray() << 0;
        QTest::newRow("tag") << "redisson_lock_queue:{foo}"_ba << 12182;
        QTest::newRow("the tag itself") << "foo"_ba << 12182;
        QTest::newRow("first tag") << "a{foo}{bar}"_ba << 12182;
        QTest::newRow("empty tag") << "foo{}{bar}"_ba << 8363;
        QTest::newRow("open brace") << "foo{{bar}}zap"_ba << 4015;
    }

    void hashesAKeyToItsSlot()
    {
        QFETCH(QByteArray, key);
        QTEST(slotOf(key), "slot");
    }

    void readsNodes()
    {
        const auto nodes = nodesOf(
            "07c3 127.0.0.1:30004@31004,host4 slave e7d1 0 1426238317239 4 connected\n"
            "67ed :7000@31002,name.example.com,shard-id=69bc myself,master - 0 0 2 connected "
            "5461-10922 7 [93-<-292f] [77->-e7d1]\n"
            "292f ::1:30003@31003 master,fail? - 0 1 3 disconnected 10923-16383\n"
            "824f 127.0.0.1:30006@31006 master,fail - 0 1 1 connected\n"
            "6ec2 :0@0 master,noaddr - 0 0 0 disconnected\n"
            "6ec3 127.0.0.1:30005@31005 handshake - 0 0 0 connected\n"
            "6ec4 bad host:1@2 master - 0 0 0 connected\n"
            "6ec5 127.0.0.1:30005@31005 master - 0 0 5 connected 9-3 x 70000\n"
            "short line\n");
        QVERIFY(nodes);
        QCOMPARE(nodes->size(), std::size_t(5));
        QCOMPARE((*nodes)[0].follows, "e7d1"_ba);
        QVERIFY(!(*nodes)[0].isPrimary() && !(*nodes)[0].isSelf);
        const ClusterNode &self = (*nodes)[1];
        QVERIFY(self.isSelf && self.isPrimary() && self.isLinked);
        QCOMPARE(toText(self.announced), u"10.0.0.9:7000"_s);
        QCOMPARE(self.slots.size(), std::size_t(2));
        QCOMPARE(self.slots[1], (SlotRange{7, 7}));
        QCOMPARE(toText((*nodes)[2].announced), u"[::1]:30003"_s);
        QVERIFY(!(*nodes)[2].isLinked && !(*nodes)[2].isFailing);
        QVERIFY((*nodes)[3].isFailing);
        QVERIFY((*nodes)[4].slots.empty());
        const auto named =
            nodesOf(primary("a", 7001, 1, "0", true).replace("@17001", "@17001,h1"), true);
        QCOMPARE(toText(named->front().announced), u"h1:7001"_s);
    }

    void refusesWhatIsNoAnswer()
    {
        QVERIFY(!nodesOf({}));
        QVERIFY(!nodesOf("PONG"));
        QVERIFY(!nodesOf(primary("a", 7001, 1, "0-5"))); // no node says that it is itself
    }

    // An epoch that is none was taken for an older claim than that of nobody.
    void enduresAnEpochBelowZero()
    {
        const auto map = merged({primary("a", 7001, -1, "0-5", true)});
        QCOMPARE(map.shards().size(), std::size_t(1));
        QCOMPARE(map.shards().front().epoch, qint64(0));
        QCOMPARE(primaryOf(map, 5), u"127.0.0.1:7001"_s);
        ClusterNode node = nodesOf(primary("a", 7001, 1, "0-5", true))->front();
        node.epoch = -1;
        QVERIFY(mergedMap({{node}}, {}, {}).shardOf(5) != nullptr);
    }

    // Each slot that is named costs time, and each shard is looked for among all.
    void limitsWhatNodesTell()
    {
        const auto nodes = nodesOf(primary("a", 7001, 1, "0-16383 0-16383 7", true));
        QCOMPARE(nodes->front().slots, (std::vector<SlotRange>{{0, 16383}}));
        std::vector<std::vector<ClusterNode>> answers;
        for (int i = 0; i < 20; ++i) {
            std::vector<ClusterNode> &answer = answers.emplace_back(*nodes);
            for (int j = 0; j < 200; ++j) {
                answer.push_back(nodes->front());
                answer.back().id = QByteArray::number(200 * i + j);
                answer.back().slots.clear();
            }
        }
        const ClusterMap map = mergedMap(answers, {}, {});
        QCOMPARE(map.shards().size(), mostClusterNodes);
        QCOMPARE(map.uncovered(), 0);
    }

    void knowsTheShards()
    {
        const ClusterMap map = merged(healthy());
        QVERIFY(map.isKnown() && map.doubt().isEmpty());
        QCOMPARE(map.shards().size(), std::size_t(3));
        QCOMPARE(map.uncovered(), 0);
        QCOMPARE(primaryOf(map, 0), u"127.0.0.1:7001"_s);
        QCOMPARE(primaryOf(map, 5461), u"127.0.0.1:7002"_s);
        QCOMPARE(primaryOf(map, 16383), u"127.0.0.1:7003"_s);
        QCOMPARE(map.shards()[0].members.size(), std::size_t(2));
        QCOMPARE(map.shardOf(16384), nullptr);
        QVERIFY(merged(healthy(), map) == map);
    }

    // A replica that is promoted is the same shard; two failovers lead back to where it began.
    void keepsTheNumberThroughFailovers()
    {
        const ClusterMap before = merged(healthy());
        const int number = numberOf(before, 0);
        std::vector<QByteArray> texts;
        for (const int self : {1, 2, 3})
            texts.push_back(primary("a", 7001, 1, {}, false, ",fail")
                            + primary("b", 7002, 2, "5461-10922", self == 1)
                            + primary("c", 7003, 3, "10923-16383", self == 2)
                            + primary("d", 7004, 4, "0-5460", self == 3));
        const ClusterMap after = merged(texts, before);
        QCOMPARE(primaryOf(after, 0), u"127.0.0.1:7004"_s);
        QCOMPARE(numberOf(after, 0), number);
        QCOMPARE(after.shards().size(), std::size_t(3));
        texts.clear();
        for (int self = 0; self < 3; ++self)
            texts.push_back(primary("a", 7001, 5, "0-5460", self == 0)
                            + primary("b", 7002, 2, "5461-10922", self == 1)
                            + primary("c", 7003, 3, "10923-16383", self == 2)
                            + replica("d", 7004, "a"));
        // It was the shard's replica in between.
        std::vector<QByteArray> between;
        for (const int self : {1, 2, 3})
            between.push_back(replica("a", 7001, "d")
                              + primary("b", 7002, 2, "5461-10922", self == 1)
                              + primary("c", 7003, 3, "10923-16383", self == 2)
                              + primary("d", 7004, 4, "0-5460", self == 3));
        const ClusterMap last = merged(texts, merged(between, after));
        QCOMPARE(numberOf(last, 0), number);
        QCOMPARE(primaryOf(last, 0), u"127.0.0.1:7001"_s);
    }

    // Case 4: the former primary comes back and still claims its slots.
    void believesTheNewestClaim()
    {
        const QByteArray former = primary("a", 7001, 1, "0-5460", true)
            + primary("b", 7002, 2, "5461-10922") + primary("c", 7003, 3, "10923-16383")
            + replica("d", 7004, "a");
        std::vector<QByteArray> texts{former};
        for (const int self : {1, 2, 3})
            texts.push_back(primary("a", 7001, 1, {}, false, ",fail")
                            + primary("b", 7002, 2, "5461-10922", self == 1)
                            + primary("c", 7003, 3, "10923-16383", self == 2)
                            + primary("d", 7004, 4, "0-5460", self == 3));
        QCOMPARE(primaryOf(merged(texts, merged(healthy())), 17), u"127.0.0.1:7004"_s);
        std::ranges::reverse(texts);
        QCOMPARE(primaryOf(merged(texts, merged(healthy())), 17), u"127.0.0.1:7004"_s);
    }

    // Case 5: a node that tells of itself alone, without slots.
    void concludesNothingFromAFewNodes()
    {
        const ClusterMap before = merged(healthy());
        const ClusterMap alone = merged({primary("c", 7003, 3, {}, true)}, before);
        QCOMPARE(alone.uncovered(), 0);
        QCOMPARE(primaryOf(alone, 16383), u"127.0.0.1:7003"_s);
        QVERIFY(!alone.doubt().isEmpty());
        // Cut off with one other, it still is no majority.
        const ClusterMap cut =
            merged({primary("a", 7001, 9, "0-16383", true) + primary("b", 7002, 2, {})
                    + primary("c", 7003, 3, "10923-16383")},
                   before);
        QCOMPARE(primaryOf(cut, 6000), u"127.0.0.1:7001"_s);
        const ClusterMap none = merged({}, before);
        QCOMPARE(none.uncovered(), 0);
        QVERIFY(none.isKnown() && !none.doubt().isEmpty());
    }

    void followsSlotsThatMove()
    {
        const ClusterMap before = merged(healthy());
        std::vector<QByteArray> texts;
        for (int self = 0; self < 3; ++self)
            texts.push_back(primary("a", 7001, 1, "0-99 101-5460", self == 0)
                            + primary("b", 7002, 9, "100 5461-10922", self == 1)
                            + primary("c", 7003, 3, "10923-16383", self == 2)
                            + primary("e", 7005, 0, {})); // joins
        texts[2] = healthy()[2]; // has not heard of it
        const ClusterMap after = merged(texts, before);
        QCOMPARE(numberOf(after, 100), numberOf(before, 6000));
        QCOMPARE(numberOf(after, 99), numberOf(before, 99));
        QCOMPARE(after.shards().size(), std::size_t(4));
        QVERIFY(after.shards()[3].slots.empty());
        QVERIFY(after.findPrimary({u"127.0.0.1"_s, 7005}));
        // And one that has left has a number that nobody else gets.
        const ClusterMap left = merged(healthy(), after);
        QCOMPARE(left.shards().size(), std::size_t(3));
        std::vector<QByteArray> again = healthy();
        for (QByteArray &text : again)
            text += primary("f", 7006, 0, {});
        QCOMPARE(merged(again, left).shards().back().number, 4);
    }

    void saysWhichSlotsNobodyKeeps()
    {
        std::vector<QByteArray> texts;
        for (int self = 0; self < 2; ++self)
            texts.push_back(primary("a", 7001, 1, "0-5460", self == 0)
                            + primary("b", 7002, 2, "5462-16383", self == 1));
        const ClusterMap map = merged(texts);
        QCOMPARE(map.uncovered(), 1);
        QCOMPARE(map.shardOf(5461), nullptr);
    }

    void mapsAddresses()
    {
        const auto nodes = nodesOf(primary("a", 7001, 1, "0-16383", true));
        const AddressRule rule{u"127.0.0.1"_s, {}, u"10.1.1.1"_s, 100, true};
        const ClusterMap map = mergedMap({*nodes}, {}, {rule});
        QCOMPARE(primaryOf(map, 5), u"10.1.1.1:7101"_s);
    }
};

LOCKSCOPE_TEST_SUITE(TestClusterMap)
#include "tst_clustermap.moc"
