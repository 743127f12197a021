// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/picture/store.h"

namespace lockscope::picture {

watch::LockPointer MapStore::find(const watch::LockId &id) const
{
    const auto known = m_locks.find(id);
    return known == m_locks.end() ? watch::LockPointer() : known->second;
}

void MapStore::visit(const LockVisitor &visitor) const
{
    for (const auto &[id, lock] : m_locks)
        visitor(lock);
}

void MapStore::merge(LockChanges changes)
{
    for (auto &[id, lock] : changes) {
        if (lock)
            m_locks.insert_or_assign(std::move(id), std::move(lock));
        else
            m_locks.erase(id);
    }
}

} // namespace lockscope::picture
