// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/clustermap.h"
#include "core/redis/topology.h"
#include "core/redis/topologypeer.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace lockscope::redis {

// Keeps the map of a cluster true. Each node is asked for CLUSTER NODES every second (of more than
// 16 nodes each less often), so that a failover, of which a cluster tells nobody, costs no more
// than that. The whole map is replaced each time. One thread with an event loop, which may destroy
// it in any of its signals and answers. Shared by the shards' topologies and by those who route
// commands.
class ClusterTopology : public QObject
{
    Q_OBJECT

public:
    explicit ClusterTopology(const ConnectionConfig &config);
    ~ClusterTopology() override;

    void begin(); // harmless a second time
    const ClusterMap &map() const { return m_map; }
    // Why there is no map; empty while there is one.
    const std::optional<Error> &hindrance() const { return m_hindrance; }
    // A server's answer showed that the map is old: it is asked for at once, at most once a second.
    void refresh();
    // The shard whose primary a server's answer names, such as "127.0.0.1:7001" in MOVED; empty:
    // none.
    const ClusterShard *findAnnounced(const QByteArray &address) const;
    // Nodes that were given up are tried once more.
    void retry();
    // The configuration of a connection to this shard's primary. It keeps the topology alive.
    static ConnectionConfig configForShard(const ConnectionConfig &config,
                                           const std::shared_ptr<ClusterTopology> &cluster,
                                           int shard);

Q_SIGNALS:
    void changed(); // the map or the hindrance

private:
    struct Node;

    void addNode(const HostPort &address, bool isGiven);
    void poll();
    void decideSoon();
    void decide();
    void learnNodes(Instant now);
    bool isEnough(Instant now) const;
    std::optional<Error> hindranceOf(Instant now) const;
    Node *find(const HostPort &address) const;

    const std::unique_ptr<const ConnectionConfig> m_config;
    std::vector<std::unique_ptr<Node>> m_nodes;
    ClusterMap m_map;
    std::optional<Error> m_hindrance;
    std::optional<Instant> m_firstWordAt;
    Instant m_refreshedAt;
    bool m_isDecisionDue = false;
    QTimer m_timer;
};

// The primary of one shard, by the map of its cluster.
class ShardTopology final : public Topology
{
    Q_OBJECT

public:
    ShardTopology(std::shared_ptr<ClusterTopology> cluster, int shard);

    void report(const HostPort &address, bool isPrimary) override;
    int shard() const { return m_shard; }
    const std::shared_ptr<ClusterTopology> &cluster() const { return m_cluster; }

private:
    void begin() override;
    void take();

    const std::shared_ptr<ClusterTopology> m_cluster;
    const int m_shard;
};

} // namespace lockscope::redis
