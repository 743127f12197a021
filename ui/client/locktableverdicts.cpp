// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the lock table knows of quorums: a mark for each slot, which is what a cell, an order and a
// filter look at first. Where nobody asks, or no lock is kept on several servers, there are none.
#include "ui/client/locktablemodel.h"

namespace lockscope::ui {

void LockTableModel::setVerdictSource(const VerdictSource *source)
{
    if (m_verdicts == source)
        return;
    m_verdicts = source;
    updateAllVerdicts();
}

JudgedPointer LockTableModel::verdictOf(const watch::LockId &id) const
{
    return m_verdicts && !m_verdicts->isEmpty() ? m_verdicts->verdictOf(id) : nullptr;
}

bool LockTableModel::needsVerdicts() const
{
    return m_column == LockColumn::Quorum || m_filter.dependsOnQuorum();
}

QuorumMark LockTableModel::markOf(quint32 slot) const
{
    return slot < m_marks.size() ? m_marks[slot] : QuorumMark();
}

void LockTableModel::setMark(quint32 slot, QuorumMark mark)
{
    if (mark == markOf(slot))
        return;
    if (slot >= m_marks.size())
        m_marks.resize(m_locks.size());
    m_marks[slot] = mark;
}

// The slot may have been another lock's.
void LockTableModel::markNew(quint32 slot)
{
    if (m_verdicts)
        setMark(slot, QuorumMark::of(verdictOf(m_locks[slot]->id)));
}

// Whether its mark is another now.
bool LockTableModel::judge(quint32 slot, Dirty &dirty)
{
    const QuorumMark mark = QuorumMark::of(verdictOf(m_locks[slot]->id));
    if (mark == markOf(slot))
        return false;
    setMark(slot, mark);
    if (m_rowOf[slot] >= 0)
        dirty.emplace_back(slot, 1U << static_cast<quint32>(LockColumn::Quorum));
    return true;
}

void LockTableModel::showMarks(const Dirty &dirty, bool isOther)
{
    announce(dirty);
    if (isOther && needsVerdicts())
        reorder();
}

void LockTableModel::updateVerdicts(const std::vector<watch::LockId> &ids)
{
    if (!m_verdicts)
        return;
    Dirty dirty;
    bool isOther = false;
    for (const watch::LockId &id : ids) {
        const quint32 slot = slotOf(id);
        if (slot != HashIndex::none)
            isOther |= judge(slot, dirty);
    }
    showMarks(dirty, isOther);
}

// Those that had a verdict, and those that may have one now: few of the locks that there are.
void LockTableModel::updateAllVerdicts()
{
    if (m_marks.empty() && (!m_verdicts || m_verdicts->isEmpty()))
        return;
    Dirty dirty;
    bool isOther = false;
    for (quint32 slot = 0; slot < m_marks.size(); ++slot) {
        if (!m_marks[slot].isEmpty() && m_locks[slot] && m_isAlive[slot])
            isOther |= judge(slot, dirty);
    }
    const auto judged = m_verdicts ? m_verdicts->judgedLocks() : std::vector<watch::LockId>();
    for (const watch::LockId &id : judged) {
        const quint32 slot = slotOf(id);
        if (slot != HashIndex::none)
            isOther |= judge(slot, dirty);
    }
    if (!m_verdicts)
        m_marks = {};
    showMarks(dirty, isOther);
}

// Only what has a mark is worth a question.
JudgedPointer LockTableModel::shownVerdict(int row, int column) const
{
    if (column != static_cast<int>(LockColumn::Quorum)
        || markOf(m_rows[static_cast<std::size_t>(row)]).isEmpty())
        return nullptr;
    return verdictOf(lockAt(row).id);
}

} // namespace lockscope::ui
