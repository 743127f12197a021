// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/verdictmarks.h"

#include <utility>

namespace lockscope::ui {

bool VerdictMarks::setSource(const VerdictSource *source)
{
    return std::exchange(m_source, source) != source;
}

JudgedPointer VerdictMarks::verdictOf(const watch::LockId &id) const
{
    return m_source && !m_source->isEmpty() ? m_source->verdictOf(id) : nullptr;
}

std::vector<watch::LockId> VerdictMarks::judgedLocks() const
{
    return m_source ? m_source->judgedLocks() : std::vector<watch::LockId>();
}

bool VerdictMarks::judge(quint32 slot, const watch::LockId &id)
{
    const QuorumMark mark = QuorumMark::of(verdictOf(id));
    if (mark == markOf(slot))
        return false;
    if (slot >= m_marks.size())
        m_marks.resize(slot + std::size_t(1));
    m_marks[slot] = mark;
    return true;
}

void VerdictMarks::judgeNew(quint32 slot, const watch::LockId &id)
{
    if (m_source)
        judge(slot, id);
}

} // namespace lockscope::ui
