// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/watcher.h"

#include "core/watch/server/clusterwatch.h"
#include "core/watch/server/serverwatch.h"

#include <algorithm>
#include <iterator>

namespace lockscope::watch {

struct Watcher::Private {
    struct Watched {
        DeploymentId deployment;
        ServerId id;
        std::unique_ptr<ServerWatch> watch; // empty: a cluster
        std::unique_ptr<ClusterWatch> cluster = {};
    };

    WatchOptions options;
    WatchMailbox &mailbox;
    const Clock &clock;
    IdentityAllocator &ids;
    std::vector<Watched> watched;

    ServerWatch *find(ServerId server) const
    {
        for (const Watched &each : watched) {
            if (each.watch && each.id == server)
                return each.watch.get();
            if (ServerWatch *const shard = each.cluster ? each.cluster->find(server) : nullptr)
                return shard;
        }
        return nullptr;
    }
    // Asks the same of a server and of a cluster.
    template <typename Ask>
    void askAll(const Ask &ask) const
    {
        for (const Watched &each : watched) {
            if (each.watch)
                ask(*each.watch, each.deployment);
            else
                ask(*each.cluster, each.deployment);
        }
    }
    template <typename Ask>
    void askThoseOf(DeploymentId deployment, const Ask &ask) const
    {
        askAll([&](auto &each, DeploymentId its) {
            if (its == deployment)
                ask(each);
        });
    }
};

Watcher::Watcher(WatchOptions options, WatchMailbox &mailbox, const Clock &clock,
                 IdentityAllocator &ids)
    : d(new Private{std::move(options), mailbox, clock, ids, {}})
{}

Watcher::~Watcher() = default;

void Watcher::addServer(DeploymentId deployment, ServerId server, const redis::Target &target)
{
    addServer(deployment, server, target, d->options.prefixes, d->options.pins,
              d->options.learnNames);
}

void Watcher::addServer(DeploymentId deployment, ServerId server, const redis::Target &target,
                        std::vector<QByteArray> prefixes, std::vector<format::Pin> pins,
                        bool learnNames)
{
    WatchOptions options = d->options;
    options.prefixes = std::move(prefixes);
    options.pins = std::move(pins);
    options.learnNames = learnNames;
    if (target.form == redis::Target::Form::Cluster) {
        d->watched.push_back({deployment, server, {}});
        auto &cluster = d->watched.back().cluster;
        cluster = std::make_unique<ClusterWatch>(deployment, server, target, options, d->mailbox,
                                                 d->clock, d->ids);
        cluster->start();
        return;
    }
    d->watched.push_back(
        {deployment, server,
         std::make_unique<ServerWatch>(deployment, server, target, options, d->mailbox, d->clock)});
    d->watched.back().watch->start();
}

std::vector<ServerId> Watcher::servers() const
{
    std::vector<ServerId> all;
    for (const Private::Watched &each : d->watched) {
        if (each.watch)
            all.push_back(each.id);
        else
            std::ranges::copy(each.cluster->servers(), std::back_inserter(all));
    }
    return all;
}

void Watcher::removeDeployment(DeploymentId deployment)
{
    d->askThoseOf(deployment, [](auto &watch) { watch.stop(); });
    std::erase_if(d->watched, [&](const auto &each) { return each.deployment == deployment; });
}

void Watcher::reconnect(ServerId server)
{
    for (const Private::Watched &each : d->watched) {
        if (each.cluster && std::ranges::count(each.cluster->servers(), server) > 0)
            each.cluster->reconnect();
    }
    if (ServerWatch *const watch = d->find(server))
        watch->reconnect();
}

void Watcher::expectForced(const LockId &lock, bool expected)
{
    d->askThoseOf(lock.deployment, [&](auto &watch) { watch.expectForced(lock.name, expected); });
}

void Watcher::followOnReplicas(const std::optional<LockId> &lock)
{
    d->askAll([&](auto &watch, DeploymentId deployment) {
        const bool isItsOwn = lock && deployment == lock->deployment;
        watch.followOnReplicas(isItsOwn ? std::optional(lock->name) : std::nullopt);
    });
}

void Watcher::stopScan(ServerId server)
{
    if (ServerWatch *const watch = d->find(server))
        watch->stopScan();
}

void Watcher::startScan(ServerId server)
{
    if (ServerWatch *const watch = d->find(server))
        watch->startScan();
}

void Watcher::setKnownNames(DeploymentId deployment, std::shared_ptr<const AliasRules> rules)
{
    d->askThoseOf(deployment, [&](auto &watch) { watch.setKnownNames(rules); });
}

void Watcher::showGuesses(bool shown)
{
    d->options.guesses = shown;
    d->askAll([shown](auto &watch, DeploymentId) { watch.showGuesses(shown); });
}

void Watcher::stop()
{
    d->askAll([](auto &watch, DeploymentId) { watch.stop(); });
    d->watched.clear();
}

} // namespace lockscope::watch
