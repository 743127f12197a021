// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/holdhistory.h"

#include <optional>
#include <vector>

namespace lockscope::ui {

struct TimeScale;

// The band under the holds of a lock that shows how many wait, as arithmetic apart from painting.
// Plain values and functions.

// A part of the band. Nothing is drawn where nobody waits.
struct TimelineWaiters {
    int x = 0; // pixels from the left end of the lanes
    int width = 1;
    std::optional<quint32> number; // the most at a time; empty: unknown

    friend bool operator==(const TimelineWaiters &, const TimelineWaiters &) = default;
};

// From the left, without overlaps: at most one part a pixel. `now` is the end of what is known.
std::vector<TimelineWaiters> timelineWaiters(const insight::HoldHistory &history,
                                             insight::HoldHistory::Lane lane,
                                             const TimeScale &scale, qint64 now);

// How strong the band is, from 1 to waiterLevels.
inline constexpr int waiterLevels = 4;
int waiterLevel(quint32 number);

} // namespace lockscope::ui
