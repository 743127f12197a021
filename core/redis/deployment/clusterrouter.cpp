// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/clusterrouter.h"

#include "core/base/async/combine.h"
#include "core/redis/handshake.h"
#include "core/redis/info.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

constexpr int mostRedirections = 5;
// The time for which a process that was left may still carry out the commands that were sent to it.
constexpr std::chrono::minutes longestEcho{10};

std::shared_ptr<ClusterTopology> clusterFor(const ConnectionConfig &config)
{
    if (const auto *const shard = qobject_cast<ShardTopology *>(config.topology.get()))
        return shard->cluster();
    return std::make_shared<ClusterTopology>(config);
}

} // namespace

ClusterRouter::ClusterRouter(const ConnectionConfig &config)
    : m_config(config)
    , m_cluster(clusterFor(config))
    , m_owners(slotCount, -1)
{
    connect(m_cluster.get(), &ClusterTopology::changed, this, [this] { onTopology(); });
}

ClusterRouter::~ClusterRouter()
{
    m_scope.cancel();
    const Calls ending = std::exchange(m_calls, {}); // waiters find nothing that is half gone
}

void ClusterRouter::open()
{
    if (std::exchange(m_isOpen, true))
        return;
    m_cluster->begin();
    m_cluster->retry();
    onTopology();
}

void ClusterRouter::close()
{
    m_isOpen = false;
    const QPointer guard(this);
    const auto nodes = std::exchange(m_nodes, {});
    for (const auto &[shard, node] : nodes) {
        node->connection.disconnect(this);
        node->close();
    }
    if (guard)
        wakeFollowers();
}

DeploymentNode *ClusterRouter::nodeOf(int slot) const
{
    if (slot == anySlot) {
        const auto ready =
            std::ranges::find_if(m_nodes, [](const auto &each) { return each.second->isReady(); });
        return ready == m_nodes.end() ? nullptr : ready->second.get();
    }
    int shard = m_owners[static_cast<std::size_t>(slot)];
    if (!m_learned.empty()) {
        if (const auto learned = m_learned.find(slot); learned != m_learned.end())
            shard = learned->second;
    }
    const auto known = m_nodes.find(shard);
    return known == m_nodes.end() ? nullptr : known->second.get();
}

bool ClusterRouter::isReady() const
{
    const auto &shards = m_cluster->map().shards();
    return m_isOpen && m_cluster->map().isKnown()
        && std::ranges::all_of(shards, [this](const ClusterShard &shard) {
               const auto node = m_nodes.find(shard.number);
               return shard.slots.empty() || (node != m_nodes.end() && node->second->isReady());
           });
}

bool ClusterRouter::isGivenUp(int slot) const
{
    if (!m_isOpen || m_cluster->map().isKnown()) {
        const DeploymentNode *const node = slot == anySlot ? nullptr : nodeOf(slot);
        return !m_isOpen || (node && node->connection.state() == Connection::State::Closed);
    }
    return m_cluster->hindrance() && endsForGood(*m_cluster->hindrance());
}

bool ClusterRouter::isReady(int slot) const
{
    const DeploymentNode *const node = nodeOf(slot);
    return node && node->isReady();
}

Error ClusterRouter::notServed(int slot) const
{
    return {ErrorKind::Server, "CLUSTERDOWN"_ba,
            Sentence::say("no server of the cluster keeps the hash slot %1").arg(slot),
            m_config.target.label()};
}

std::optional<Error> ClusterRouter::lastError() const
{
    if (!m_cluster->map().isKnown())
        return m_cluster->hindrance();
    for (const auto &[shard, node] : m_nodes) {
        const ClusterShard *const known = m_cluster->map().find(shard);
        if (known && !known->slots.empty() && node->connection.lastError())
            return node->connection.lastError();
    }
    return {};
}

std::optional<Error> ClusterRouter::lastError(int slot) const
{
    if (!m_cluster->map().isKnown())
        return m_cluster->hindrance();
    const DeploymentNode *const node = nodeOf(slot);
    return node ? node->connection.lastError() : notServed(slot);
}

bool ClusterRouter::isTracking(int slot) const
{
    const DeploymentNode *const node = nodeOf(slot);
    return node && node->isTracking();
}

bool ClusterRouter::isTracking() const
{
    return std::ranges::any_of(m_nodes, [](const auto &each) { return each.second->isTracking(); });
}

bool ClusterRouter::hasEndedPredecessors(int slot) const
{
    const auto wandered = m_wandering.find(slot);
    if (wandered != m_wandering.end() && TopologyPeer::now() - wandered->second < longestEcho)
        return false;
    const DeploymentNode *const node = nodeOf(slot);
    return node && node->connection.hasEndedPredecessors();
}

bool ClusterRouter::hasEndedPredecessors() const
{
    return std::ranges::none_of(
               m_wandering,
               [](const auto &slot) { return TopologyPeer::now() - slot.second < longestEcho; })
        && std::ranges::all_of(m_nodes, [](const auto &each) {
               return each.second->connection.hasEndedPredecessors();
           });
}

