// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinewaiters.h"

#include "ui/timeline/timelinegeometry.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

namespace {

void join(std::vector<TimelineWaiters> &bands)
{
    std::size_t kept = 0;
    for (const TimelineWaiters &band : bands) {
        TimelineWaiters *const last = kept > 0 ? &bands[kept - 1] : nullptr;
        if (last && last->number == band.number && last->x + last->width == band.x)
            last->width += band.width;
        else
            bands[kept++] = band;
    }
    bands.resize(kept);
}

} // namespace

std::vector<TimelineWaiters> timelineWaiters(const insight::HoldHistory &history,
                                             insight::HoldHistory::Lane lane,
                                             const TimeScale &scale, qint64 now)
{
    const WallInstant from(Millis(static_cast<qint64>(std::floor(scale.from))));
    const WallInstant to(Millis(std::min(static_cast<qint64>(std::ceil(scale.to())), now)));
    std::vector<TimelineWaiters> bands;
    for (const insight::WaiterSpan &span : history.waiters(lane, from, to)) {
        if (span.count && span.count->number == 0)
            continue;
        const auto number = span.count ? std::optional(span.count->number) : std::nullopt;
        int x = scale.pixelOf(span.from);
        const int end = std::max(x + 1, scale.pixelOf(span.to));
        if (!bands.empty()) {
            TimelineWaiters &last = bands.back();
            const int free = last.x + last.width;
            // The most of all that falls on one pixel is shown; a number before an unknown one.
            if (end <= free) {
                last.number = std::max(last.number, number);
                continue;
            }
            x = std::max(x, free);
        }
        bands.push_back({x, end - x, number});
    }
    join(bands);
    return bands;
}

int waiterLevel(quint32 number)
{
    return number >= 10 ? waiterLevels : number >= 5 ? 3 : number >= 2 ? 2 : 1;
}

} // namespace lockscope::ui
