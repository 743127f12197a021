// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/aliasrules.h"
#include "core/redis/clustertopology.h"
#include "core/redis/target/foreigncertificates.h"
#include "core/watch/server/serverwatch.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::watch {

// Watches a cluster: a ServerWatch for each shard, made and ended as the map of the cluster says. A
// lock whose slot moves goes from the book of one shard to that of the other with all that was seen
// of it, so that its move is no event. I/O thread; owns the map.
//
// Until the map is known, one record tells how the attempt stands; the first shard takes its id.
class ClusterWatch : public QObject
{
    Q_OBJECT

public:
    ClusterWatch(DeploymentId deployment, ServerId first, const redis::Target &target,
                 WatchOptions options, WatchMailbox &mailbox, const Clock &clock,
                 IdentityAllocator &ids);
    ~ClusterWatch() override;

    void start();
    void stop();
    void reconnect();

    std::vector<ServerId> servers() const;
    ServerWatch *find(ServerId server) const;
    // The next three hold for shards that join later, too.
    void setKnownNames(std::shared_ptr<const AliasRules> rules);
    void followOnReplicas(const std::optional<LockName> &name);
    void showGuesses(bool shown);
    // Of the shard that knows the lock.
    void expectForced(const LockName &name, bool expected);

private:
    class Shard;

    void forEach(const std::function<void(ServerWatch &)> &tell) const;
    void onMap();
    void addShard(const redis::ClusterShard &shard);
    void moveLocks();
    void publishWithoutMap();
    Shard *findShard(int number) const;

    const DeploymentId m_deployment;
    const redis::Target m_target;
    WatchOptions m_options;
    WatchMailbox &m_mailbox;
    const Clock &m_clock;
    IdentityAllocator &m_ids;
    std::optional<ServerId> m_freeId; // of the record that no shard has taken yet
    std::shared_ptr<const AliasRules> m_knownNames;
    std::optional<LockName> m_followed;
    const std::shared_ptr<redis::ForeignCertificates> m_certificates;
    std::shared_ptr<redis::ClusterTopology> m_topology;
    std::vector<std::unique_ptr<Shard>> m_shards;
};

} // namespace lockscope::watch
