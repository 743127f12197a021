// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinesteps.h"

#include <optional>

namespace lockscope::ui {

// A hold on the timeline or a mark, or just the lock.
struct TimelineChoice : TimelineStep {
    watch::LockId lock;
    int holds = 0; // several that are too close to be told apart

    bool isLockAlone() const { return !hold && !mark; }
};

// What is chosen on a timeline, and in which row that is. GUI thread; a value, the history must
// outlive it. What is chosen stays so while its row comes and goes.
class TimelineSelection
{
public:
    explicit TimelineSelection(const watch::HoldHistory &history)
        : m_history(history)
    {}

    const std::optional<TimelineChoice> &choice() const { return m_choice; }
    int row() const { return m_row; } // -1: none
    void setRow(int row) { m_row = row; }
    // When it began; empty: nothing is chosen, or the lock alone.
    std::optional<qint64> from() const;

    void choose(int row, const watch::LockId &lock, const TimelineStep &step, int holds);
    // What was before or after what is chosen, wherever it is in time; empty: there is none.
    std::optional<TimelineStep> beside(watch::HoldHistory::Lane lane, bool after) const;
    // What has become of what was chosen while it went on. True: it has ended.
    bool follow();

private:
    const watch::HoldHistory &m_history;
    std::optional<TimelineChoice> m_choice;
    int m_row = -1;
};

} // namespace lockscope::ui
