// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/redis/clusterwords.h"
#include "core/redis/topology.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::redis {

// One primary of a cluster with its replicas.
struct ClusterShard {
    int number = 0; // stays the same while any of its nodes stays; never given twice
    QByteArray primaryId; // the node id
    HostPort primary; // where to connect to
    qint64 epoch = 0; // of the primary's configuration
    std::vector<SlotRange> slots; // sorted; empty: it keeps no keys
    std::vector<Member> members; // the primary first, then its replicas
    std::vector<QByteArray> nodeIds; // of the members

    friend bool operator==(const ClusterShard &, const ClusterShard &) = default;
};

// Which shard keeps which slot. A value, any thread.
class ClusterMap
{
public:
    const std::vector<ClusterShard> &shards() const { return m_shards; }
    bool isKnown() const { return !m_shards.empty(); }
    // The shard that keeps the slot; empty: none.
    const ClusterShard *shardOf(int slot) const;
    const ClusterShard *find(int number) const;
    const ClusterShard *findPrimary(const HostPort &address) const;
    int uncovered() const; // slots that no shard keeps
    // Such as that too few primaries answer for the map to be believed; empty: none.
    const Sentence &doubt() const { return m_doubt; }

    friend bool operator==(const ClusterMap &, const ClusterMap &) = default;

private:
    friend class ClusterMerger;

    std::vector<ClusterShard> m_shards; // by number
    std::vector<qint16> m_owners; // index of the shard for each slot; -1: none; empty: unknown
    Sentence m_doubt;
    int m_nextNumber = 0;
};

// The map made of the answers of all nodes. Each slot belongs to the claim with the newest
// configuration epoch, which is the cluster's own rule, so that a node that was cut off cannot take
// a slot back; a node's word about itself goes before that of others. If half of the primaries do
// not answer, the map before stays, with a doubt: no lock is concluded to have gone then.
// Addresses are taken after `rules`.
ClusterMap mergedMap(const std::vector<std::vector<ClusterNode>> &answers, const ClusterMap &before,
                     const std::vector<AddressRule> &rules);

} // namespace lockscope::redis
