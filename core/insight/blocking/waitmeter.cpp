// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/blocking/waitmeter.h"

#include <algorithm>

namespace lockscope::insight {

namespace {

// Many connections for centuries must not overflow.
Millis product(qint64 connections, Instant::duration span)
{
    constexpr qint64 most = 1'000'000;
    const Millis whole = std::clamp(std::chrono::floor<Millis>(span), Millis(0),
                                    Millis(std::chrono::hours(24 * 366)));
    return whole * std::clamp<qint64>(connections, 0, most);
}

} // namespace

void WaitMeter::noteWaiters(Entry &entry, const watch::LockRecord &lock, Instant now)
{
    std::vector<Seen> waiters;
    waiters.reserve(lock.waiters->size());
    for (const watch::WaiterRecord &waiter : *lock.waiters)
        waiters.push_back({waiter.owner, now});
    const auto byOwner = [](const Seen &a, const Seen &b) { return a.owner < b.owner; };
    std::sort(waiters.begin(), waiters.end(), byOwner);
    auto known = entry.waiters.begin();
    for (Seen &waiter : waiters) {
        known = std::lower_bound(known, entry.waiters.end(), waiter, byOwner);
        if (known == entry.waiters.end())
            break;
        if (known->owner == waiter.owner)
            waiter.since = known->since;
    }
    entry.waiters = std::move(waiters);
}

void WaitMeter::note(const watch::LockId &id, const watch::LockPointer &lock, Instant now)
{
    const bool hasQueue = lock && lock->waiters && !lock->waiters->empty();
    const qint64 connections = lock && !lock->waiters ? lock->waitingConnections.value_or(0) : 0;
    if (!hasQueue && connections == 0) {
        m_locks.erase(id); // a former waiter does not wait any more
        return;
    }
    Entry &entry = m_locks[id];
    if (hasQueue)
        noteWaiters(entry, *lock, now);
    else
        entry.waiters.clear();
    entry.connectionTime += product(entry.connections, now - entry.countedAt);
    entry.connections = connections;
    entry.countedAt = now;
}

WaitMeter::Queue WaitMeter::queue(const watch::LockId &lock) const
{
    Queue queue;
    if (const auto entry = m_locks.find(lock); entry != m_locks.end())
        queue.m_entry = &entry->second;
    return queue;
}

std::optional<Instant> WaitMeter::Queue::since(const OwnerId &waiter) const
{
    if (!m_entry)
        return std::nullopt;
    const auto &waiters = m_entry->waiters;
    const auto known =
        std::lower_bound(waiters.begin(), waiters.end(), waiter,
                         [](const Seen &seen, const OwnerId &owner) { return seen.owner < owner; });
    return known == waiters.end() || known->owner != waiter ? std::nullopt
                                                            : std::optional(known->since);
}

Millis WaitMeter::connectionTime(const watch::LockId &lock, Instant now) const
{
    const auto entry = m_locks.find(lock);
    if (entry == m_locks.end())
        return Millis(0);
    return entry->second.connectionTime
        + product(entry->second.connections,
                  std::max(Instant::duration(0), now - entry->second.countedAt));
}

} // namespace lockscope::insight
