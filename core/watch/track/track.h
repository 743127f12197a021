// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/format/reading.h"
#include "core/watch/record/records.h"
#include "core/watch/track/evidence.h"
#include "core/watch/track/rhythm.h"

#include <optional>
#include <vector>

namespace lockscope::watch {

// Compares readings of one lock and derives its events: the rules that tell a renewal from a new
// acquisition and a release from an expiry (product.md; reference: redisson-layout §15, §17 and
// observation §8). Plain functions over values, with the time passed in.

// One instant on all the clocks that matter.
struct Moment {
    Instant instant;
    WallInstant wall;
    format::ServerMs server = 0;
};

struct TrackedHold {
    format::Hold hold;
    Instant firstSeen;
    WallInstant observedSince;
    Rhythm rhythm; // the lease and how it is renewed, estimated
    qint64 renewals = 0;
    bool unsure = false; // some of the renewals may have been a release and a new acquisition
    bool latestUnsure = false; // the latest of them may have been
    bool overdue = false;
    bool presumedDead = false; // two renewals were missed
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
    Sentence detail;
    std::optional<OwnerId> former = {}; // of HandedOver: the former owner
    bool unseen = false; // it happened in a gap, some time before it was read

    friend bool operator==(const LockEvent &, const LockEvent &) = default;
};

struct Difference {
    std::optional<TrackedLock> lock; // empty: gone
    std::vector<LockEvent> events;
    bool changed = false; // holds or waiters differ: the evidence is used up
    Signs lateUsed; // so much of the late evidence
    // A hold ended without any sign of the cause, or a sign came that may belong to this reading or
    // to a later change. Look again in a moment, and only then believe it: nothing of this
    // difference is to be applied.
    bool wantsProof = false;
    bool missesSign = false; // the former: give it time to come
};

// `before`: empty at first sight. `after`: empty when there is no lock (any more).
Difference difference(const std::optional<TrackedLock> &before,
                      const std::optional<format::LockReading> &after, const Evidence &evidence,
                      const Moment &now);

// The same for the second look at a lock whose first one, `doubtful`, wanted proof. If nothing has
// changed since then, the signs came before the first look; otherwise they belong to the change
// that followed.
Difference differenceAfterDoubt(const std::optional<TrackedLock> &before,
                                const format::LockReading &doubtful,
                                const std::optional<format::LockReading> &after,
                                const Evidence &evidence, const Moment &now);

// The changes that time alone brings: overdue renewals, holders presumed dead. Changes the lock.
std::vector<LockEvent> tick(TrackedLock &lock, const Moment &now);

// Moves the stale holds behind the others, whose order stays: whoever looks at the first one sees a
// holder that is alive, if there is any.
void putLiveFirst(TrackedLock &lock);

// When tick() or a new reading is due next; empty: never without a change.
std::optional<format::ServerMs> nextDeadline(const TrackedLock &lock, const Moment &now);

// When the next renewal is due; empty: no renewal was seen yet.
std::optional<format::ServerMs> renewalDue(const TrackedHold &hold);

Watchdog watchdogOf(const TrackedHold &hold, const Moment &now);

} // namespace lockscope::watch
