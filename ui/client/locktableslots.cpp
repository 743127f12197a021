// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lock table's slots: where each lock is for as long as it lives, and what of them the worker's
// replica has yet to hear.
#include "ui/client/locktablemodel.h"

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
    m_isAlive.push_back(false);
    m_rowOf.push_back(-1);
    m_isShown.push_back(false);
    return static_cast<quint32>(m_locks.size() - 1);
}

void LockTableModel::clearSlot(quint32 slot)
{
    m_locks[slot].reset();
    m_isAlive[slot] = false;
    m_free.push_back(slot);
}

quint32 LockTableModel::newSlot(LockPointer lock)
{
    const quint32 slot = freeSlot();
    m_index.insert(std::hash<watch::LockId>()(lock->id), slot);
    m_locks[slot] = std::move(lock);
    m_isAlive[slot] = true;
    touch(slot);
    markNew(slot);
    return slot;
}

void LockTableModel::forget(quint32 slot)
{
    m_index.erase(std::hash<watch::LockId>()(m_locks[slot]->id), slot);
    m_isAlive[slot] = false;
    if (m_inFlight)
        m_goneInFlight.push_back(slot);
    if (m_rowOf[slot] >= 0) {
        m_gone.push_back(slot);
    } else {
        clearSlot(slot);
    }
    touch(slot);
}

SlotLock LockTableModel::slotLock(quint32 slot) const
{
    return {slot, m_isAlive[slot] ? m_locks[slot] : LockPointer()};
}

std::vector<bool> LockTableModel::slotSet(const std::vector<quint32> &slots) const
{
    std::vector<bool> set(m_locks.size());
    for (const quint32 slot : slots)
        set[slot] = true;
    return set;
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

} // namespace lockscope::ui
