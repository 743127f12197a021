// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelanes.h"

#include <algorithm>

namespace lockscope::ui {

void TimelineLanes::take()
{
    m_rows = m_sieve.rows(m_filter, m_order);
    m_locks.clear();
    for (const Lane each : m_rows.lanes)
        m_locks.push_back(m_history.lockOf(each));
}

void TimelineLanes::refresh()
{
    take();
    m_revision = m_history.revision();
}

bool TimelineLanes::isOutdated() const
{
    if (!isNewsMissing())
        return false;
    for (std::size_t row = 0; row < m_rows.lanes.size(); ++row) {
        const Lane lane = m_rows.lanes[row];
        const bool isGone = m_history.ended(lane).empty() && m_history.open(lane).empty();
        const bool isChanged = m_history.changedAt(lane) > m_revision;
        if (isGone || (isChanged && m_history.lockOf(lane) != m_locks[row]))
            return true;
    }
    return false;
}

int TimelineLanes::rowOf(const watch::LockId &lock) const
{
    const Lane lane = m_history.find(lock);
    if (lane == insight::HoldHistory::noLane)
        return -1;
    const auto at = std::find(m_rows.lanes.begin(), m_rows.lanes.end(), lane);
    return at == m_rows.lanes.end() ? -1 : static_cast<int>(at - m_rows.lanes.begin());
}

} // namespace lockscope::ui
