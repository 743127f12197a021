// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinerows.h"

#include <vector>

namespace lockscope::ui {

// The locks that a timeline shows, by row, with the filter and the order that they are found by.
// GUI thread; it owns the sieve, the history must outlive it. A lane that is gone may be another
// lock's later, so that it knows of which locks its lanes were when they were taken.
class TimelineLanes
{
public:
    using Lane = insight::HoldHistory::Lane;

    explicit TimelineLanes(const insight::HoldHistory &history)
        : m_history(history)
    {}

    // From the next take() on.
    void setFilter(const QString &text) { m_filter = text.trimmed(); }
    void setLets(std::function<bool(const watch::LockId &)> lets)
    {
        m_sieve.setLets(std::move(lets));
    }
    void setOrder(TimelineOrder order) { m_order = order; }

    void take();
    // Takes all that was heard of until now.
    void refresh();
    bool isNewsMissing() const { return m_history.revision() != m_revision; } // since refresh()
    // A row is of a lock that is gone, so that its lane may be of one that the filter hides.
    bool isOutdated() const;

    const TimelineRows &rows() const { return m_rows; }
    int count() const { return static_cast<int>(m_rows.lanes.size()); }
    Lane laneAt(int row) const { return m_rows.lanes[static_cast<std::size_t>(row)]; }
    const watch::LockId &lockAt(int row) const { return m_history.lockOf(laneAt(row)); }
    int rowOf(const watch::LockId &lock) const; // -1: none

private:
    const insight::HoldHistory &m_history;
    TimelineSieve m_sieve{m_history};
    TimelineRows m_rows;
    std::vector<watch::LockId> m_locks; // the locks of the lanes when they were taken
    QString m_filter;
    TimelineOrder m_order = TimelineOrder::Name;
    quint64 m_revision = 0; // of the history
};

} // namespace lockscope::ui
