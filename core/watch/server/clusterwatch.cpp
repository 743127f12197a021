// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/clusterwatch.h"

#include "core/watch/server/shardlink.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::watch {

namespace {

redis::ConnectionConfig configFor(const redis::Target &target,
                                  std::shared_ptr<redis::ForeignCertificates> certificates)
{
    redis::ConnectionConfig config;
    config.target = target;
    config.certificates = std::move(certificates);
    return config;
}

} // namespace

// A shard with its watch, and the link between them.
class ClusterWatch::Shard final : public ShardLink, public OtherListeners
{
public:
    Shard(ClusterWatch &cluster, int number, ServerId server)
        : m_cluster(cluster)
        , m_number(number)
        , m_server(server)
        , m_topology(std::make_shared<redis::ShardTopology>(cluster.m_topology, number))
        , m_watch(std::make_unique<ServerWatch>(cluster.m_deployment, server, cluster.m_target,
                                                cluster.m_options, cluster.m_mailbox,
                                                cluster.m_clock, this))
    {}

    int number() const { return m_number; }
    ServerId server() const { return m_server; }
    ServerWatch &watch() const { return *m_watch; }

    const std::shared_ptr<redis::Topology> &topology() const override { return m_topology; }

    const std::shared_ptr<redis::ForeignCertificates> &certificates() const override
    {
        return m_cluster.m_certificates;
    }

    bool isFirst() const override
    {
        return !m_cluster.m_shards.empty() && m_cluster.m_shards.front().get() == this;
    }

    bool keeps(const LockName &name) const override
    {
        const auto *const shard = m_cluster.m_topology->map().shardOf(redis::slotOf(name.bytes));
        return shard != nullptr && shard->number == m_number;
    }

    std::optional<OpenLock> takeFromOthers(const LockName &name) override
    {
        for (const auto &other : m_cluster.m_shards) {
            if (other.get() == this)
                continue;
            if (auto lock = other->watch().giveLock(name))
                return lock;
        }
        return {};
    }

    void redirect(const LockName &name, const Error &redirection) override
    {
        if (redirection.code == "MOVED")
            m_cluster.m_topology->refresh();
        Shard *const to = targetOf(redirection);
        if (to == nullptr || to == this) { // the map does not know it yet
            m_watch->readLater(name);
            return;
        }
        if (auto lock = m_watch->giveLock(name))
            to->watch().takeLock(name, *std::move(lock));
        else
            to->watch().readHere(name);
    }

    OtherListeners &listenersBeside(OtherListeners &own) override
    {
        m_own = &own;
        return *this;
    }

    bool areNone() const override { return m_cluster.m_shards.size() < 2 && m_own->areNone(); }

    // A message on a plain channel reaches the subscribers of every node, one on a sharded channel
    // those of its shard.
    Pending<std::vector<qint64>> count(std::vector<QByteArray> channels, bool isSharded) override
    {
        std::vector<Pending<std::vector<qint64>>> parts;
        if (!m_own->areNone())
            parts.push_back(m_own->count(channels, isSharded));
        for (const auto &other : m_cluster.m_shards) {
            if (other.get() != this)
                parts.push_back(other->watch().countListeners(channels));
        }
        return sumOfCounts(std::move(parts), channels.size());
    }

private:
    // "MOVED 1234 127.0.0.1:7001"; where the address says nothing, the map has the slot.
    Shard *targetOf(const Error &redirection) const
    {
        const redis::ClusterMap &map = m_cluster.m_topology->map();
        const QList<QByteArray> words = redirection.text.english().toUtf8().split(' ');
        const redis::ClusterShard *shard = nullptr;
        if (words.size() >= 3)
            shard = m_cluster.m_topology->findAnnounced(words[2]);
        if (shard == nullptr && words.size() >= 2 && redirection.code == "MOVED")
            shard = map.shardOf(words[1].toInt());
        return shard == nullptr ? nullptr : m_cluster.findShard(shard->number);
    }

    ClusterWatch &m_cluster;
    const int m_number;
    const ServerId m_server;
    const std::shared_ptr<redis::Topology> m_topology;
    OtherListeners *m_own = nullptr;
    std::unique_ptr<ServerWatch> m_watch; // last
};

ClusterWatch::ClusterWatch(DeploymentId deployment, ServerId first, const redis::Target &target,
                           WatchOptions options, WatchMailbox &mailbox, const Clock &clock,
                           IdentityAllocator &ids)
    : m_deployment(deployment)
    , m_target(target)
    , m_options(std::move(options))
    , m_mailbox(mailbox)
    , m_clock(clock)
    , m_ids(ids)
    , m_freeId(first)
    , m_certificates(std::make_shared<redis::ForeignCertificates>())
    , m_topology(std::make_shared<redis::ClusterTopology>(configFor(target, m_certificates)))
{
    connect(m_topology.get(), &redis::ClusterTopology::changed, this, [this] { onMap(); });
    connect(m_certificates.get(), &redis::ForeignCertificates::changed, this,
            [this] { publishWithoutMap(); });
}

