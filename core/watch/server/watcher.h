// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/aliasrules.h"
#include "core/base/clock.h"
#include "core/format/hints.h"
#include "core/redis/target/target.h"
#include "core/watch/record/watchmailbox.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockscope::watch {

struct WatchOptions {
    std::vector<QByteArray> prefixes; // where locks live; empty: everywhere
    std::vector<LockName> names; // watch these alone and scan for nothing; empty: all locks
    bool events = true; // false: look once, keep no subscription
    double budget = 0.05; // of one processor of the server, for the scan for locks
    Millis probePeriod{30'000}; // how often refused commands and subscriptions are retried
    Millis verifyPeriod{15 * 60'000}; // between two scans that check the events
    std::vector<format::Pin> pins = {}; // the user's kinds for some keys
    bool guesses = false; // also show keys that only their value makes look like locks
    bool checkWaiters =
        false; // with events false: find out within a second or two which waiters are alive
    // Ask for connections and their names: to name owners, and who is connected to replicas.
    bool learnNames = false;
};

// Watches any number of servers. A QObject of the I/O thread: made anywhere, moved there, started
// and stopped by queued calls; everything else it tells through the mailbox. The mailbox, the clock
// and the allocator, which gives ids to the shards of clusters, must outlive it.
class Watcher : public QObject
{
    Q_OBJECT

public:
    Watcher(WatchOptions options, WatchMailbox &mailbox, const Clock &clock,
            IdentityAllocator &ids);
    ~Watcher() override;

    // Adds a server of a deployment, under ids that are unique for the mailboxes' reader, and
    // starts watching it: its record is published at once. Only on the watcher's thread.
    void addServer(DeploymentId deployment, ServerId server, const redis::Target &target);
    // The same with prefixes and pins other than those of the options.
    void addServer(DeploymentId deployment, ServerId server, const redis::Target &target,
                   std::vector<QByteArray> prefixes, std::vector<format::Pin> pins = {},
                   bool learnNames = false);

    // All servers that are watched, those of the first deployment first; of a cluster its shards,
    // which come and go. Only on the watcher's thread.
    std::vector<ServerId> servers() const;

    // Owners that these name need not be learned about. Only on the watcher's thread.
    void setKnownNames(DeploymentId deployment, std::shared_ptr<const AliasRules> rules);

    // Closes the connections to its servers and reports nothing of them any more; the reader
    // forgets the reports that it has. Only on the watcher's thread.
    void removeDeployment(DeploymentId deployment);

    // Tries connections at once that wait for their next attempt or were given up. Only on the
    // watcher's thread.
    void reconnect(ServerId server);

    // Shows guesses, or hides them, from now on. Only on the watcher's thread.
    void showGuesses(bool shown);

    // An action of this program is about to take holds of the lock away, or is not, after all: a
    // hold that ends meanwhile was force-unlocked. Only on the watcher's thread.
    void expectForced(const LockId &lock, bool expected);

    // The server's record tells from now on whether replicas have this lock, and not any more
    // whether they have the one before it. Only on the watcher's thread.
    void followOnReplicas(const std::optional<LockId> &lock);

    // Ends the running scan for locks; its results stay. Only on the watcher's thread.
    void stopScan(ServerId server);
    // Looks for locks once more from the beginning, unless it does so already. Only on the
    // watcher's thread.
    void startScan(ServerId server);

    // Closes every connection. Only on the watcher's thread.
    void stop();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope::watch
