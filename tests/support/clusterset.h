// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "tests/support/redisprocess.h"

#include <limits>
#include <map>
#include <memory>
#include <vector>

namespace lockscope::test {

struct ClusterSetOptions {
    int primaries = 3; // with fewer, the loss of one leaves no majority to elect another
    int replicas = 1; // of each primary
    Millis nodeTimeout{1'000}; // silence that the nodes call "failing"
    bool requireFullCoverage = false; // one lost slot stops the whole cluster
    QByteArray user{}; // empty: the default user
    QByteArray password{}; // empty: none
    QStringList arguments{}; // more, for every node
    std::vector<Certificates::Pair> tls{}; // of the nodes, in order: they also listen for TLS
};

// A Redis Cluster: real processes on free ports of 127.0.0.1, which die with this object, as
// RedisProcess does. A shard is a primary with its replicas; it keeps its number whichever of its
// nodes is the primary, and whichever slots it has. Replicas do not migrate between shards, and a
// primary without slots stays a primary. Made on the main thread.
class ClusterSet
{
public:
    explicit ClusterSet(ClusterSetOptions options = {});
    ~ClusterSet();
    ClusterSet(const ClusterSet &) = delete;
    ClusterSet &operator=(const ClusterSet &) = delete;

    // Spreads all slots evenly over the primaries, and waits until settle() is true.
    [[nodiscard]] bool start();

    // redis+cluster://127.0.0.1:1,127.0.0.1:2, all nodes but those removed, in the order of node()
    QString url() const;

    // In the order of their start: first the primary of each shard, then the replicas of shard 0,
    // those of shard 1 and so on, then the added nodes. A removed node keeps its number.
    RedisProcess &node(int i) const { return *m_nodes.at(static_cast<std::size_t>(i)).process; }
    int nodeCount() const { return static_cast<int>(m_nodes.size()); }
    int shardCount() const { return m_shards; }
    int shardOf(const RedisProcess &node) const { return find(node).shard; }
    // The ID that CLUSTER NODES shows; also of a node that does not run.
    QByteArray idOf(const RedisProcess &node) const { return find(node).id; }

    // By CLUSTER NODES of the nodes that answer, each asked for itself. While two claim the same
    // shard or slot, the one with the newest configuration epoch; null while none does.
    RedisProcess *primary(int shard) const;
    RedisProcess *ownerOf(int slot) const;
    RedisProcess *ownerOf(const QByteArray &key) const { return ownerOf(slotOf(key)); }
    // In the order of the shards, without shards that have none now.
    std::vector<RedisProcess *> primaries() const;
    // The nodes that answer and follow this one.
    std::vector<RedisProcess *> replicasOf(const RedisProcess &primary) const;
    int slotOf(const QByteArray &key) const; // as a node says; -1 while none answers

    // These answer the primary that it was; the promotion comes later.
    RedisProcess &killPrimary(int shard);
    RedisProcess &pausePrimary(int shard);
    // Runs the event loop until another node is the primary of this one's shard.
    [[nodiscard]] bool awaitPromotion(const RedisProcess &former) const;
    // CLUSTER FAILOVER of a replica; waits until it is the primary, and for settle().
    [[nodiscard]] bool failover(int shard);

    // Moves a slot with its keys to another primary, and waits for settle().
    [[nodiscard]] bool moveSlot(int slot, RedisProcess &to);
    // The same at once, by the servers themselves (Valkey 9).
    [[nodiscard]] bool moveSlotAtomically(int slot, RedisProcess &to);
    // The same in steps. Between the first and the last, the owner answers ASK for keys that it
    // does not have.
    [[nodiscard]] bool beginMove(int slot, RedisProcess &to);
    [[nodiscard]] bool migrateKeys(int slot, int atMost = std::numeric_limits<int>::max()) const;
    // Names the new owner to all primaries that answer; false while the old one still has keys.
    [[nodiscard]] bool endMove(int slot);

    // Both wait for settle(); null if the node does not start or join.
    RedisProcess *addPrimary(); // a new shard without slots
    RedisProcess *addReplica(int shard);
    // Stops a node and lets all others forget it. It has neither slots nor replicas.
    [[nodiscard]] bool removeNode(int i);

    // Runs the event loop until the nodes that answer all know each other, agree on roles, slots
    // and epochs, accept commands, and each replica is in step with a primary that answers.
    [[nodiscard]] bool settle() const;

private:
    struct Node {
        std::unique_ptr<RedisProcess> process;
        QByteArray id;
        int shard = 0;
        bool isMember = true;

        bool answers() const { return isMember && process->isRunning() && !process->isPaused(); }
    };

    bool startNodes();
    bool startNode(int shard);
    bool assignEpochs() const;
    bool assignSlots() const;
    bool introduce(int i) const;
    bool follow(const RedisProcess &replica, const RedisProcess &primary) const;
    bool addNode(int shard);
    bool setSlot(const RedisProcess &node, int slot, const char *state, const QByteArray &id) const;
    template <typename Condition>
    RedisProcess *newestPrimary(Condition condition) const;
    std::vector<const Node *> answering() const;
    const Node &find(const RedisProcess &node) const;
    bool isKnownToAll() const;
    bool isForgotten(const QByteArray &id) const;
    bool isAgreed() const;
    bool isLinked(const RedisProcess &node) const;

    ClusterSetOptions m_options;
    std::vector<Node> m_nodes;
    std::map<int, RedisProcess *> m_moves; // which slots are on their way to which node
    int m_shards = 0;
};

} // namespace lockscope::test
