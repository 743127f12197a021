// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/reading.h"
#include "core/watch/records.h"

#include <functional>
#include <optional>
#include <vector>

namespace lockscope::watch {

// From readings of one lock to what happened to it: the rules that tell a renewal from a new
// acquisition and a release from an expiry (product.md; reference: redisson-layout §15, §17 and
// observation §8). Plain functions over values, with the time passed in.

// One instant on all the clocks that matter.
struct Moment {
    Instant instant;
    WallInstant wall;
    format::ServerMs server = 0;
};

// What was seen beside the reading, since the last change of the lock.
struct Evidence {
    bool unlocked = false; // a wake-up on the lock's channel
    bool latch = false; // an unlock latch, as normal unlocks of newer clients leave
    bool alreadyThere = false; // found by the scan, not by a change
    bool gap = false; // changes may have gone unseen since the last reading
    bool forced = false; // an operator of this program takes holds away at this moment
    bool proved = false; // this is the second look: a wake-up would have come by now
    std::function<bool(const OwnerId &)>
        usesLatches; // whether this owner's client has used latches
};

struct TrackedHold {
    format::Hold hold;
    Instant firstSeen;
    WallInstant observedSince;
    std::optional<Millis> lease; // estimated at the last acquisition or renewal
    qint64 renewals = 0;
    bool overdue = false;
};

struct TrackedLock {
    format::LockReading reading;
    std::vector<TrackedHold> holds; // one for each of reading.holds, in the same order
    std::optional<qint64> waitingConnections;
};

struct LockEvent {
    EventType type = EventType::Appeared;
    std::optional<OwnerId> owner;
    std::optional<Mode> mode;
    std::optional<qint64> count;
    std::optional<Millis> ttl;
    QString detail;

    friend bool operator==(const LockEvent &, const LockEvent &) = default;
};

struct Difference {
    std::optional<TrackedLock> lock; // empty: gone
    std::vector<LockEvent> events;
    bool changed = false; // holds or waiters differ: the evidence is used up
    // A hold went without any sign of why. Look again in a moment, and only then believe it:
    // nothing of this difference is to be applied.
    bool wantsProof = false;
};

// How far two readings of one unchanged deadline may differ: 0 where the server tells absolute
// expiry times (7.0 and newer), some milliseconds where they are computed from PTTL.
struct Precision {
    format::ServerMs deadline = 0;
};

// `before`: empty at first sight. `after`: empty when there is no lock (any more).
Difference difference(const std::optional<TrackedLock> &before,
                      const std::optional<format::LockReading> &after, const Evidence &evidence,
                      const Moment &now, Precision precision = {});

// What time alone brings: renewals that are overdue. Changes the lock.
std::vector<LockEvent> tick(TrackedLock &lock, const Moment &now);

// When tick() or a new reading is due next; empty: never without a change.
std::optional<format::ServerMs> nextDeadline(const TrackedLock &lock, const Moment &now);

// Less time left than this, and the renewal of that lease is overdue: two thirds less a second,
// but not less than a third (redisson-layout §15), which counts for leases below three seconds.
Millis overdueBelow(Millis lease);

Watchdog watchdogOf(const TrackedHold &hold, const Moment &now);

} // namespace lockscope::watch
