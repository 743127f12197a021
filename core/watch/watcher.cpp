// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/watcher.h"

#include "core/watch/serverwatch.h"

namespace lockscope::watch {

struct Watcher::Private {
    WatchOptions options;
    WatchMailbox &mailbox;
    std::vector<std::unique_ptr<ServerWatch>> servers;
};

Watcher::Watcher(WatchOptions options, WatchMailbox &mailbox)
    : d(new Private{std::move(options), mailbox, {}})
{}

Watcher::~Watcher() = default;

void Watcher::addServer(const redis::Target &target)
{
    addServer(target, d->options.prefixes, d->options.pins);
}

void Watcher::addServer(const redis::Target &target, std::vector<QByteArray> prefixes,
                        std::vector<format::Pin> pins)
{
    const int index = d->options.firstServer + static_cast<int>(d->servers.size());
    WatchOptions options = d->options;
    options.prefixes = std::move(prefixes);
    options.pins = std::move(pins);
    d->servers.push_back(std::make_unique<ServerWatch>(index, target, options, d->mailbox));
    d->servers.back()->start();
}

void Watcher::expectForced(int server, const LockName &name, bool expected)
{
    const int place = server - d->options.firstServer;
    if (place >= 0 && place < static_cast<int>(d->servers.size()))
        d->servers[static_cast<std::size_t>(place)]->expectForced(name, expected);
}

void Watcher::stopScan(int server)
{
    const int place = server - d->options.firstServer;
    if (place >= 0 && place < static_cast<int>(d->servers.size()))
        d->servers[static_cast<std::size_t>(place)]->stopScan();
}

void Watcher::showGuesses(bool shown)
{
    d->options.guesses = shown;
    for (const auto &server : d->servers)
        server->showGuesses(shown);
}

void Watcher::stop()
{
    for (const auto &server : d->servers)
        server->stop();
    d->servers.clear();
}

} // namespace lockscope::watch
