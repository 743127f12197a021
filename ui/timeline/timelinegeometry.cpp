// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinegeometry.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope::ui {

namespace {

using insight::HoldInterval;

constexpr int beyond = 8; // pixels outside of the picture that are told apart

// Puts holds into the rows of a lane, from the left to the right in each.
class Rows
{
public:
    Rows(const TimeScale &scale, qint64 now, bool overlaps)
        : m_scale(scale)
        , m_now(now)
        , m_overlaps(overlaps)
    {}

    void add(const HoldInterval &hold)
    {
        const int x = m_scale.pixelOf(hold.from);
        const int end = m_scale.pixelOf(hold.isOpen() ? std::max(m_now, hold.from) : hold.to);
        const int row = m_overlaps ? rowFor(x) : 0;
        auto &bars = m_bars[static_cast<std::size_t>(row)];
        int start = x;
        if (!bars.empty()) {
            TimelineBar &last = bars.back();
            const int free = last.x + last.width;
            // Within one pixel, or in a row that has no room: seen as one.
            if (end <= free && (last.width == 1 || m_overlaps)) {
                ++last.merged;
                if (hold.isOpen() || hold.to >= last.interval.to)
                    last.interval = hold;
                return;
            }
            start = std::max(x, free);
        }
        bars.push_back({start, std::max(1, end - start), row, 1, hold});
    }

    void take(TimelineLane &lane)
    {
        for (std::size_t row = 0; row < m_bars.size(); ++row) {
            if (!m_bars[row].empty())
                lane.rows = static_cast<int>(row) + 1;
            lane.bars.insert(lane.bars.end(), m_bars[row].begin(), m_bars[row].end());
        }
    }

private:
    int rowFor(int x) const
    {
        for (std::size_t row = 0; row < m_bars.size(); ++row) {
            if (m_bars[row].empty() || m_bars[row].back().x + m_bars[row].back().width <= x)
                return static_cast<int>(row);
        }
        return mostRows - 1;
    }

    const TimeScale &m_scale;
    qint64 m_now;
    bool m_overlaps;
    std::array<std::vector<TimelineBar>, mostRows> m_bars;
};

// The row of the bar that a mark is on; -1: none is there.
int rowOf(const TimelineLane &lane, int x, quint32 owner)
{
    if (lane.rows == 1)
        return 0;
    for (const TimelineBar &bar : lane.bars) {
        if (bar.x <= x && x <= bar.x + bar.width && bar.interval.owner == owner)
            return bar.row;
    }
    return -1;
}

} // namespace

int TimeScale::pixelOf(qint64 at) const
{
    const double x = (double(at) - from) / msPerPixel;
    return static_cast<int>(std::floor(std::clamp(x, double(-beyond), double(width + beyond))));
}

TimeScale TimeScale::fitting(double from, double to, int width)
{
    const int pixels = std::max(1, width);
    const double span = std::clamp(to - from, closest * pixels, double(widest));
    return {from, span / pixels, pixels};
}

TimeScale TimeScale::zoomed(double factor, double x) const
{
    const double least = closest;
    const double most = std::max(least, double(widest) / width);
    const double scale = std::clamp(msPerPixel / factor, least, most);
    return {timeAt(x) - x * scale, scale, width};
}

TimeScale TimeScale::panned(double pixels) const
{
    return {from + pixels * msPerPixel, msPerPixel, width};
}

TimeScale TimeScale::endingAt(double at) const
{
    return {at - msPerPixel * width, msPerPixel, width};
}

TimeScale TimeScale::withWidth(int pixels) const
{
    const TimeScale wider{from, msPerPixel, std::max(1, pixels)};
    return wider.endingAt(to());
}

TimeTicks timeTicks(const TimeScale &scale, int leastPixels)
{
    static constexpr std::array<qint64, 25> steps{
        1,         2,          5,          10,        20,      50,        100,
        200,       500,        1'000,      2'000,     5'000,   10'000,    15'000,
        30'000,    60'000,     120'000,    300'000,   600'000, 1'800'000, 3'600'000,
        7'200'000, 21'600'000, 43'200'000, 86'400'000};
    const double least = scale.msPerPixel * std::max(1, leastPixels);
    const auto found = std::find_if(steps.begin(), steps.end(),
                                    [&](qint64 step) { return double(step) >= least; });
    TimeTicks ticks;
    ticks.step = found != steps.end()
        ? *found
        : steps.back() * static_cast<qint64>(std::ceil(least / double(steps.back())));
    const auto first = static_cast<qint64>(std::ceil(scale.from / double(ticks.step)));
    for (qint64 at = first * ticks.step; double(at) < scale.to(); at += ticks.step)
        ticks.at.push_back(at);
    return ticks;
}

TimelineLane timelineLane(const insight::HoldHistory &history, insight::HoldHistory::Lane lane,
                          const TimeScale &scale, qint64 now)
{
    TimelineLane result;
    const WallInstant from(Millis(static_cast<qint64>(std::floor(scale.from))));
    const WallInstant to(Millis(static_cast<qint64>(std::ceil(scale.to()))));
    Rows rows(scale, now, history.isShared(lane));
    if (history.isShared(lane)) {
        std::vector<HoldInterval> found;
        history.visit(lane, from, to, [&](const HoldInterval &hold) { found.push_back(hold); });
        std::stable_sort(
            found.begin(), found.end(),
            [](const HoldInterval &a, const HoldInterval &b) { return a.from < b.from; });
        for (const HoldInterval &hold : found)
            rows.add(hold);
    } else {
        history.visit(lane, from, to, [&](const HoldInterval &hold) { rows.add(hold); });
    }
    rows.take(result);
    history.visitMarks(lane, from, to, [&](const insight::HoldMark &mark) {
        const int x = scale.pixelOf(mark.at.time_since_epoch().count());
        if (!result.ticks.empty() && result.ticks.back().x == x
            && result.ticks.back().type == mark.type)
            return;
        if (const int row = rowOf(result, x, mark.owner); row >= 0)
            result.ticks.push_back({x, row, mark.type});
    });
    result.waiters = timelineWaiters(history, lane, scale, now);
    return result;
}

const TimelineBar *barAt(const TimelineLane &lane, int x, int row, int reach)
{
    const TimelineBar *nearest = nullptr;
    int least = reach + 1;
    for (const TimelineBar &bar : lane.bars) {
        if (bar.row != row)
            continue;
        const int away = std::max({0, bar.x - x, x - (bar.x + bar.width - 1)});
        if (away < least) {
            least = away;
            nearest = &bar;
        }
    }
    return nearest;
}

} // namespace lockscope::ui
