// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/recordmaker.h"

#include "core/format/traits.h"

#include <algorithm>

namespace lockscope::watch {

namespace {

bool isTaken(const TrackedLock &lock)
{
    // A number tells its state: a semaphore is free while there is a permit left, a latch is not
    // while there is anything to count down.
    if (const auto &permits = lock.reading.permits)
        return (permits->available > 0) == format::traitsOf(lock.reading.kind).isLatch();
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

RecordMaker::RecordMaker(DeploymentId deployment, ServerId server, const QString &label,
                         const ServerClock &clock)
    : m_deployment(deployment)
    , m_server(server)
    , m_label(label)
    , m_serverText(m_label)
    , m_clock(clock)
{}

std::optional<Instant> RecordMaker::localTime(const std::optional<format::ServerMs> &at) const
{
    return at ? std::optional(m_clock.localTime(*at)) : std::nullopt;
}

LockRecord RecordMaker::make(const LockName &name, const OpenLock &open, const Moment &now,
                             const WaiterPulses *pulses)
{
    const format::LockReading &reading = open.lock.reading;
    LockRecord record;
    record.id = {m_deployment, name};
    record.serverId = m_server;
    record.kind = m_words.of(reading.kind);
    record.library = m_words.of(reading.library);
    record.deployment = m_label;
    record.server = m_serverText;
    record.state = stateOf(open.lock);
    record.deadline = localTime(reading.expireAt);
    record.waitingConnections = open.lock.waitingConnections;
    record.fencingToken = reading.fencingToken;
    record.permits = reading.permits;
    record.guess = reading.isGuess();
    record.candidates = m_candidates.of(reading.candidates);
    record.truncated = reading.truncated;
    if (reading.holdsTotal || reading.waitersTotal)
        record.totals = Totals{reading.holdsTotal, reading.waitersTotal};
    recordHolds(record, open.lock, now);
    recordWaiters(record, open.lock, now, pulses);
    recordKeys(record, open.keys);
    return record;
}

void RecordMaker::recordHolds(LockRecord &record, const TrackedLock &lock, const Moment &now) const
{
    record.holds.reserve(lock.holds.size());
    for (const TrackedHold &hold : lock.holds) {
        HoldRecord &shown = record.holds.emplace_back();
        shown.owner = hold.hold.owner;
        shown.mode = hold.hold.mode;
        shown.stale = hold.hold.stale;
        shown.isTextId = hold.hold.isTextId;
        shown.presumedDead = hold.presumedDead;
        shown.watchdog = watchdogOf(hold, now);
        shown.count = hold.hold.count;
        shown.deadline = localTime(hold.hold.expireAt);
        shown.observedSince = hold.observedSince;
        shown.lease = hold.rhythm.lease();
        shown.period = hold.rhythm.period();
        if (!hold.unsure)
            shown.renewals = hold.renewals;
        if (!hold.hold.origin.isEmpty())
            shown.origin = hold.hold.origin;
    }
}

void RecordMaker::recordWaiters(LockRecord &record, const TrackedLock &lock, const Moment &now,
                                const WaiterPulses *pulses) const
{
    if (!lock.reading.waiters)
        return;
    auto &waiters = record.waiters.emplace();
    for (const format::Waiter &waiter : *lock.reading.waiters) {
        const auto listening = pulses ? pulses->isListening(waiter.owner) : std::nullopt;
        WaiterRecord shown;
        shown.owner = waiter.owner;
        shown.position = static_cast<int>(waiters.size()) + 1;
        shown.deadline = localTime(waiter.deadline);
        shown.isDeadlineUnread = waiter.isDeadlineUnread;
        shown.stale = (waiter.deadline && *waiter.deadline <= now.server) || listening == false;
        shown.listening = listening;
        waiters.push_back(std::move(shown));
    }
}

void RecordMaker::recordKeys(LockRecord &record, const format::RawKeys &keys) const
{
    std::vector<KeyRecord> others;
    for (const auto &[key, raw] : keys) {
        const auto deadline = localTime(raw.expireAt);
        if (key.bytes == record.id.name.bytes && deadline == record.deadline)
            record.mainKey = raw.type;
        else if (raw.exists())
            others.push_back({key, format::typeName(raw.type), deadline});
    }
    if (!others.empty())
        record.otherKeys = std::move(others);
}

} // namespace lockscope::watch
