// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clustermap.h"

#include "core/base/text.h"
#include "tests/fuzz/fuzz.h"

#include <set>

// Cluster maps of what several nodes say, one after the other.
using namespace Qt::StringLiterals;

namespace lockscope::fuzz {

namespace {

using namespace redis;

constexpr int mostRounds = 2;

void requireSound(const ClusterMap &map)
{
    std::set<int> numbers;
    int covered = 0;
    for (const ClusterShard &shard : map.shards()) {
        require(numbers.insert(shard.number).second, "each shard has its number");
        require(map.find(shard.number) == &shard, "a shard is found by its number");
        require(!shard.members.empty() && shard.members.size() == shard.nodeIds.size()
                    && shard.nodeIds.front() == shard.primaryId,
                "a shard has members, the primary first");
        require(shard.primary.port != 0 && !shard.primary.host.isEmpty(),
                "primaries have addresses");
        int last = -2;
        for (const SlotRange &range : shard.slots) {
            require(range.first > last + 1 && range.last >= range.first && range.last < slotCount,
                    "slots are sorted, apart and within bounds");
            last = range.last;
            covered += range.last - range.first + 1;
            require(map.shardOf(range.first) == &shard && map.shardOf(range.last) == &shard,
                    "a slot has the shard that names it");
        }
    }
    require(covered + map.uncovered() == slotCount, "each slot is kept once or not at all");
    require(map.shardOf(-1) == nullptr && map.shardOf(slotCount) == nullptr, "no other slots");
}

} // namespace

void run(QByteArrayView input)
{
    Bytes bytes(input);
    const bool byName = bytes.number(2) == 1;
    std::vector<AddressRule> rules;
    if (bytes.number(2) == 1)
        rules.push_back({u"10.0.0.1"_s, {}, u"127.0.0.1"_s, 1000, true});
    const HostPort asked{u"asked"_s, 7000};

    ClusterMap map;
    int rounds = 0; // of 16,384 slots each
    std::vector<std::vector<ClusterNode>> answers;
    while (!bytes.isEmpty()) {
        Reply reply;
        reply.type = Reply::Type::String;
        reply.bytes = bytes.text();
        const int slot = slotOf(reply.bytes);
        require(slot >= 0 && slot < slotCount, "a key has a slot");
        if (reply.bytes.isEmpty()) { // the next round of questions
            if (answers.empty() || ++rounds > mostRounds)
                continue;
            map = mergedMap(answers, map, rules);
            requireSound(map);
            answers.clear();
            continue;
        }
        const auto nodes = clusterNodesFrom(reply, asked, byName);
        if (!nodes)
            continue;
        int slots = 0;
        for (const ClusterNode &node : *nodes) {
            require(!node.id.isEmpty() && node.announced.port != 0 && node.epoch >= 0,
                    "a node has an id, an address and an epoch");
            require(visible(node.announced.host.toUtf8()) == node.announced.host,
                    "an address can be shown");
            int ofNode = 0;
            for (const SlotRange &range : node.slots)
                ofNode += range.last - range.first + 1;
            require(ofNode <= slotCount, "a node has no more slots than there are");
            slots += ofNode;
        }
        if (slots <= 4 * slotCount) // of more, each input would take long
            answers.push_back(*nodes);
    }
    if (!answers.empty())
        requireSound(mergedMap(answers, map, rules));
}

} // namespace lockscope::fuzz
