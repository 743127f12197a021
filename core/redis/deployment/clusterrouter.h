// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/clustertopology.h"
#include "core/redis/deployment/deploymentnode.h"

#include <list>
#include <map>
#include <set>
#include <unordered_map>

namespace lockscope::redis {

// The servers of a cluster behind one deployment: a node for each shard, made and ended as the map
// says, and the way of each command to the node that keeps its slot. A server that answers MOVED or
// ASK has done nothing, so the command is sent again to the server that it names: at most five
// times, and within the command's own time. One thread; owns the nodes.
class ClusterRouter : public QObject
{
    Q_OBJECT

public:
    using Asking = DeploymentNode::Asking;
    // Sends the command to a node. It may be called several times, and after its maker has gone.
    using Ask = std::function<Pending<Reply>(DeploymentNode &node, Asking asking)>;

    explicit ClusterRouter(const ConnectionConfig &config);
    ~ClusterRouter() override;

    void open();
    void close(); // outstanding calls answer Cancelled

    static constexpr int anySlot = -1;
    // Without a slot to the first node that is ready.
    [[nodiscard]] Pending<Reply> send(int slot, Ask ask);
    [[nodiscard]] Pending<std::vector<Result<Reply>>> sendToEach(const Arguments &command);

    // No further attempt is made.
    bool isGivenUp(int slot = anySlot) const;
    // All nodes that keep slots are ready, and together they keep all slots that anybody keeps.
    bool isReady() const;
    bool isReady(int slot) const;
    std::optional<Error> lastError() const;
    std::optional<Error> lastError(int slot) const;
    bool isTracking(int slot) const;
    bool isTracking() const; // some node
    // Commands that were sent over earlier connections, and to a server that kept the slot within
    // the last ten minutes, are not carried out any more.
    bool hasEndedPredecessors(int slot) const;
    bool hasEndedPredecessors() const; // in any slot
    void refresh() { m_cluster->refresh(); } // the map may be old
    // Some server may have sharded channels.
    bool hasShardedChannels() const;
    bool hasReplicas() const; // as the map says, or may have while it is unknown
    DeploymentNode *nodeOf(int slot) const; // null: none

Q_SIGNALS:
    void nodeAdded(lockscope::redis::DeploymentNode *node);
    void routesChanged(); // nodeOf() may answer otherwise
    void nodeReady(); // one more
    // Of one node, whose slots are `isOf(slot)`; or, without a map, of all.
    void lost(const lockscope::Error &error, bool final, const std::function<bool(int slot)> &isOf);
    void serverChanged(); // as Deployment's
    void disturbed(); // changes of keys may have been missed

private:
    // One command on its way.
    struct Call {
        Completion<Reply> done;
        Pending<Reply> asked;
        int slot = anySlot;
        Ask ask;
        Instant due;
    };
    using Calls = std::list<Call>;
    // The server to which a reply redirects a command.
    struct Redirection {
        bool isAsk = false;
        int slot = 0;
        QByteArray address;
    };

    static std::optional<Redirection> redirectionFrom(const Reply &reply);
    Error notServed(int slot) const;
    Pending<Reply> refusal(int slot) const;
    void onReply(Calls::iterator call, Result<Reply> &&reply);
    QCoro::Task<Result<Reply>> follow(int slot, Ask ask, Instant due, Reply reply);
    DeploymentNode *named(const Redirection &where);
    void onTopology();
    bool noteOwners();
    void updateNodes();
    void addNode(const ClusterShard &shard);
    void onNodeReady(int shard);
    void onNodeLost(int shard, const Error &error, bool final);
    void wakeFollowers();

    const ConnectionConfig m_config;
    std::shared_ptr<ClusterTopology> m_cluster;
    bool m_isOpen = false;
    std::map<int, std::unique_ptr<DeploymentNode>> m_nodes; // by the number of the shard
    std::set<int> m_wereReady; // shards
    bool m_wasReady = false; // all of them
    std::vector<int> m_owners; // the shard of each slot as the map said last; -1: none
    std::unordered_map<int, int> m_learned; // of MOVED, since the map changed: shards of slots
    std::unordered_map<int, Instant> m_wandering; // slots that were on the way, and when
    std::vector<Completion<void>> m_followers; // of redirections, which wait for a node
    Calls m_calls;
    TaskScope m_scope{"router"}; // last
};

} // namespace lockscope::redis
