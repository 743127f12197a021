// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/watcher.h"

#include "core/watch/server/serverwatch.h"

#include <algorithm>

namespace lockscope::watch {

struct Watcher::Private {
    struct Watched {
        DeploymentId deployment;
        ServerId id;
        std::unique_ptr<ServerWatch> watch;
    };

    WatchOptions options;
    WatchMailbox &mailbox;
    const Clock &clock;
    std::vector<Watched> servers;

    ServerWatch *find(ServerId server) const
    {
        const auto at = std::ranges::find(servers, server, &Watched::id);
        return at == servers.end() ? nullptr : at->watch.get();
    }
    template <typename Ask>
    void askServersOf(DeploymentId deployment, const Ask &ask) const
    {
        for (const Watched &server : servers) {
            if (server.deployment == deployment)
                ask(*server.watch);
        }
    }
};

Watcher::Watcher(WatchOptions options, WatchMailbox &mailbox, const Clock &clock)
    : d(new Private{std::move(options), mailbox, clock, {}})
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
    d->servers.push_back(
        {deployment, server,
         std::make_unique<ServerWatch>(deployment, server, target, options, d->mailbox, d->clock)});
    d->servers.back().watch->start();
}

std::vector<ServerId> Watcher::servers() const
{
    std::vector<ServerId> all;
    for (const Private::Watched &server : d->servers)
        all.push_back(server.id);
    return all;
}

void Watcher::removeDeployment(DeploymentId deployment)
{
    d->askServersOf(deployment, [](ServerWatch &watch) { watch.stop(); });
    std::erase_if(d->servers, [&](const auto &server) { return server.deployment == deployment; });
}

void Watcher::reconnect(ServerId server)
{
    if (ServerWatch *const watch = d->find(server))
        watch->reconnect();
}

void Watcher::expectForced(const LockId &lock, bool expected)
{
    d->askServersOf(lock.deployment,
                    [&](ServerWatch &watch) { watch.expectForced(lock.name, expected); });
}

void Watcher::followOnReplicas(const std::optional<LockId> &lock)
{
    for (auto &server : d->servers) {
        const bool isItsOwn = lock && server.deployment == lock->deployment;
        server.watch->followOnReplicas(isItsOwn ? std::optional(lock->name) : std::nullopt);
    }
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
    d->askServersOf(deployment, [&](ServerWatch &watch) { watch.setKnownNames(rules); });
}

void Watcher::showGuesses(bool shown)
{
    d->options.guesses = shown;
    for (const Private::Watched &server : d->servers)
        server.watch->showGuesses(shown);
}

void Watcher::stop()
{
    for (const Private::Watched &server : d->servers)
        server.watch->stop();
    d->servers.clear();
}

} // namespace lockscope::watch
