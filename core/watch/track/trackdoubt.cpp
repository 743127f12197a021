// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the tracking rules for a second look at a case that the first one left open.
#include "core/watch/track/track.h"

namespace lockscope::watch {

Difference differenceAfterDoubt(const std::optional<TrackedLock> &before,
                                const format::LockReading &doubtful,
                                const std::optional<format::LockReading> &after,
                                const Evidence &evidence, const Moment &now)
{
    if (after && doubtful.holds == after->holds)
        return difference(before, after, evidence, now);
    Evidence quiet = evidence;
    quiet.before = quiet.late = {};
    quiet.hearsLatches = false;
    // More signs than the second step needs, so the first change is not certain.
    const auto count = [](const format::LockReading &reading) {
        return reading.holds.empty() ? 0 : reading.holds.front().count;
    };
    const bool isOver = !after || after->holds.empty()
        || (!doubtful.holds.empty() && after->holds.front().owner != doubtful.holds.front().owner);
    const bool isUnlock = isOver || count(*after) < count(doubtful);
    quiet.hearsReleases = evidence.hearsReleases && evidence.unlocks() <= (isOver ? 1 : 0)
        && evidence.latches() <= (isUnlock ? 1 : 0);
    const auto first = difference(before, doubtful, quiet, now);
    auto result = difference(first.lock, after, evidence, now);
    result.events.insert(result.events.begin(), first.events.begin(), first.events.end());
    result.changed = result.changed || first.changed;
    return result;
}

} // namespace lockscope::watch
