// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of LockBook that makes records, and follows who waits and which clients live.
#include "core/watch/lockbook.h"

#include <algorithm>

namespace lockscope::watch {

namespace {

bool isTaken(const TrackedLock &lock)
{
    // A number tells by itself: a semaphore is free while there is a permit left, a latch is not
    // while there is anything to count down.
    if (const auto &permits = lock.reading.permits)
        return (permits->available > 0) == (lock.reading.kind == "count-down-latch");
    if (!lock.reading.counting)
        return !lock.holds.empty();
    return std::any_of(lock.holds.begin(), lock.holds.end(),
                       [](const TrackedHold &hold) { return !hold.hold.stale; });
}

LockState stateOf(const TrackedLock &lock)
{
    if (!isTaken(lock))
        return LockState::Free;
    const bool queued = lock.reading.waiters && !lock.reading.waiters->empty();
    return queued || lock.waitingConnections.value_or(0) > 0 ? LockState::Contended
                                                             : LockState::Held;
}

} // namespace

std::vector<QByteArray> LockBook::channels(const LockName &name) const
{
    const auto known = m_locks.find(name);
    if (known == m_locks.end() || known->second.format == nullptr)
        return {};
    const Entry &entry = known->second;
    std::vector<QByteArray> channels;
    const QByteArray own = entry.format->waitChannel(name);
    if (!own.isEmpty() && entry.lock.reading.kind != "fair")
        channels.push_back(own);
    if (!entry.pulses || !entry.lock.reading.waiters)
        return channels;
    for (const format::Waiter &waiter : *entry.lock.reading.waiters) {
        if (channels.size() > WaiterPulses::maxAsked)
            break;
        const QByteArray channel = entry.format->waiterChannel(name, waiter.owner);
        if (!channel.isEmpty())
            channels.push_back(channel);
    }
    return channels;
}

void LockBook::followWaiters(Entry &entry, const Moment &now)
{
    const auto &waiters = entry.lock.reading.waiters;
    if (!waiters || waiters->empty()) {
        entry.pulses.reset();
        return;
    }
    if (!entry.pulses)
        entry.pulses = std::make_unique<WaiterPulses>();
    entry.pulses->follow(*waiters, now.instant);
}

void LockBook::countWaiters(const LockName &name, Entry &entry, const Subscribers &counted,
                            Instant now)
{
    if (!entry.pulses || !entry.lock.reading.waiters)
        return;
    for (const format::Waiter &waiter : *entry.lock.reading.waiters) {
        const QByteArray channel = entry.format->waiterChannel(name, waiter.owner);
        const auto count = std::find_if(counted.begin(), counted.end(),
                                        [&](const auto &each) { return each.first == channel; });
        if (count != counted.end())
            entry.pulses->counted(waiter.owner, count->second, now);
    }
}

void LockBook::noteSubscribers(const LockName &name, const Subscribers &counted)
{
    const auto known = m_locks.find(name);
    if (known == m_locks.end() || known->second.format == nullptr)
        return;
    Entry &entry = known->second;
    const QByteArray own = entry.format->waitChannel(name);
    for (const auto &[channel, count] : counted) {
        if (channel == own && entry.lock.reading.kind != "fair")
            entry.lock.waitingConnections = count;
    }
    const Moment at = now();
    countWaiters(name, entry, counted, at.instant);
    publish(name, entry, at);
}

void LockBook::followClients(const LockName &name, const TrackedLock &lock)
{
    if (lock.reading.library != "redisson")
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
        const auto lock = m_locks.find(name);
        if (lock == m_locks.end() || !lock->second.published)
            continue;
        for (const HoldRecord &hold : lock->second.published->holds) {
            const auto beat = clientOf(hold.owner) == client ? beatOf(hold) : std::optional<Beat>();
            if (beat)
                beats.push_back(*beat);
        }
    }
    known.heartbeat = heartbeat(beats, now);
    known.judgedAt = now;
    return known.heartbeat;
}

void LockBook::publish(const LockName &name, Entry &entry, const Moment &now)
{
    LockRecord fresh = record(name, entry, now);
    if (entry.published && fresh == *entry.published)
        return;
    entry.published = std::make_shared<const LockRecord>(std::move(fresh));
    m_mailbox.put({m_server, name}, entry.published);
}

LockRecord LockBook::record(const LockName &name, const Entry &entry, const Moment &now) const
{
    const auto local = [&](const std::optional<format::ServerMs> &at) {
        return at ? std::optional(m_clock.localTime(*at)) : std::nullopt;
    };
    const TrackedLock &lock = entry.lock;
    LockRecord record;
    record.id = {m_server, name};
    record.kind = lock.reading.kind;
    record.library = lock.reading.library;
    record.deployment = record.server = m_label;
    record.state = stateOf(lock);
    record.deadline = local(lock.reading.expireAt);
    record.waitingConnections = lock.waitingConnections;
    record.fencingToken = lock.reading.fencingToken;
    record.permits = lock.reading.permits;
    record.guess = lock.reading.isGuess();
    record.candidates = lock.reading.candidates;
    record.truncated = lock.reading.truncated;
    for (const TrackedHold &hold : lock.holds) {
        record.holds.push_back({hold.hold.owner,
                                hold.hold.mode,
                                hold.hold.count,
                                local(hold.hold.expireAt),
                                hold.observedSince,
                                hold.hold.stale,
                                hold.rhythm.lease(),
                                watchdogOf(hold, now),
                                hold.unsure ? std::nullopt : std::optional(hold.renewals),
                                {},
                                hold.rhythm.period(),
                                hold.presumedDead,
                                hold.hold.origin.host,
                                hold.hold.origin.pid,
                                std::nullopt});
        if (const auto acquiredAt = hold.hold.origin.acquiredAt)
            record.holds.back().acquiredAt = WallInstant(Millis(*acquiredAt));
    }
    if (lock.reading.waiters) {
        record.waiters.emplace();
        for (const format::Waiter &waiter : *lock.reading.waiters) {
            const auto listening =
                entry.pulses ? entry.pulses->isListening(waiter.owner) : std::nullopt;
            const bool stale =
                (waiter.deadline && *waiter.deadline <= now.server) || listening == false;
            record.waiters->push_back({waiter.owner,
                                       static_cast<int>(record.waiters->size()) + 1,
                                       local(waiter.deadline),
                                       stale,
                                       {},
                                       listening});
        }
    }
    for (const auto &[key, raw] : entry.keys) {
        if (raw.exists())
            record.keys.push_back({key, format::typeName(raw.type), local(raw.expireAt)});
    }
    return record;
}

} // namespace lockscope::watch
