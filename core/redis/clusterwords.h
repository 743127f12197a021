// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/redis/target/target.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::redis {

// The answers of cluster nodes about their cluster, as values. Replies may be hostile: a line that
// is not understood is left out. Plain functions, any thread.

inline constexpr int slotCount = 16'384;
// Redis recommends at most 1,000 nodes.
inline constexpr std::size_t mostClusterNodes = 2'000;

// The hash slot of a key: CRC16 (XMODEM) of the key, or of its hash tag (Redis Cluster
// specification, "Key distribution model").
int slotOf(const QByteArray &key);

struct SlotRange {
    int first = 0;
    int last = 0; // included

    friend bool operator==(const SlotRange &, const SlotRange &) = default;
};

// A node, as one node of the cluster describes it.
struct ClusterNode {
    QByteArray id;
    HostPort announced;
    QByteArray follows; // the id of its primary; empty: it is a primary
    bool isSelf = false; // the node that answered
    bool isFailing = false; // a majority of the primaries calls it down
    bool isLinked = false; // the node that answered is connected to it
    qint64 epoch = 0; // of its configuration; of a replica: that of its primary
    std::vector<SlotRange> slots; // of a primary, without those that it imports

    bool isPrimary() const { return follows.isEmpty(); }
    friend bool operator==(const ClusterNode &, const ClusterNode &) = default;
};

// The answer to CLUSTER NODES of the node at `asked`, whose host stands for an address that the
// node does not know. Host names are preferred if `byName` (for TLS, whose certificates have
// names). Nodes without an address are left out. Empty: no such answer.
std::optional<std::vector<ClusterNode>> clusterNodesFrom(const Reply &reply, const HostPort &asked,
                                                         bool byName);

} // namespace lockscope::redis
