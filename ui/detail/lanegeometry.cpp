// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/lanegeometry.h"

#include "core/watch/record/problems.h"

#include <algorithm>

namespace lockscope::ui {

Millis longestWait(const std::vector<watch::WaiterRecord> &queue, Instant now)
{
    Millis longest{0};
    for (const watch::WaiterRecord &waiter : queue) {
        if (waiter.deadline && !watch::isEndless(waiter, now))
            longest = std::max(longest, std::chrono::ceil<Millis>(*waiter.deadline - now));
    }
    return longest;
}

std::optional<double> waitLeft(const watch::WaiterRecord &waiter, Millis longest, Instant now)
{
    if (!waiter.deadline || watch::isEndless(waiter, now))
        return std::nullopt;
    const auto left = std::chrono::duration<double>(*waiter.deadline - now);
    const auto whole = std::chrono::duration<double>(longest);
    return whole.count() <= 0 ? 0 : std::clamp(left / whole, 0.0, 1.0);
}

int LaneGrid::columns() const
{
    return std::max(1, (width - gap) / std::max(1, box.width() + gap));
}

int LaneGrid::rows() const
{
    return (count + columns() - 1) / columns();
}

int LaneGrid::height() const
{
    return gap + rows() * (box.height() + gap);
}

QRect LaneGrid::rect(int index) const
{
    const int row = index / columns();
    const int column = index % columns();
    return {QPoint(gap + column * (box.width() + gap), gap + row * (box.height() + gap)), box};
}

std::optional<int> LaneGrid::at(const QPoint &place) const
{
    if (place.x() < gap || place.y() < gap)
        return std::nullopt;
    const int column = (place.x() - gap) / std::max(1, box.width() + gap);
    const int row = (place.y() - gap) / std::max(1, box.height() + gap);
    const int index = row * columns() + column;
    if (column >= columns() || index >= count || !rect(index).contains(place))
        return std::nullopt;
    return index;
}

int LaneGrid::moved(int from, LaneStep step) const
{
    const int last = count - 1;
    if (last < 0)
        return -1;
    const bool isBack = step == LaneStep::Left || step == LaneStep::Up || step == LaneStep::First;
    if (from < 0 || from > last)
        return isBack && step != LaneStep::First ? last : step == LaneStep::Last ? last : 0;
    switch (step) {
    case LaneStep::Left:
        return std::max(0, from - 1);
    case LaneStep::Right:
        return std::min(last, from + 1);
    case LaneStep::Up:
        return from >= columns() ? from - columns() : from;
    case LaneStep::Down:
        return from + columns() <= last ? from + columns() : from;
    case LaneStep::First:
        return 0;
    case LaneStep::Last:
        return last;
    }
    return from;
}

} // namespace lockscope::ui
