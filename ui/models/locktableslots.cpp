// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lock table's slots: where each lock is for as long as it lives, and what of them the worker's
// replica has yet to hear.
#include "ui/models/locktablemodel.h"

namespace lockscope::ui {

namespace {

// What the worker has not heard of keeps states of locks alive that are long over.
constexpr std::size_t mostTouched = 1024;

} // namespace

quint32 LockTableModel::slotOf(const watch::LockId &id) const
{
    return m_index.find(std::hash<watch::LockId>()(id),
                        [&](quint32 slot) { return m_locks[slot]->id == id; });
}

quint32 LockTableModel::freeSlot()
{
    if (!m_free.empty()) {
        const quint32 slot = m_free.back();
        m_free.pop_back();
        return slot;
    }
    m_locks.emplace_back();
    m_stamps.push_back(0);
    m_rowOf.push_back(-1);
    return static_cast<quint32>(m_locks.size() - 1);
}

void LockTableModel::clearSlot(quint32 slot)
{
    m_locks[slot].reset();
    m_stamps[slot] = 0;
    m_rowOf[slot] = -1;
    m_free.push_back(slot);
}

quint32 LockTableModel::newSlot(LockPointer lock)
{
    const quint32 slot = freeSlot();
    m_index.insert(std::hash<watch::LockId>()(lock->id), slot);
    m_locks[slot] = std::move(lock);
    m_stamps[slot] = m_nextStamp++;
    touch(slot);
    markNew(slot);
    return slot;
}

void LockTableModel::forget(quint32 slot)
{
    m_index.erase(std::hash<watch::LockId>()(m_locks[slot]->id), slot);
    if (m_rowOf[slot] >= 0) {
        m_stamps[slot] = 0;
        m_gone.push_back(slot);
    } else {
        clearSlot(slot);
    }
    touch(slot);
}

SlotLock LockTableModel::slotLock(quint32 slot) const
{
    const quint32 stamp = m_stamps[slot];
    return {slot, stamp, stamp == 0 ? LockPointer() : m_locks[slot]};
}

void LockTableModel::touch(quint32 slot)
{
    if (slot >= m_isTouched.size())
        m_isTouched.resize(m_locks.size());
    if (m_isTouched[slot])
        return;
    m_isTouched[slot] = true;
    m_touched.push_back(slot);
}

std::vector<SlotLock> LockTableModel::takeTouched()
{
    std::vector<SlotLock> touched;
    touched.reserve(m_touched.size());
    for (const quint32 slot : m_touched) {
        m_isTouched[slot] = false;
        touched.push_back(slotLock(slot));
    }
    m_touched.clear();
    return touched;
}

void LockTableModel::tellReplica()
{
    if (m_touched.size() < mostTouched)
        return;
    m_pool.start(
        [this, changes = takeTouched()]() mutable { m_replica.apply(std::move(changes)); });
}

// A slot that was freed since, or given to another lock, has another stamp.
bool LockTableModel::isAlive(const SlotStamp &lock) const
{
    return m_stamps[lock.slot] == lock.stamp;
}

} // namespace lockscope::ui
