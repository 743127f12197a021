// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clustermap.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockscope::redis {

const ClusterShard *ClusterMap::shardOf(int slot) const
{
    if (slot < 0 || static_cast<std::size_t>(slot) >= m_owners.size())
        return nullptr;
    const qint16 owner = m_owners[static_cast<std::size_t>(slot)];
    return owner < 0 ? nullptr : &m_shards[static_cast<std::size_t>(owner)];
}

const ClusterShard *ClusterMap::find(int number) const
{
    const auto found = std::ranges::find(m_shards, number, &ClusterShard::number);
    return found == m_shards.end() ? nullptr : &*found;
}

const ClusterShard *ClusterMap::findPrimary(const HostPort &address) const
{
    const auto found = std::ranges::find(m_shards, address, &ClusterShard::primary);
    return found == m_shards.end() ? nullptr : &*found;
}

int ClusterMap::uncovered() const
{
    return m_owners.empty() ? slotCount
                            : static_cast<int>(std::ranges::count(m_owners, qint16(-1)));
}

// Makes one map of many answers.
class ClusterMerger
{
public:
    ClusterMerger(const ClusterMap &before, const std::vector<AddressRule> &rules)
        : m_before(before)
        , m_rules(rules)
    {}

    ClusterMap merge(const std::vector<std::vector<ClusterNode>> &answers)
    {
        for (const auto &nodes : answers) {
            for (const ClusterNode &node : nodes)
                learn(node);
        }
        claimSlots(answers);
        makeShards();
        fillSlots();
        if (!isMajority()) {
            ClusterMap kept = m_before.isKnown() ? m_before : m_map;
            kept.m_doubt = Sentence::say("only %1 of the cluster's %2 primaries reply, too few to "
                                         "believe what they say of the others")
                               .arg(m_repliedPrimaries, m_primaries);
            return kept;
        }
        return m_map;
    }

private:
    struct Known {
        ClusterNode node;
        bool isOwnWord = false; // as the node itself says
    };
    struct Claim {
        const ClusterNode *by = nullptr;
        qint64 epoch = -1;
    };

    // A node's word about itself first, then that of a node that is connected to it, then the
    // newest.
    void learn(const ClusterNode &node)
    {
        if (node.isSelf)
            m_replied.insert(node.id);
        // Each node is limited in the nodes that it tells; this is for what all tell together.
        if (m_nodes.size() >= mostClusterNodes && !m_nodes.contains(node.id))
            return;
        const auto [at, isNew] = m_nodes.try_emplace(node.id, Known{node, node.isSelf});
        Known &known = at->second;
        if (isNew)
            return;
        const bool isFailing = known.node.isFailing || node.isFailing;
        const bool isBetter = node.isSelf
            || (!known.isOwnWord
                && std::pair(node.epoch, node.isLinked)
                    > std::pair(known.node.epoch, known.node.isLinked));
        if (isBetter)
            known = {node, node.isSelf};
        // A node does not say of itself that the others call it down; one that answers is up.
        known.node.isFailing = isFailing && !known.isOwnWord;
    }

    void claimSlots(const std::vector<std::vector<ClusterNode>> &answers)
    {
        m_claims.resize(slotCount);
        for (const auto &nodes : answers) {
            for (const ClusterNode &node : nodes) {
                for (const SlotRange &range : node.slots) {
                    for (int slot = range.first; slot <= range.last; ++slot)
                        claim(slot, node);
                }
            }
        }
    }

    void claim(int slot, const ClusterNode &node)
    {
        Claim &best = m_claims[static_cast<std::size_t>(slot)];
        if (best.by == nullptr || node.epoch > best.epoch
            || (node.epoch == best.epoch && node.isSelf && !best.by->isSelf))
            best = {&node, node.epoch};
    }