ClusterWatch::~ClusterWatch() = default;

void ClusterWatch::start()
{
    publishWithoutMap();
    m_topology->begin();
}

void ClusterWatch::stop()
{
    disconnect(m_topology.get(), nullptr, this, nullptr);
    disconnect(m_certificates.get(), nullptr, this, nullptr);
    forEach([](ServerWatch &watch) { watch.stop(); });
}

void ClusterWatch::reconnect()
{
    m_topology->retry();
    forEach([](ServerWatch &watch) { watch.reconnect(); });
}

std::vector<ServerId> ClusterWatch::servers() const
{
    std::vector<ServerId> all;
    if (m_freeId)
        all.push_back(*m_freeId);
    for (const auto &shard : m_shards)
        all.push_back(shard->server());
    return all;
}

ServerWatch *ClusterWatch::find(ServerId server) const
{
    const auto found =
        std::ranges::find(m_shards, server, [](const auto &each) { return each->server(); });
    return found == m_shards.end() ? nullptr : &(*found)->watch();
}

void ClusterWatch::forEach(const std::function<void(ServerWatch &)> &tell) const
{
    for (const auto &shard : m_shards)
        tell(shard->watch());
}

void ClusterWatch::setKnownNames(std::shared_ptr<const AliasRules> rules)
{
    m_knownNames = std::move(rules);
    forEach([this](ServerWatch &watch) { watch.setKnownNames(m_knownNames); });
}

void ClusterWatch::followOnReplicas(const std::optional<LockName> &name)
{
    m_followed = name;
    forEach([&name](ServerWatch &watch) { watch.followOnReplicas(name); });
}

void ClusterWatch::showGuesses(bool shown)
{
    m_options.guesses = shown;
    forEach([shown](ServerWatch &watch) { watch.showGuesses(shown); });
}

void ClusterWatch::expectForced(const LockName &name, bool expected)
{
    forEach([&](ServerWatch &watch) { watch.expectForced(name, expected); });
}

ClusterWatch::Shard *ClusterWatch::findShard(int number) const
{
    const auto found =
        std::ranges::find(m_shards, number, [](const auto &each) { return each->number(); });
    return found == m_shards.end() ? nullptr : found->get();
}

void ClusterWatch::onMap()
{
    const redis::ClusterMap &map = m_topology->map();
    if (!map.isKnown()) {
        publishWithoutMap();
        return;
    }
    for (const redis::ClusterShard &shard : map.shards()) {
        if (findShard(shard.number) == nullptr)
            addShard(shard);
    }
    moveLocks();
    const auto left = std::ranges::partition(
        m_shards, [&map](const auto &each) { return map.find(each->number()) != nullptr; });
    std::vector<std::unique_ptr<Shard>> gone;
    std::ranges::move(left, std::back_inserter(gone));
    m_shards.erase(left.begin(), left.end());
    for (const auto &shard : gone)
        shard->watch().leave();
}

void ClusterWatch::addShard(const redis::ClusterShard &shard)
{
    const ServerId server = m_freeId ? *std::exchange(m_freeId, std::nullopt) : m_ids.newServer();
    m_shards.push_back(std::make_unique<Shard>(*this, shard.number, server));
    ServerWatch &watch = m_shards.back()->watch();
    if (m_knownNames)
        watch.setKnownNames(m_knownNames);
    if (m_followed)
        watch.followOnReplicas(m_followed);
    watch.start();
}

// Those whose slot another shard keeps by now.
void ClusterWatch::moveLocks()
{
    const redis::ClusterMap &map = m_topology->map();
    for (const auto &from : m_shards) {
        for (const LockName &name : from->watch().lockNames()) {
            const redis::ClusterShard *const owner = map.shardOf(redis::slotOf(name.bytes));
            Shard *const to = owner ? findShard(owner->number) : nullptr;
            if (to == nullptr || to == from.get())
                continue;
            if (auto lock = from->watch().giveLock(name))
                to->watch().takeLock(name, *std::move(lock));
        }
    }
}

void ClusterWatch::publishWithoutMap()
{
    if (!m_freeId)
        return;
    ServerRecord record;
    record.server = *m_freeId;
    record.deployment = m_deployment;
    record.label = m_target.label();
    record.isShard = true;
    record.discovering = true;
    record.error = m_topology->hindrance();
    record.foreignCertificates =
        foreignAmong(*m_certificates, [](const redis::HostPort &) { return true; });
    if (record.error) {
        record.state = ServerState::Down;
        record.lostAt = m_clock.now();
    }
    m_mailbox.put(record.server, std::make_shared<const ServerRecord>(std::move(record)));
}

} // namespace lockscope::watch
