// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clustertopology.h"

#include "core/redis/topologywords.h"
#include "core/redis/wire.h"

#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

constexpr std::size_t mostAsked = 256;
constexpr std::size_t nodesASecond = 16;
constexpr Millis betweenRefreshes{1000};

} // namespace

struct ClusterTopology::Node {
    HostPort address;
    bool isGiven = false; // by the user
    bool isListed = false; // by another node
    std::vector<ClusterNode> word; // empty: none yet
    std::optional<Error> refusal; // it replies, but not about a cluster
    std::unique_ptr<TopologyPeer> peer; // last: it calls back

    bool isKnown(Instant now) const { return !word.empty() && peer->isFresh(now); }
};

ClusterTopology::ClusterTopology(const ConnectionConfig &config)
    : m_config(std::make_unique<ConnectionConfig>(config))
{
    m_timer.setInterval(TopologyPeer::period);
    connect(&m_timer, &QTimer::timeout, this, [this] { poll(); });
}

ClusterTopology::~ClusterTopology() = default;

void ClusterTopology::begin()
{
    if (m_timer.isActive())
        return;
    m_timer.start();
    for (const HostPort &host : m_config->target.hosts)
        addNode(host, true);
}

void ClusterTopology::refresh()
{
    const Instant now = TopologyPeer::now();
    if (now - m_refreshedAt < betweenRefreshes)
        return;
    m_refreshedAt = now;
    for (const auto &node : m_nodes)
        node->peer->poll();
}

const ClusterShard *ClusterTopology::findAnnounced(const QByteArray &address) const
{
    const qsizetype colon = address.lastIndexOf(':');
    if (colon < 0)
        return nullptr;
    const auto place = addressFrom(address.first(colon), address.sliced(colon + 1));
    return place ? m_map.findPrimary(mapped(*place, m_config->target.addressMap)) : nullptr;
}

void ClusterTopology::retry()
{
    for (const auto &node : m_nodes)
        node->peer->retry();
}

ClusterTopology::Node *ClusterTopology::find(const HostPort &address) const
{
    const auto found = std::ranges::find(
        m_nodes, address, [](const auto &node) -> const HostPort & { return node->address; });
    return found == m_nodes.end() ? nullptr : found->get();
}

void ClusterTopology::addNode(const HostPort &address, bool isGiven)
{
    Node *const node = m_nodes.emplace_back(std::make_unique<Node>()).get();
    node->address = address;
    node->isGiven = isGiven;
    node->isListed = true;
    TopologyPeer::Handlers handlers;
    handlers.answered = [this, node](const std::vector<Reply> &answers) {
        auto word = clusterNodesFrom(answers.front(), node->address, m_config->target.tls);
        node->refusal.reset();
        if (!word && answers.front().isError())
            node->refusal = errorFrom(answers.front(), toText(node->address));
        else if (!word)
            node->refusal = Error{ErrorKind::Protocol,
                                  {},
                                  Sentence::say("unexpected reply to CLUSTER NODES"),
                                  toText(node->address)};
        node->word = word ? *std::move(word) : std::vector<ClusterNode>();
        if (!node->word.empty() && !m_firstWordAt) {
            m_firstWordAt = TopologyPeer::now();
            QTimer::singleShot(TopologyPeer::patienceForOthers, this, [this] { decide(); });
        }
    };
    handlers.changed = [this] { decideSoon(); };
    node->peer = std::make_unique<TopologyPeer>(configForNode(*m_config, address),
                                                std::vector<Arguments>{{"CLUSTER"_ba, "NODES"_ba}},
                                                std::move(handlers));
}

void ClusterTopology::poll()
{
    // A large cluster is asked in turns: each answer has a line for each node.
    m_timer.setInterval(TopologyPeer::period * static_cast<int>(1 + m_nodes.size() / nodesASecond));
    for (const auto &node : m_nodes)
        node->peer->poll();
    decideSoon(); // a node that kept us waiting since the last time is believed no more
}

// Never from inside a connection, which the decision may end.
void ClusterTopology::decideSoon()
{
    if (std::exchange(m_isDecisionDue, true))
        return;
    QMetaObject::invokeMethod(
        this, [this] { decide(); }, Qt::QueuedConnection);
}