bool ClusterRouter::hasShardedChannels() const
{
    return std::ranges::any_of(m_nodes, [](const auto &each) {
        return each.second->isReady()
            && mayHaveShardedChannels(each.second->connection.serverVersion());
    });
}

bool ClusterRouter::hasReplicas() const
{
    const auto &shards = m_cluster->map().shards();
    return shards.empty() || std::ranges::any_of(shards, [](const ClusterShard &shard) {
               return shard.members.size() > 1;
           });
}

// Nothing was sent.
Pending<Reply> ClusterRouter::refusal(int slot) const
{
    if (m_isOpen && m_cluster->map().isKnown() && slot != anySlot) {
        Reply reply;
        reply.type = Reply::Type::Error;
        reply.bytes =
            "CLUSTERDOWN no server of the cluster keeps the hash slot " + QByteArray::number(slot);
        return Pending<Reply>::ready(std::move(reply));
    }
    const auto why = lastError();
    return Pending<Reply>::ready(fail(ErrorKind::ConnectionLost,
                                      why ? Sentence::say("not connected: %1").arg(why->text)
                                          : Sentence::say("not connected"),
                                      m_config.target.label()));
}

Pending<Reply> ClusterRouter::send(int slot, Ask ask)
{
    DeploymentNode *const node = nodeOf(slot);
    if (!node)
        return refusal(slot);
    auto asked = ask(*node, Asking::No);
    if (asked.isReady())
        return asked; // it was not sent
    const auto call = m_calls.emplace(m_calls.end());
    call->asked = std::move(asked);
    call->slot = slot;
    call->ask = std::move(ask);
    call->due = TopologyPeer::now() + m_config.commandTimeout;
    auto pending = call->done.pending();
    call->asked.then([this, call](Result<Reply> &&reply) { onReply(call, std::move(reply)); });
    return pending;
}

void ClusterRouter::onReply(Calls::iterator call, Result<Reply> &&reply)
{
    if (reply && reply->isError() && redirectionFrom(*reply)) {
        call->asked =
            m_scope.start([this, slot = call->slot, ask = std::move(call->ask), due = call->due,
                           first = *std::move(reply)] { return follow(slot, ask, due, first); });
        call->asked.then([this, call](Result<Reply> &&last) { onReply(call, std::move(last)); });
        return;
    }
    Completion<Reply> done = std::move(call->done);
    m_calls.erase(call);
    done.complete(std::move(reply)); // may end this object
}

// "MOVED 3999 127.0.0.1:6381", "ASK 3999 127.0.0.1:6381"
std::optional<ClusterRouter::Redirection> ClusterRouter::redirectionFrom(const Reply &reply)
{
    const bool isAsk = reply.bytes.startsWith("ASK ");
    if (!reply.isError() || (!isAsk && !reply.bytes.startsWith("MOVED ")))
        return {};
    const auto words = reply.bytes.split(' ');
    bool isNumber = false;
    const int slot = words.value(1).toInt(&isNumber);
    if (words.size() < 3 || !isNumber || slot < 0 || slot >= slotCount)
        return {};
    return Redirection{isAsk, slot, words[2]};
}

// The node at the address that a server named; null: it is not known, or not connected.
DeploymentNode *ClusterRouter::named(const Redirection &where)
{
    const ClusterShard *const shard = m_cluster->findAnnounced(where.address);
    const auto known = shard ? m_nodes.find(shard->number) : m_nodes.end();
    if (known == m_nodes.end())
        return nullptr;
    if (where.isAsk) {
        m_wandering[where.slot] = TopologyPeer::now();
    } else if (nodeOf(where.slot) != known->second.get()) {
        m_learned[where.slot] = shard->number;
        m_wandering[where.slot] = TopologyPeer::now();
    }
    return known->second->isReady() ? known->second.get() : nullptr;
}

QCoro::Task<Result<Reply>> ClusterRouter::follow(int slot, Ask ask, Instant due, Reply reply)
{
    const Error timeout{
        ErrorKind::Timeout, {}, Sentence::say("no reply in time"), m_config.target.label()};
    for (int redirections = 0; redirections < mostRedirections; ++redirections) {
        const auto where = redirectionFrom(reply);
        if (!where)
            co_return reply;
        if (!where->isAsk)
            m_cluster->refresh();
        DeploymentNode *node = named(*where);
        while (!node && TopologyPeer::now() < due) {
            auto changed = m_followers.emplace_back().pending();
            co_await m_scope.wait(std::move(changed),
                                  std::chrono::ceil<Millis>(due - TopologyPeer::now()));
            if (m_scope.isCancelled() || !m_isOpen)
                co_return fail(ErrorKind::Cancelled, Sentence::say("the connection was closed"));
            node = named(*where);
            if (!node && !where->isAsk && slot != anySlot && isReady(slot))
                node = nodeOf(slot); // the map is newer than the reply
        }
        if (!node)
            break;
        auto asked = ask(*node, where->isAsk ? Asking::Yes : Asking::No);
        const auto left = std::max(std::chrono::ceil<Millis>(due - TopologyPeer::now()), Millis(1));
        auto answer = co_await m_scope.wait(std::move(asked), left);
        if (!answer)
            co_return fail(answer.error().kind == ErrorKind::Timeout ? timeout : answer.error());
        reply = *std::move(answer);
    }
    if (!redirectionFrom(reply))
        co_return reply;
    // Nothing was done: as a server says it that is asked during a move.
    reply.bytes = "TRYAGAIN the hash slot is being moved (" + reply.bytes + ')';
    co_return reply;
}

