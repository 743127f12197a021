// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/clientbook.h"

#include "core/format/traits.h"

#include <optional>
#include <vector>

namespace lockscope::watch {

void ClientBook::follow(const LockName &name, const TrackedLock &lock)
{
    if (!format::libraryTraitsOf(lock.reading.library).hasClients)
        return;
    for (const TrackedHold &hold : lock.holds) {
        if (hold.renewals > 0)
            m_clients[clientOf(hold.hold.owner)].locks.insert(name);
    }
}

void ClientBook::forget(const LockName &name, const TrackedLock &lock)
{
    for (const TrackedHold &hold : lock.holds) {
        const auto client =
            hold.renewals > 0 ? m_clients.find(clientOf(hold.hold.owner)) : m_clients.end();
        if (client == m_clients.end())
            continue;
        client->second.locks.erase(name);
        if (client->second.locks.empty())
            m_clients.erase(client);
    }
}

// When a client dies, each of its locks asks at about the same time.
const Heartbeat &ClientBook::heartbeatOf(const QByteArray &client, Instant now)
{
    constexpr auto lifetime = std::chrono::milliseconds(100);
    Client &known = m_clients[client];
    if (known.heartbeat.holds > 0 && now - known.judgedAt < lifetime)
        return known.heartbeat;
    std::vector<Beat> beats;
    for (const LockName &name : known.locks) {
        const auto place = m_locks.find(name);
        if (place == LockStore::nowhere)
            continue;
        for (const HoldRecord &hold : m_locks.record(place)->holds) {
            const auto beat = clientOf(hold.owner) == client ? beatOf(hold) : std::optional<Beat>();
            if (beat)
                beats.push_back(*beat);
        }
    }
    known.heartbeat = heartbeat(beats, now);
    known.judgedAt = now;
    return known.heartbeat;
}

} // namespace lockscope::watch
