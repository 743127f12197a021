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

// The choice on a timeline, and its row. GUI thread; a value, the history must outlive it. The
// choice stays while its row comes and goes.
class TimelineSelection
{
public:
    explicit TimelineSelection(const insight::HoldHistory &history)
        : m_history(history)
    {}

    const std::optional<TimelineChoice> &choice() const { return m_choice; }
    int row() const { return m_row; } // -1: none
    void setRow(int row) { m_row = row; }
    // When it began; empty: nothing is chosen, or the lock alone.
    std::optional<qint64> from() const;

    void choose(int row, const watch::LockId &lock, const TimelineStep &step, int holds);
    void clear();
    // The step before or after the choice, wherever it is in time; empty: there is none.
    std::optional<TimelineStep> beside(insight::HoldHistory::Lane lane, bool after) const;
    // Updates a choice that was still going on. True: it has ended.
    bool follow();

private:
    const insight::HoldHistory &m_history;
    std::optional<TimelineChoice> m_choice;
    int m_row = -1;
};

} // namespace lockscope::ui
