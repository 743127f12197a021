// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/holdhistory.h"
#include "ui/timeline/timelinewaiters.h"

#include <optional>
#include <vector>

namespace lockscope::ui {

// The geometry of a timeline, as arithmetic apart from painting: times in milliseconds of
// WallInstant, places in pixels from the left end of the lanes. Plain values and functions.

// A stretch of time on so many pixels.
struct TimeScale {
    static constexpr double closest = 0.05; // milliseconds a pixel
    static constexpr qint64 widest = qint64(30) * 24 * 3600 * 1000; // in all

    double from = 0;
    double msPerPixel = 100;
    int width = 1;

    double to() const { return from + msPerPixel * width; }
    double timeAt(double x) const { return from + x * msPerPixel; }
    // Not far outside of the shown pixels, for any time.
    int pixelOf(qint64 at) const;

    // The time at x stays where it is; a factor above 1 shows less.
    TimeScale zoomed(double factor, double x) const;
    TimeScale panned(double pixels) const;
    TimeScale withWidth(int pixels) const; // its right end stays where it is
    TimeScale endingAt(double at) const;
    static TimeScale fitting(double from, double to, int width);

    friend bool operator==(const TimeScale &, const TimeScale &) = default;
};

// The instants to label: round, at least so many pixels apart.
struct TimeTicks {
    qint64 step = 1000; // milliseconds from one to the next
    std::vector<qint64> at;
};
TimeTicks timeTicks(const TimeScale &scale, int leastPixels);

// One hold, or several that are too short to be told apart.
struct TimelineBar {
    int x = 0;
    int width = 1;
    int row = 0; // of its lane; several where holds overlap
    int merged = 1; // holds in it; `interval` is the one that ended last
    insight::HoldInterval interval;
};

struct TimelineTick {
    int x = 0;
    int row = 0;
    insight::HoldMark::Type type = insight::HoldMark::Type::Renewed;

    friend bool operator==(const TimelineTick &, const TimelineTick &) = default;
};

// The shapes drawn for one lock.
struct TimelineLane {
    std::vector<TimelineBar> bars; // by row, then from the left
    std::vector<TimelineTick> ticks;
    std::vector<TimelineWaiters> waiters;
    int rows = 1;
};

inline constexpr int mostRows = 4; // of one lane

// `now` is where what is held ends.
TimelineLane timelineLane(const insight::HoldHistory &history, insight::HoldHistory::Lane lane,
                          const TimeScale &scale, qint64 now);

// The hold at a place, the nearest within so many pixels; none: nullptr.
const TimelineBar *barAt(const TimelineLane &lane, int x, int row, int reach);

} // namespace lockscope::ui
