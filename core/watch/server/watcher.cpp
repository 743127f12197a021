// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/watcher.h"

#include "core/watch/server/serverwatch.h"

namespace lockscope::watch {

struct Watcher::Private {
    WatchOptions options;
    WatchMailbox &mailbox;
    std::vector<std::unique_ptr<ServerWatch>> servers; // by number; empty: it was removed

    ServerWatch *find(int server) const
    {
        const int place = server - options.firstServer;
        return place >= 0 && place < static_cast<int>(servers.size())
            ? servers[static_cast<std::size_t>(place)].get()
            : nullptr;
    }
};

Watcher::Watcher(WatchOptions options, WatchMailbox &mailbox)
    : d(new Private{std::move(options), mailbox, {}})
{}

Watcher::~Watcher() = default;

void Watcher::addServer(const redis::Target &target)
{
    addServer(target, d->options.prefixes, d->options.pins, d->options.learnNames);
}

void Watcher::addServer(const redis::Target &target, std::vector<QByteArray> prefixes,
                        std::vector<format::Pin> pins, bool learnNames)
{
    const int index = d->options.firstServer + static_cast<int>(d->servers.size());
    WatchOptions options = d->options;
    options.prefixes = std::move(prefixes);
    options.pins = std::move(pins);
    options.learnNames = learnNames;
    d->servers.push_back(std::make_unique<ServerWatch>(index, target, options, d->mailbox));
    d->servers.back()->start();
}

void Watcher::removeServer(int server)
{
    ServerWatch *const watch = d->find(server);
    if (!watch)
        return;
    watch->stop();
    d->servers[static_cast<std::size_t>(server - d->options.firstServer)].reset();
}

void Watcher::reconnect(int server)
{
    if (ServerWatch *const watch = d->find(server))
        watch->reconnect();
}

void Watcher::expectForced(int server, const LockName &name, bool expected)
{
    if (ServerWatch *const watch = d->find(server))
        watch->expectForced(name, expected);
}

void Watcher::stopScan(int server)
{
    if (ServerWatch *const watch = d->find(server))
        watch->stopScan();
}

void Watcher::startScan(int server)
{
    if (ServerWatch *const watch = d->find(server))
        watch->startScan();
}

void Watcher::setKnownNames(int server, std::shared_ptr<const AliasRules> rules)
{
    if (ServerWatch *const watch = d->find(server))
        watch->setKnownNames(std::move(rules));
}

void Watcher::showGuesses(bool shown)
{
    d->options.guesses = shown;
    for (const auto &server : d->servers) {
        if (server)
            server->showGuesses(shown);
    }
}

void Watcher::stop()
{
    for (const auto &server : d->servers) {
        if (server)
            server->stop();
    }
    d->servers.clear();
}

} // namespace lockscope::watch
