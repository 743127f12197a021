// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/track/heartbeat.h"
#include "core/watch/track/lockstore.h"

#include <unordered_map>
#include <unordered_set>

namespace lockscope::watch {

// Follows the clients whose watchdogs renew locks of one server: whether a client lives shows in
// all of its locks together. No I/O; one thread; the store must outlive it.
class ClientBook
{
public:
    explicit ClientBook(const LockStore &locks)
        : m_locks(locks)
    {}

    // The lock as it was read just now, and as it was before.
    void follow(const LockName &name, const TrackedLock &lock);
    void forget(const LockName &name, const TrackedLock &lock);
    const Heartbeat &heartbeatOf(const QByteArray &client, Instant now);

private:
    struct Client {
        std::unordered_set<LockName> locks; // that it renews
        Heartbeat heartbeat;
        Instant judgedAt;
    };

    const LockStore &m_locks;
    std::unordered_map<QByteArray, Client> m_clients;
};

} // namespace lockscope::watch
