// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/holdhistory.h"
#include "core/insight/intervals/ttltrace.h"
#include "ui/detail/ttlgeometry.h"

#include <vector>

namespace lockscope::ui {

// When that was by the clock with which deadlines are compared.
Instant instantOf(WallInstant at, const Clock &clock);
WallInstant wallInstantOf(Instant at, const Clock &clock);

// The times without sight of the lock that are over and ended at `since` or later: the first one
// first, and apart from each other.
std::vector<UnseenTime> unseenTimes(const insight::HoldHistory &history, const watch::LockId &lock,
                                    Instant since, const Clock &clock);

// The trace of the one lock that is shown: begins with its known events, and is updated by events
// and records. GUI thread; the clock must outlive it.
class TtlFeed
{
public:
    explicit TtlFeed(const Clock &clock)
        : m_clock(clock)
    {}

    // Another lock, or none: forgets what was.
    void begin(const std::vector<watch::Event> &events);
    void note(const std::vector<watch::Event> &events); // of this lock
    // As it is now; empty: gone. False: it is the same once more.
    bool note(const watch::LockPointer &lock);

    const insight::TtlTrace &trace() const { return m_trace; }

private:
    const Clock &m_clock;
    insight::TtlTrace m_trace;
    watch::LockPointer m_last;
    bool m_isNoted = false;
};

} // namespace lockscope::ui