    void makeShards()
    {
        std::set<QByteArray> owners;
        for (const Claim &claim : m_claims) {
            if (claim.by)
                owners.insert(claim.by->id);
        }
        for (const auto &[id, known] : m_nodes) {
            const bool isOwner = owners.contains(id);
            if (!isOwner && (!known.node.isPrimary() || known.node.isFailing))
                continue;
            m_primaries += isOwner ? 1 : 0;
            m_repliedPrimaries += isOwner && m_replied.contains(id) ? 1 : 0;
            m_map.m_shards.push_back(shardOf(known.node));
        }
        number();
        std::ranges::sort(m_map.m_shards, {}, &ClusterShard::number);
    }

    ClusterShard shardOf(const ClusterNode &primary) const
    {
        ClusterShard shard;
        shard.primaryId = primary.id;
        shard.primary = mapped(primary.announced, m_rules);
        shard.epoch = primary.epoch;
        shard.members.push_back({Member::Kind::Primary, shard.primary, {}, !primary.isFailing, {}});
        shard.nodeIds.push_back(primary.id);
        for (const auto &[id, known] : m_nodes) {
            if (known.node.follows != primary.id || id == primary.id)
                continue;
            shard.members.push_back({Member::Kind::Replica,
                                     mapped(known.node.announced, m_rules),
                                     shard.primary,
                                     !known.node.isFailing,
                                     {}});
            shard.nodeIds.push_back(id);
        }
        return shard;
    }

    // The shard before with the same primary, else with any of its nodes, else a new number.
    void number()
    {
        std::set<int> taken;
        const auto take = [&](ClusterShard &shard, const auto &isSame) {
            for (const ClusterShard &old : m_before.m_shards) {
                if (!taken.contains(old.number) && isSame(old)) {
                    shard.number = old.number;
                    return taken.insert(old.number).second;
                }
            }
            return false;
        };
        std::vector<ClusterShard *> open;
        for (ClusterShard &shard : m_map.m_shards) {
            if (!take(shard, [&](const auto &old) { return old.primaryId == shard.primaryId; }))
                open.push_back(&shard);
        }
        m_map.m_nextNumber = m_before.m_nextNumber;
        for (ClusterShard *const shard : open) {
            const auto shares = [&](const ClusterShard &old) {
                return std::ranges::find(old.nodeIds, shard->primaryId) != old.nodeIds.end();
            };
            if (!take(*shard, shares))
                shard->number = m_map.m_nextNumber++;
        }
    }

    void fillSlots()
    {
        m_map.m_owners.assign(slotCount, -1);
        std::map<QByteArray, qint16> indexes;
        for (std::size_t i = 0; i < m_map.m_shards.size(); ++i)
            indexes.emplace(m_map.m_shards[i].primaryId, static_cast<qint16>(i));
        for (int slot = 0; slot < slotCount; ++slot) {
            const Claim &claim = m_claims[static_cast<std::size_t>(slot)];
            const auto found = claim.by ? indexes.find(claim.by->id) : indexes.end();
            if (found == indexes.end())
                continue;
            m_map.m_owners[static_cast<std::size_t>(slot)] = found->second;
            auto &slots = m_map.m_shards[static_cast<std::size_t>(found->second)].slots;
            if (!slots.empty() && slots.back().last == slot - 1)
                slots.back().last = slot;
            else
                slots.push_back({slot, slot});
        }
    }

    bool isMajority() const { return 2 * m_repliedPrimaries > m_primaries; }

    const ClusterMap &m_before;
    const std::vector<AddressRule> &m_rules;
    std::map<QByteArray, Known> m_nodes; // by id
    std::set<QByteArray> m_replied;
    std::vector<Claim> m_claims; // for each slot
    int m_primaries = 0; // that keep slots
    int m_repliedPrimaries = 0;
    ClusterMap m_map;
};

ClusterMap mergedMap(const std::vector<std::vector<ClusterNode>> &answers, const ClusterMap &before,
                     const std::vector<AddressRule> &rules)
{
    return ClusterMerger(before, rules).merge(answers);
}

} // namespace lockscope::redis
