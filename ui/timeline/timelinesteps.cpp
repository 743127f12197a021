// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinesteps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace lockscope::ui {

namespace {

constexpr std::size_t mostMarks = 6; // that are told of one place
constexpr qint64 reach = 1000; // ms: an action and its effect are timed by two clocks

qint64 millis(WallInstant at)
{
    return at.time_since_epoch().count();
}

} // namespace

qint64 TimelineStep::from() const
{
    if (hold)
        return hold->from;
    if (!mark)
        return 0;
    if (const auto *action = std::get_if<insight::OperatorMark>(&*mark))
        return millis(action->at);
    return millis(std::get<insight::WatchHole>(*mark).from);
}

std::optional<qint64> TimelineStep::to() const
{
    if (hold)
        return hold->isOpen() ? std::nullopt : std::optional(hold->to);
    const auto *hole = mark ? std::get_if<insight::WatchHole>(&*mark) : nullptr;
    if (!hole)
        return from();
    return hole->to ? std::optional(millis(*hole->to)) : std::nullopt;
}

bool TimelineStep::isSameAs(const TimelineStep &other) const
{
    if (hold && other.hold)
        return hold->from == other.hold->from && hold->owner == other.hold->owner
            && hold->mode == other.hold->mode;
    if (!mark || !other.mark || mark->index() != other.mark->index())
        return false;
    const auto *hole = std::get_if<insight::WatchHole>(&*mark);
    if (!hole)
        return *mark == *other.mark;
    const auto &another = std::get<insight::WatchHole>(*other.mark);
    return hole->deployment == another.deployment && hole->from == another.from
        && hole->isOutage == another.isOutage && hole->lock == another.lock
        && hole->server == another.server;
}

std::vector<TimelineMark> marksNear(const insight::HoldHistory &history, const watch::LockId &lock,
                                    double time, double reach)
{
    std::vector<TimelineMark> marks;
    const auto near = [&](WallInstant instant) {
        return std::abs(double(instant.time_since_epoch().count()) - time) <= reach;
    };
    for (const insight::OperatorMark &action : history.actions()) {
        if (action.lock == lock && near(action.at) && marks.size() < mostMarks)
            marks.emplace_back(action);
    }
    for (const insight::WatchHole &hole : history.holes()) {
        if (!history.concerns(hole, lock) || marks.size() >= mostMarks)
            continue;
        const bool within = hole.isOutage && double(hole.from.time_since_epoch().count()) <= time
            && (!hole.to || double(hole.to->time_since_epoch().count()) >= time);
        if (within || near(hole.from))
            marks.emplace_back(hole);
    }
    return marks;
}

std::vector<TimelineStep> timelineSteps(const insight::HoldHistory &history,
                                        insight::HoldHistory::Lane lane)
{
    std::vector<TimelineStep> steps;
    for (const auto &part : {history.ended(lane), history.open(lane)}) {
        for (const insight::HoldInterval &hold : part)
            steps.push_back({hold, {}});
    }
    const watch::LockId &lock = history.lockOf(lane);
    for (const insight::OperatorMark &action : history.actions()) {
        if (action.lock == lock)
            steps.push_back({{}, action});
    }
    for (const insight::WatchHole &hole : history.holes()) {
        if (history.concerns(hole, lock))
            steps.push_back({{}, hole});
    }
    std::stable_sort(steps.begin(), steps.end(), [](const TimelineStep &a, const TimelineStep &b) {
        return a.from() < b.from();
    });
    return steps;
}

// If several steps are equal, the first leads to the step before all of them and the last to the
// one after: no key press gets stuck between them.
const TimelineStep *stepBeside(const std::vector<TimelineStep> &steps, const TimelineStep *other,
                               bool after)
{
    if (steps.empty())
        return nullptr;
    const auto isIt = [other](const TimelineStep &step) { return other && step.isSameAs(*other); };
    if (after) {
        const auto at = std::find_if(steps.rbegin(), steps.rend(), isIt);
        return at == steps.rend() || at == steps.rbegin() ? &steps.back() : &*(at - 1);
    }
    const auto at = std::find_if(steps.begin(), steps.end(), isIt);
    if (at == steps.end())
        return &steps.back();
    return at == steps.begin() ? &steps.front() : &*(at - 1);
}

const TimelineStep *stepAt(const std::vector<TimelineStep> &steps, WallInstant at)
{
    const qint64 instant = millis(at);
    const TimelineStep *best = nullptr;
    // The distance, whether the step is a mark, and the distance to its nearer end.
    std::tuple<qint64, bool, qint64> least{reach + 1, false, 0};
    for (const TimelineStep &step : steps) {
        const qint64 begun = instant - step.from();
        const qint64 left = step.to().value_or(std::numeric_limits<qint64>::max()) - instant;
        const qint64 away = std::max({qint64(0), -begun, -left});
        const std::tuple distance{away, !step.hold, std::min(std::abs(begun), std::abs(left))};
        if (distance < least) {
            least = distance;
            best = &step;
        }
    }
    return best;
}

} // namespace lockscope::ui
