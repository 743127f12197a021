// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/sentence.h"
#include "core/watch/record/records.h"

#include <optional>
#include <vector>

namespace lockscope::watch {

// The ways to hear of changes, from the best to the last, and which of them a server grants: the
// rules behind WatchMode. Plain functions, any thread.

// The request for tracking: at most ten prefixes that do not overlap.
struct TrackingPlan {
    std::vector<QByteArray> prefixes; // empty: every key
    Sentence reason; // why every key; empty with prefixes
};

// The plan for locks under the prefixes and by these names, with their other keys: `{P` of each,
// and Redisson's own keys.
TrackingPlan trackingPlan(const std::vector<QByteArray> &prefixes,
                          const std::vector<LockName> &names);

// PSUBSCRIBE patterns of the keyspace events of the same keys in that database.
std::vector<QByteArray> keyspacePatterns(const TrackingPlan &plan, int database);

// The key of such an event's channel; nothing if it is another channel.
std::optional<KeyName> keyOfKeyspaceChannel(const QByteArray &channel);

// The classes that a notify-keyspace-events setting lacks for locks, such as "K, g"; empty: none.
QString missingClasses(const QByteArray &flags);

// The abilities that a server grants at the moment.
struct Grants {
    bool listening = false;
    Sentence lost; // why it does not listen
    bool tracking = false;
    Sentence trackingRefused;
    Sentence redirectRefused; // why tracking uses pushes of RESP3; empty: it does not
    bool keyspace = false; // keyspace events may be heard
    Sentence keyspaceRefused;
    std::optional<QByteArray> notifyFlags; // the server's setting; empty: it does not tell
    bool heardKeyspace = false; // an event came
    bool keyspaceDoubtful = false; // and others did not
    bool channels = false; // wake-ups
    Sentence channelsRefused;
    Sentence shardedLacks; // why not every wake-up on a sharded channel is heard
};

struct Rung {
    WatchMode mode = WatchMode::None;
    Sentence reason; // why it is no better one

    friend bool operator==(const Rung &, const Rung &) = default;
};

// Tells whether keyspace events are mistrusted because some did not arrive. The cause may pass, as
// SWAPDB does: so the doubt ends after a while, and each new doubt lasts twice as long. The time is
// passed in.
class Doubt
{
public:
    // `first`: how long it lasts for the first time.
    void raise(Instant now, Millis first);
    bool isRaised() const { return m_until.has_value(); }
    bool isOver(Instant now) const { return m_until && *m_until <= now; }
    // It is tried again; the next doubt lasts longer.
    void settle() { m_until.reset(); }
    void clear() { *this = {}; }

private:
    std::optional<Instant> m_until;
    int m_times = 0;
};

// The best that is granted.
Rung chooseRung(const Grants &grants, const TrackingPlan &plan);

// True if every change is reported, so that polling is only a safety net.
bool isEventDriven(WatchMode mode);
bool isTracking(WatchMode mode);
bool isBetter(WatchMode one, WatchMode other);

} // namespace lockscope::watch
