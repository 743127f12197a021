// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hashindex.h"
#include "ui/client/locks/lockorder.h"

#include <algorithm>
#include <vector>

namespace lockscope::ui {

// Keeps each lock of a table in a slot of its own for as long as the lock lives, and knows which
// slots have changed since somebody last took the changes. GUI thread; it owns nothing but the
// pointers. A slot can also be taken for a row that is no lock. Slots are used again.
class LockSlots
{
public:
    static constexpr quint32 none = HashIndex::none;

    quint32 find(const watch::LockId &id) const; // none: no lock of this id lives
    // Empty: the slot is free, or not of a lock. A retired lock can still be read.
    const LockPointer &lockIn(quint32 slot) const { return m_locks[slot]; }
    bool isAlive(quint32 slot) const { return m_isAlive[slot]; }
    SlotLock at(quint32 slot) const; // empty, unless its lock lives
    std::vector<SlotLock> all() const;
    std::size_t size() const { return m_locks.size(); } // free slots, too
    std::size_t lockCount() const { return m_index.size(); } // that live

    template <typename Visit>
    void forEachLock(const Visit &visit) const
    {
        for (std::size_t slot = 0; slot < m_locks.size(); ++slot) {
            if (m_locks[slot] && m_isAlive[slot])
                visit(m_locks[slot]);
        }
    }

    // At most so many slots from one on; the slot to go on from, size(): that was all.
    template <typename Visit>
    std::size_t forEachLockFrom(std::size_t slot, std::size_t most, const Visit &visit) const
    {
        const std::size_t end =
            slot < m_locks.size() ? slot + std::min(most, m_locks.size() - slot) : m_locks.size();
        for (; slot < end; ++slot) {
            if (m_locks[slot] && m_isAlive[slot])
                visit(m_locks[slot]);
        }
        return end;
    }

    quint32 insert(LockPointer lock); // not for one that is there
    void replace(quint32 slot, LockPointer lock); // by a later state of it
    quint32 take(); // for a row that is no lock
    // The lock in the slot is gone. The slot stays as it is until it is released.
    void retire(quint32 slot);
    void release(quint32 slot);

    // Slots whose lock came, went or changed.
    std::size_t changeCount() const { return m_changed.size(); }
    std::vector<SlotLock> takeChanges();

private:
    void change(quint32 slot);

    // By slot. Apart, since an order goes through all rows, but through no lock.
    std::vector<LockPointer> m_locks;
    std::vector<bool> m_isAlive;
    std::vector<quint32> m_free;
    HashIndex m_index; // slots by id
    std::vector<quint32> m_changed;
    std::vector<bool> m_isChanged; // by slot
};

// By slot, of so many: whether it is one of these.
std::vector<bool> slotSet(const std::vector<quint32> &members, std::size_t slotCount);

} // namespace lockscope::ui
