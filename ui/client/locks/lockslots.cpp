// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/lockslots.h"

#include <functional>
#include <utility>

namespace lockscope::ui {

quint32 LockSlots::find(const watch::LockId &id) const
{
    return m_index.find(std::hash<watch::LockId>()(id),
                        [&](quint32 slot) { return m_locks[slot]->id == id; });
}

SlotLock LockSlots::at(quint32 slot) const
{
    return {slot, m_isAlive[slot] ? m_locks[slot] : LockPointer()};
}

std::vector<SlotLock> LockSlots::all() const
{
    std::vector<SlotLock> locks;
    locks.reserve(m_locks.size());
    for (std::size_t slot = 0; slot < m_locks.size(); ++slot)
        locks.push_back(at(static_cast<quint32>(slot)));
    return locks;
}

quint32 LockSlots::insert(LockPointer lock)
{
    const quint32 slot = take();
    m_index.insert(std::hash<watch::LockId>()(lock->id), slot);
    m_locks[slot] = std::move(lock);
    change(slot);
    return slot;
}

void LockSlots::replace(quint32 slot, LockPointer lock)
{
    m_locks[slot] = std::move(lock);
    change(slot);
}

quint32 LockSlots::take()
{
    quint32 slot = 0;
    if (!m_free.empty()) {
        slot = m_free.back();
        m_free.pop_back();
    } else {
        slot = static_cast<quint32>(m_locks.size());
        m_locks.emplace_back();
        m_isAlive.push_back(false);
    }
    m_isAlive[slot] = true;
    return slot;
}

void LockSlots::retire(quint32 slot)
{
    m_isAlive[slot] = false;
    if (!m_locks[slot])
        return;
    m_index.erase(std::hash<watch::LockId>()(m_locks[slot]->id), slot);
    change(slot);
}

void LockSlots::release(quint32 slot)
{
    m_locks[slot].reset();
    m_isAlive[slot] = false;
    m_free.push_back(slot);
}

void LockSlots::change(quint32 slot)
{
    if (slot >= m_isChanged.size())
        m_isChanged.resize(m_locks.size());
    if (m_isChanged[slot])
        return;
    m_isChanged[slot] = true;
    m_changed.push_back(slot);
}

std::vector<SlotLock> LockSlots::takeChanges()
{
    std::vector<SlotLock> changes;
    changes.reserve(m_changed.size());
    for (const quint32 slot : m_changed) {
        m_isChanged[slot] = false;
        changes.push_back(at(slot));
    }
    m_changed.clear();
    return changes;
}

std::vector<bool> slotSet(const std::vector<quint32> &members, std::size_t slotCount)
{
    std::vector<bool> set(slotCount);
    for (const quint32 slot : members)
        set[slot] = true;
    return set;
}

} // namespace lockscope::ui
