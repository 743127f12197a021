// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/holdhistory.h"

#include <optional>
#include <variant>
#include <vector>

namespace lockscope::ui {

// An action of the operator, or a time without sight.
using TimelineMark = std::variant<insight::OperatorMark, insight::WatchHole>;

// A place to stop at on the lane of a lock: a hold or a mark. A plain value.
struct TimelineStep {
    std::optional<insight::HoldInterval> hold;
    std::optional<TimelineMark> mark; // if it is no hold

    // Milliseconds of WallInstant; a step that goes on has no end.
    qint64 from() const;
    std::optional<qint64> to() const;
    bool isOpen() const { return !to(); }
    // The same hold or mark, even if it has changed since.
    bool isSameAs(const TimelineStep &other) const;
};

// The marks on the lane of a lock at a time or near it, in milliseconds; not more than are
// described for one place. Actions before times without sight, as they are painted.
std::vector<TimelineMark> marksNear(const insight::HoldHistory &history, const watch::LockId &lock,
                                    double time, double reach);

// All steps of a lock on the timeline, ordered by their beginning. Plain functions, in time of the
// history's size.
std::vector<TimelineStep> timelineSteps(const insight::HoldHistory &history,
                                        insight::HoldHistory::Lane lane);

// The one before (after) another one, at the ends that itself; without another one the last.
// nullptr: there is none.
const TimelineStep *stepBeside(const std::vector<TimelineStep> &steps, const TimelineStep *other,
                               bool after);

// The step that went on at a time, a hold rather than a mark, or else one that began or ended
// within a second of that time. The one that begins or ends nearest if there are several; nullptr:
// none.
const TimelineStep *stepAt(const std::vector<TimelineStep> &steps, WallInstant at);

} // namespace lockscope::ui
