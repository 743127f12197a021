// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of LockBook that follows who waits and which clients live.
#include "core/format/traits.h"
#include "core/watch/server/lockbook.h"
#include "core/watch/track/liveness.h"

#include <algorithm>

namespace lockscope::watch {

std::vector<QByteArray> LockBook::channels(const LockName &name) const
{
    const auto place = m_locks.find(name);
    const format::Format *const format =
        place == LockStore::nowhere ? nullptr : m_locks.packed(place).format();
    if (format == nullptr)
        return {};
    const LockRecord &shown = *m_locks.record(place);
    std::vector<QByteArray> channels;
    const QByteArray own = format->waitChannel(name);
    if (!own.isEmpty() && !format::traitsOf(*shown.kind).hasFairQueue())
        channels.push_back(own);
    const auto pulses = m_pulses.find(name);
    if (pulses == m_pulses.end() || !shown.waiters)
        return channels;
    const auto add = [&](const WaiterRecord &waiter) {
        const QByteArray channel = format->waiterChannel(name, waiter.owner);
        if (!channel.isEmpty())
            channels.push_back(channel);
    };
    if (m_asksAllWaiters) {
        std::for_each(shown.waiters->begin(), shown.waiters->end(), add);
        return channels;
    }
    for (const std::size_t number : pulses->second.places(shown.waiters->size()))
        add((*shown.waiters)[number]);
    return channels;
}

std::vector<LockName> LockBook::wokenBy(const format::NameMeaning &meaning) const
{
    // A lock that is known to have a queue goes before one whose own channel it would be, and that
    // one before a lock of which no queue is known yet.
    enum Rank { HasQueue, Own, MayHaveQueue, Unknown };
    const auto rankOf = [&](const LockName &lock) {
        const auto place = m_locks.find(lock);
        const bool isKnown = place != LockStore::nowhere;
        if (!isKnown && !m_evidence.awaits(lock))
            return Unknown;
        if (std::find(meaning.queued.begin(), meaning.queued.end(), lock) == meaning.queued.end())
            return Own;
        const bool hasQueue =
            isKnown && format::traitsOf(*m_locks.record(place)->kind).hasFairQueue();
        return hasQueue ? HasQueue : MayHaveQueue;
    };
    std::vector<LockName> woken;
    Rank best = Unknown;
    for (const LockName &lock : meaning.locks) {
        const Rank rank = rankOf(lock);
        if (rank < best)
            woken.clear();
        best = std::min(best, rank);
        if (rank == best && rank != Unknown)
            woken.push_back(lock);
    }
    return woken;
}

bool LockBook::hasUncheckedWaiters() const
{
    const Instant at = m_time.now();
    const auto names = m_locks.names();
    return std::any_of(names.begin(), names.end(), [&](const LockName &name) {
        const auto place = m_locks.find(name);
        const format::Format *const format = m_locks.packed(place).format();
        const LockPointer shown = m_locks.record(place);
        if (format == nullptr || !shown->waiters)
            return false;
        return std::any_of(shown->waiters->begin(), shown->waiters->end(),
                           [&](const WaiterRecord &waiter) {
                               return livenessOf(waiter, at) == Liveness::Unchecked
                                   && !format->waiterChannel(name, waiter.owner).isEmpty();
                           });
    });
}

void LockBook::followWaiters(const LockName &name, const TrackedLock &lock, const Moment &now)
{
    const auto &waiters = lock.reading.waiters;
    if (!waiters || waiters->empty())
        m_pulses.erase(name);
    else
        m_pulses[name].follow(*waiters, now.instant);
}

WaiterPulses *LockBook::pulsesOf(const LockName &name)
{
    const auto known = m_pulses.find(name);
    return known == m_pulses.end() ? nullptr : &known->second;
}

void LockBook::countWaiters(const LockName &name, const OpenLock &open, const Subscribers &counted,
                            Instant now)
{
    WaiterPulses *const pulses = pulsesOf(name);
    if (pulses == nullptr || !open.lock.reading.waiters || counted.empty())
        return;
    std::unordered_map<QByteArray, qint64> counts(counted.begin(), counted.end());
    for (const format::Waiter &waiter : *open.lock.reading.waiters) {
        const auto count = counts.find(open.format->waiterChannel(name, waiter.owner));
        if (count != counts.end())
            pulses->counted(waiter.owner, count->second, now);
    }
    pulses->asked(open.lock.reading.waiters->size());
}

void LockBook::noteSubscribers(const LockName &name, const Subscribers &counted)
{
    const auto place = m_locks.find(name);
    const format::Format *const format =
        place == LockStore::nowhere ? nullptr : m_locks.packed(place).format();
    if (format == nullptr)
        return;
    const LockRecord &shown = *m_locks.record(place);
    std::optional<qint64> waiting = shown.waitingConnections;
    const QByteArray own = format->waitChannel(name);
    for (const auto &[channel, count] : counted) {
        if (channel == own && !format::traitsOf(*shown.kind).hasFairQueue())
            waiting = count;
    }
    if (waiting == shown.waitingConnections && !m_pulses.contains(name))
        return; // as for most locks at each sweep
    OpenLock lock = m_locks.open(place);
    lock.lock.waitingConnections = waiting;
    const Moment at = now();
    countWaiters(name, lock, counted, at.instant);
    store(place, name, lock, at);
}

void LockBook::followClients(const LockName &name, const TrackedLock &lock)
{
    if (!format::libraryTraitsOf(lock.reading.library).hasClients)
        return;
    for (const TrackedHold &hold : lock.holds) {
        if (hold.renewals > 0)
            m_clients[clientOf(hold.hold.owner)].locks.insert(name);
    }
}

void LockBook::forgetClients(const LockName &name, const TrackedLock &lock)
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
const Heartbeat &LockBook::clientHeartbeat(const QByteArray &client, Instant now)
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