void ClusterTopology::learnNodes(Instant now)
{
    std::vector<HostPort> listed;
    for (const auto &node : m_nodes) {
        if (!node->isKnown(now))
            continue;
        for (const ClusterNode &other : node->word) {
            if (!other.isFailing)
                listed.push_back(mapped(other.announced, m_config->target.addressMap));
        }
    }
    for (const auto &node : m_nodes)
        node->isListed = false;
    for (const HostPort &address : listed) {
        if (Node *const known = find(address))
            known->isListed = true;
        else if (m_nodes.size() < mostAsked)
            addNode(address, false);
    }
    std::erase_if(m_nodes, [&](const auto &node) {
        return !node->isGiven && !node->isListed && !node->isKnown(now)
            && m_map.findPrimary(node->address) == nullptr;
    });
}

bool ClusterTopology::isEnough(Instant now) const
{
    if (m_map.isKnown())
        return true;
    return std::ranges::all_of(m_nodes, [](const auto &node) { return node->peer->isSettled(); })
        || (m_firstWordAt && now - *m_firstWordAt >= TopologyPeer::patienceForOthers);
}

void ClusterTopology::decide()
{
    m_isDecisionDue = false;
    const Instant now = TopologyPeer::now();
    learnNodes(now);
    if (!isEnough(now))
        return;
    std::vector<std::vector<ClusterNode>> answers;
    for (const auto &node : m_nodes) {
        if (node->isKnown(now))
            answers.push_back(node->word);
    }
    ClusterMap map = mergedMap(answers, m_map, m_config->target.addressMap);
    auto hindrance = map.isKnown() ? std::nullopt : hindranceOf(now);
    if (map == m_map && hindrance == m_hindrance)
        return;
    m_map = std::move(map);
    m_hindrance = std::move(hindrance);
    Q_EMIT changed();
}

std::optional<Error> ClusterTopology::hindranceOf(Instant now) const
{
    const Node *shown = nullptr;
    bool areAllGivenUp = true;
    for (const auto &node : m_nodes) {
        if (!node->peer->isSettled() && !node->isKnown(now))
            return {}; // in a moment
        const auto &error = node->refusal ? node->refusal : node->peer->error();
        if (!error)
            continue;
        areAllGivenUp = areAllGivenUp && (node->refusal || node->peer->isGivenUp());
        if (!shown || (node->peer->isGivenUp() && !shown->peer->isGivenUp()))
            shown = node.get();
    }
    if (!shown)
        return {};
    const Error &error = shown->refusal ? *shown->refusal : *shown->peer->error();
    return Error{areAllGivenUp ? error.kind : ErrorKind::Unreachable, error.code,
                 Sentence::say("none of the %1 servers describes the cluster (%2: %3)")
                     .arg(m_nodes.size(), toText(shown->address), error.text),
                 m_config->target.label()};
}

ConnectionConfig ClusterTopology::configForShard(const ConnectionConfig &config,
                                                 const std::shared_ptr<ClusterTopology> &cluster,
                                                 int shard)
{
    ConnectionConfig own = config;
    own.topology = std::make_shared<ShardTopology>(cluster, shard);
    return own;
}

ShardTopology::ShardTopology(std::shared_ptr<ClusterTopology> cluster, int shard)
    : m_cluster(std::move(cluster))
    , m_shard(shard)
{
    connect(m_cluster.get(), &ClusterTopology::changed, this, [this] { take(); });
}

void ShardTopology::begin()
{
    m_cluster->begin();
    take();
}

void ShardTopology::report(const HostPort &address, bool isPrimary)
{
    Q_UNUSED(address)
    if (!isPrimary)
        m_cluster->refresh();
}

namespace {

// The first whose primary is up speaks for the cluster.
bool tellsCoverage(const ClusterMap &map, const ClusterShard &shard)
{
    const auto speaker = std::ranges::find_if(map.shards(), [](const ClusterShard &each) {
        return !each.members.empty() && each.members.front().isUp;
    });
    return speaker != map.shards().end() && speaker->number == shard.number;
}

} // namespace

void ShardTopology::take()
{
    TopologyView view;
    std::optional<Error> why = m_cluster->hindrance();
    const ClusterMap &map = m_cluster->map();
    if (const ClusterShard *const shard = map.find(m_shard)) {
        view.primary = shard->primary;
        view.members = shard->members;
        view.epoch = shard->epoch;
        view.doubt = map.doubt();
        view.uncoveredSlots = tellsCoverage(map, *shard) ? map.uncovered() : 0;
    } else if (map.isKnown()) {
        why = Error{ErrorKind::Unreachable, "NOPRIMARY"_ba,
                    Sentence::say("the shard is not part of the cluster any more"), QString()};
    }
    settle(std::move(view), std::move(why));
}

} // namespace lockscope::redis