void ClusterRouter::wakeFollowers()
{
    auto waiting = std::exchange(m_followers, {});
    for (Completion<void> &follower : waiting)
        follower.complete(Result<void>());
}

Pending<std::vector<Result<Reply>>> ClusterRouter::sendToEach(const Arguments &command)
{
    std::vector<Pending<Reply>> asked;
    for (const auto &[shard, node] : m_nodes)
        asked.push_back(node->connection.send(command));
    if (asked.empty())
        asked.push_back(refusal(anySlot));
    return whenAll(std::move(asked));
}

void ClusterRouter::onTopology()
{
    if (!m_isOpen)
        return;
    if (!m_cluster->map().isKnown()) {
        if (const auto hindrance = m_cluster->hindrance())
            Q_EMIT lost(*hindrance, endsForGood(*hindrance), [](int) { return true; });
        return;
    }
    m_learned.clear();
    const bool hasMoved = noteOwners();
    const QPointer guard(this);
    updateNodes();
    if (guard)
        Q_EMIT routesChanged();
    if (guard && hasMoved)
        Q_EMIT serverChanged();
    if (guard && hasMoved)
        Q_EMIT disturbed();
    if (guard)
        wakeFollowers();
}

// True if a slot has another owner now: its keys are on another server.
bool ClusterRouter::noteOwners()
{
    const Instant now = TopologyPeer::now();
    std::erase_if(m_wandering, [&](const auto &slot) { return now - slot.second >= longestEcho; });
    bool hasMoved = false;
    for (int slot = 0; slot < slotCount; ++slot) {
        int &owner = m_owners[static_cast<std::size_t>(slot)];
        const ClusterShard *const shard = m_cluster->map().shardOf(slot);
        const int before = std::exchange(owner, shard ? shard->number : -1);
        if (before == owner || before == -1)
            continue;
        m_wandering[slot] = now;
        hasMoved = true;
    }
    return hasMoved;
}

void ClusterRouter::updateNodes()
{
    std::vector<std::unique_ptr<DeploymentNode>> ending;
    for (auto it = m_nodes.begin(); it != m_nodes.end();) {
        if (m_cluster->map().find(it->first)) {
            ++it;
            continue;
        }
        ending.push_back(std::move(it->second));
        m_wereReady.erase(it->first);
        it = m_nodes.erase(it);
    }
    for (const ClusterShard &shard : m_cluster->map().shards()) {
        if (!m_nodes.contains(shard.number))
            addNode(shard);
    }
    for (auto &node : ending) {
        node->connection.disconnect(this);
        node->connection.giveUp({ErrorKind::ConnectionLost,
                                 {},
                                 Sentence::say("the server is not part of the cluster any more"),
                                 m_config.target.label()});
        node->close();
        node.release()->deleteLater(); // it may be calling
    }
}

void ClusterRouter::addNode(const ClusterShard &shard)
{
    const int number = shard.number;
    auto &node = m_nodes[number];
    node = std::make_unique<DeploymentNode>(
        ClusterTopology::configForShard(m_config, m_cluster, number), true);
    connect(&node->connection, &Connection::ready, this, [this, number] { onNodeReady(number); });
    connect(&node->connection, &Connection::lost, this,
            [this, number](const Error &error, bool final) { onNodeLost(number, error, final); });
    connect(node.get(), &DeploymentNode::processChanged, this, &ClusterRouter::serverChanged);
    Q_EMIT nodeAdded(node.get());
    node->connection.open();
}

void ClusterRouter::onNodeReady(int shard)
{
    const bool isAgain = !m_wereReady.insert(shard).second || m_wasReady;
    m_wasReady = m_wasReady || isReady();
    const QPointer guard(this);
    wakeFollowers();
    if (guard)
        Q_EMIT nodeReady();
    if (guard && isAgain)
        Q_EMIT disturbed();
}

void ClusterRouter::onNodeLost(int shard, const Error &error, bool final)
{
    Q_EMIT lost(error, final, [this, shard](int slot) {
        return m_owners[static_cast<std::size_t>(slot)] == shard;
    });
}

} // namespace lockscope::redis
