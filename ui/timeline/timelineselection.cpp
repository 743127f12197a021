// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineselection.h"

#include <algorithm>

namespace lockscope::ui {

std::optional<qint64> TimelineSelection::from() const
{
    if (!m_choice || m_choice->isLockAlone())
        return std::nullopt;
    return m_choice->from();
}

void TimelineSelection::choose(int row, const watch::LockId &lock, const TimelineStep &step,
                               int holds)
{
    m_choice = TimelineChoice{step, lock, step.hold ? holds : 0};
    m_row = row;
}

void TimelineSelection::clear()
{
    m_choice.reset();
    m_row = -1;
}

std::optional<TimelineStep> TimelineSelection::beside(insight::HoldHistory::Lane lane,
                                                      bool after) const
{
    const std::vector<TimelineStep> steps = timelineSteps(m_history, lane);
    const TimelineStep *const step = stepBeside(steps, m_choice ? &*m_choice : nullptr, after);
    return step ? std::optional(*step) : std::nullopt;
}

bool TimelineSelection::follow()
{
    const auto lane = m_choice ? m_history.find(m_choice->lock) : insight::HoldHistory::noLane;
    if (lane == insight::HoldHistory::noLane || m_choice->isLockAlone() || !m_choice->isOpen())
        return false;
    if (m_choice->mark) {
        for (const insight::WatchHole &hole : m_history.holes()) {
            if (TimelineStep{{}, hole}.isSameAs(*m_choice))
                m_choice->mark = hole;
        }
        return !m_choice->isOpen();
    }
    const auto isIt = [this](const insight::HoldInterval &hold) {
        return TimelineStep{hold, {}}.isSameAs(*m_choice);
    };
    const auto open = m_history.open(lane);
    const auto held = std::find_if(open.begin(), open.end(), isIt);
    const auto ended = m_history.ended(lane);
    const auto last = std::find_if(ended.rbegin(), ended.rend(), isIt);
    if (held != open.end())
        m_choice->hold = *held;
    else if (last != ended.rend())
        m_choice->hold = *last;
    return !m_choice->isOpen();
}

} // namespace lockscope::ui
