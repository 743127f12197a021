// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locks/verdicts.h"

#include <vector>

namespace lockscope::ui {

// Keeps the quorum verdicts for the locks of a table: a mark for each slot, which cells, orders and
// filters read first. GUI thread; it owns the marks, the source must outlive it or be removed.
// There are no marks if nobody asks, or if no lock is kept on several servers.
class VerdictMarks
{
public:
    bool setSource(const VerdictSource *source); // false: it was that
    bool hasSource() const { return m_source != nullptr; }
    // Neither is there a mark, nor can one come.
    bool isIdle() const { return m_marks.empty() && (!m_source || m_source->isEmpty()); }

    JudgedPointer verdictOf(const watch::LockId &id) const;
    std::vector<watch::LockId> judgedLocks() const; // as the source says

    // By slot, those behind the last have none.
    const std::vector<QuorumMark> &all() const { return m_marks; }
    QuorumMark markOf(quint32 slot) const
    {
        return slot < m_marks.size() ? m_marks[slot] : QuorumMark();
    }
    // Asks again; whether the lock's mark is another now.
    bool judge(quint32 slot, const watch::LockId &id);
    // The slot may have been another lock's.
    void judgeNew(quint32 slot, const watch::LockId &id);
    void clear() { m_marks = {}; }

private:
    const VerdictSource *m_source = nullptr;
    std::vector<QuorumMark> m_marks;
};

} // namespace lockscope::ui
