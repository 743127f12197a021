// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/format/reading.h"

#include <QtGlobal>

namespace lockscope::insight {

// The way in which a hold came to be known. A hold whose beginning was not seen is longer than it
// looks.
enum class HoldBegan : quint8 {
    Acquired,
    HandedOver, // from one owner to the next, between two readings
    Appeared, // found by a scan, or after a gap
    Unseen, // another event of it came first: its beginning was lost
};

// The end of a hold.
enum class HoldEnded : quint8 {
    Held, // it has not, as far as is known
    Released,
    Expired,
    ForceUnlocked,
    HandedOver,
    Lost, // a restart, a failover or a flush took it
    Unknown, // it is not there any more, and why was not seen
};

// One owner's hold of one lock, as it was seen, in as little room as it takes. The owner is a
// number of the history that it is in. Times are for showing: of this process's wall clock.
struct HoldInterval {
    qint64 from = 0; // milliseconds of WallInstant
    qint64 to = 0; // of an open one: the time of its latest event
    quint32 owner = 0;
    quint32 renewals = 0; // that were seen
    quint16 count = 1; // the most re-entries
    HoldBegan began = HoldBegan::Acquired;
    HoldEnded ended = HoldEnded::Held;
    format::Mode mode = format::Mode::Exclusive;
    bool overdue = false; // at its end, or now: its renewals had stopped
    bool wasOverdue = false; // at any time
    bool vague = false; // it ended in a gap, some time before `to`

    bool isOpen() const { return ended == HoldEnded::Held; }
    // True if its beginning was seen: then start() is where it began.
    bool hasBeginning() const
    {
        return began == HoldBegan::Acquired || began == HoldBegan::HandedOver;
    }
    WallInstant start() const { return WallInstant(Millis(from)); }
    WallInstant end() const { return WallInstant(Millis(to)); }

    friend bool operator==(const HoldInterval &, const HoldInterval &) = default;
};

static_assert(sizeof(HoldInterval) <= 32, "there are very many of them");

} // namespace lockscope::insight
