// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the tracking rules for changes by time alone, without any reading.
#include "core/watch/track/track.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

using format::ServerMs;

// Redisson's default, which stands for a hold's lease until that is known.
constexpr Millis usualLease{30'000};

// A deadline that moved may also be a new acquisition; one that moves in even steps is not.
bool isRenewed(const TrackedHold &hold)
{
    return hold.renewals > 0 && (!hold.latestUnsure || hold.rhythm.isRegular());
}

// After so long without a renewal, there is no watchdog.
Millis decidedAfter(const TrackedHold &hold)
{
    return hold.rhythm.lease().value_or(usualLease) / 3 + Millis(1000);
}

std::optional<Millis> timeLeft(const TrackedHold &hold, const Moment &now)
{
    if (!hold.hold.expireAt || *hold.hold.expireAt <= now.server)
        return std::nullopt;
    return Millis(*hold.hold.expireAt - now.server);
}

// The instants at which time alone changes the hold.
std::optional<ServerMs> nextOf(const TrackedHold &hold, const Moment &now)
{
    if (!hold.hold.expireAt || hold.hold.stale)
        return std::nullopt;
    // Past it, the caller reads until the lock is gone, so it stays the next deadline.
    ServerMs next = *hold.hold.expireAt + 1;
    const auto consider = [&](ServerMs at) {
        if (at > now.server)
            next = std::min(next, at);
    };
    const auto lease = hold.rhythm.lease();
    if (isRenewed(hold) && lease) {
        const auto period = hold.rhythm.period();
        if (!hold.overdue)
            consider(*hold.hold.expireAt - overdueBelow(*lease, period).count());
        else if (!hold.presumedDead)
            consider(*hold.hold.expireAt - presumedDeadBelow(*lease, period).count());
    }
    if (hold.renewals == 0) {
        const auto watched = std::chrono::duration_cast<Millis>(now.instant - hold.firstSeen);
        if (watched < decidedAfter(hold))
            consider(now.server + (decidedAfter(hold) - watched).count());
    }
    return next;
}

} // namespace

std::optional<ServerMs> renewalDue(const TrackedHold &hold)
{
    const auto lease = hold.rhythm.lease();
    if (!hold.hold.expireAt || !lease || !isRenewed(hold) || hold.hold.stale)
        return std::nullopt;
    const Millis period = hold.rhythm.period().value_or(*lease / 3);
    return *hold.hold.expireAt - (*lease - period).count();
}

std::vector<LockEvent> tick(TrackedLock &lock, const Moment &now)
{
    std::vector<LockEvent> events;
    for (TrackedHold &hold : lock.holds) {
        const auto left = timeLeft(hold, now);
        const auto lease = hold.rhythm.lease();
        if (!left || !lease || hold.hold.stale || !isRenewed(hold))
            continue;
        const auto period = hold.rhythm.period();
        if (!hold.overdue && *left <= overdueBelow(*lease, period)) {
            hold.overdue = true;
            const ServerMs late = now.server - renewalDue(hold).value_or(now.server);
            events.push_back({EventType::RenewalOverdue, hold.hold.owner, hold.hold.mode,
                              hold.hold.count, left, Sentence::say("due %1 ms ago").arg(late)});
        }
        hold.presumedDead = hold.overdue && *left <= presumedDeadBelow(*lease, period);
    }
    return events;
}

void putLiveFirst(TrackedLock &lock)
{
    const auto isLive = [](const TrackedHold &hold) { return !hold.hold.stale; };
    if (std::ranges::is_partitioned(lock.holds, isLive))
        return;
    std::vector<TrackedHold> holds;
    std::vector<format::Hold> read;
    for (const bool live : {true, false}) {
        for (std::size_t i = 0; i < lock.holds.size(); ++i) {
            if (isLive(lock.holds[i]) != live)
                continue;
            holds.push_back(lock.holds[i]);
            read.push_back(lock.reading.holds[i]);
        }
    }
    lock.holds = std::move(holds);
    lock.reading.holds = std::move(read);
}

std::optional<ServerMs> nextDeadline(const TrackedLock &lock, const Moment &now)
{
    std::optional<ServerMs> next;
    const auto consider = [&](std::optional<ServerMs> at) {
        if (at)
            next = std::min(next.value_or(*at), *at);
    };
    for (const TrackedHold &hold : lock.holds)
        consider(nextOf(hold, now));
    if (lock.reading.waiters) {
        for (const format::Waiter &waiter : *lock.reading.waiters) {
            if (waiter.deadline && *waiter.deadline > now.server)
                consider(*waiter.deadline);
        }
    }
    return next;
}

Watchdog watchdogOf(const TrackedHold &hold, const Moment &now)
{
    if (hold.overdue)
        return Watchdog::Overdue;
    if (hold.renewals > 0)
        return isRenewed(hold) ? Watchdog::Renewing : Watchdog::Unknown;
    if (!hold.hold.expireAt)
        return Watchdog::None;
    return now.instant - hold.firstSeen >= decidedAfter(hold) ? Watchdog::None : Watchdog::Unknown;
}

} // namespace lockscope::watch
