// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lock table's groups: what is above the locks of each, and what of them is open. A head is a
// slot without a lock, so that it keeps its row, and whoever points to it, while all around it is
// sorted.
#include "ui/client/locktablemodel.h"
#include "ui/client/servermodel.h"

#include <algorithm>
#include <iterator>

namespace lockscope::ui {

bool LockTableModel::passes(const watch::LockRecord &lock) const
{
    if (m_filter.isEmpty())
        return true;
    watch::FilterSight sight(m_clock.now(), m_clock.wallNow(), lostAt(lock).has_value());
    if (m_filter.dependsOnQuorum())
        sight.quorum = QuorumMark::of(verdictOf(lock.id)).known();
    const admin::Place *const known = placeOf(lock.id.deployment);
    const watch::FilterPlace place = known ? filterPlaceOf(*known) : watch::FilterPlace();
    sight.place = &place;
    return m_filter.matches(lock, sight);
}

// Rows as the order has them; what came after it was asked for stays at the end.
void LockTableModel::placeRows(LockOrder order)
{
    std::vector<quint32> changed;
    std::unordered_set<QByteArray> kept;
    m_grouped = 0;
    const std::vector<bool> gone = slotSet(m_goneInFlight);
    const auto isGone = [&](quint32 slot) { return gone[slot]; };
    std::vector<quint32> target;
    if (m_grouping == LockGrouping::None) {
        target = std::move(order.locks);
        if (!m_goneInFlight.empty())
            std::erase_if(target, isGone);
        if (!m_addedInFlight.empty())
            std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(target),
                         [this, added = slotSet(m_addedInFlight)](quint32 slot) {
                             return added[slot] && m_isAlive[slot];
                         });
    }
    for (const LockGroup &group : order.groups) {
        target.push_back(headFor(group, changed));
        kept.insert(group.key);
        m_grouped += group.count;
        if (m_closed.contains(group.key))
            continue;
        const auto first = order.locks.begin() + static_cast<std::ptrdiff_t>(group.first);
        std::remove_copy_if(first, first + static_cast<std::ptrdiff_t>(group.count),
                            std::back_inserter(target), isGone);
    }
    dropHeads(kept);
    swapIn(std::move(target));
    for (const quint32 slot : changed) {
        if (const int row = m_rowOf[slot]; row >= 0)
            Q_EMIT dataChanged(index(row, 0), index(row, lockColumnCount - 1));
    }
}

quint32 LockTableModel::headFor(const LockGroup &group, std::vector<quint32> &changed)
{
    if (const auto known = m_headSlots.find(group.key); known != m_headSlots.end()) {
        LockGroup &head = m_heads[known->second];
        if (!head.looksLike(group))
            changed.push_back(known->second);
        head = group;
        return known->second;
    }
    const quint32 slot = freeSlot();
    m_isAlive[slot] = true;
    m_heads.emplace(slot, group);
    m_headSlots.emplace(group.key, slot);
    return slot;
}

// Their rows go with the next swapIn().
void LockTableModel::dropHeads(const std::unordered_set<QByteArray> &kept)
{
    for (auto head = m_headSlots.begin(); head != m_headSlots.end();) {
        if (kept.contains(head->first)) {
            ++head;
            continue;
        }
        m_isAlive[head->second] = false;
        m_gone.push_back(head->second);
        m_heads.erase(head->second);
        head = m_headSlots.erase(head);
    }
}

void LockTableModel::setGrouping(LockGrouping grouping)
{
    if (m_grouping == grouping)
        return;
    m_grouping = grouping;
    m_closed.clear();
    // A head of the groups that were is none of those that come, though its key may be the same.
    dropHeads({});
    regroup();
}

void LockTableModel::regroup()
{
    ++m_generation;
    m_pause.stop();
    reorder();
}

bool LockTableModel::isHead(int row) const
{
    return !m_locks[m_rows[static_cast<std::size_t>(row)]];
}

int LockTableModel::headOf(int row) const
{
    if (m_grouping == LockGrouping::None)
        return -1;
    while (row >= 0 && !isHead(row))
        --row;
    return row;
}

bool LockTableModel::isOpen(int head) const
{
    const auto known = m_heads.find(m_rows[static_cast<std::size_t>(head)]);
    return known != m_heads.end() && !m_closed.contains(known->second.key);
}

void LockTableModel::setOpen(int head, bool open)
{
    const auto known = m_heads.find(m_rows[static_cast<std::size_t>(head)]);
    if (known == m_heads.end() || isOpen(head) == open)
        return;
    if (open)
        m_closed.erase(known->second.key);
    else
        m_closed.insert(known->second.key);
    // The mark turns at once, the rows follow when they are computed.
    Q_EMIT dataChanged(index(head, 0), index(head, lockColumnCount - 1));
    regroup();
}

void LockTableModel::setAllOpen(bool open)
{
    if (m_grouping == LockGrouping::None)
        return;
    m_closed.clear();
    if (!open) {
        for (const auto &[key, slot] : m_headSlots)
            m_closed.insert(key);
    }
    for (const auto &[key, slot] : m_headSlots) {
        if (const int row = m_rowOf[slot]; row >= 0)
            Q_EMIT dataChanged(index(row, 0), index(row, lockColumnCount - 1));
    }
    regroup();
}

void LockTableModel::reveal(const watch::LockId &id)
{
    const LockPointer lock = find(id);
    if (lock && m_closed.erase(groupKey(*lock, m_grouping)) > 0)
        regroup();
}

std::size_t LockTableModel::shownCount() const
{
    if (m_grouping != LockGrouping::None)
        return m_grouped;
    // Rows come and go later in a long table.
    return m_filter.isEmpty() ? m_index.size() : m_rows.size() - m_gone.size();
}

// Who chooses locks does not choose heads; but one goes there by the keyboard to open and close.
Qt::ItemFlags LockTableModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && isHead(index.row()))
        flags &= ~Qt::ItemIsSelectable;
    return flags;
}

} // namespace lockscope::ui
