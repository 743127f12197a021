// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/lockstore.h"

namespace lockscope::watch {

namespace {

std::size_t hashOf(const LockName &name)
{
    return std::hash<LockName>()(name);
}

} // namespace

LockStore::Place LockStore::find(const LockName &name) const
{
    return m_index.find(hashOf(name),
                        [&](Place place) { return m_locks[place].record->id.name == name; });
}

std::vector<LockName> LockStore::names() const
{
    std::vector<LockName> names;
    names.reserve(size());
    for (const Lock &lock : m_locks) {
        if (lock.record)
            names.push_back(lock.record->id.name);
    }
    return names;
}

OpenLock LockStore::open(Place place) const
{
    return m_packer.unpack(*m_locks[place].record, m_locks[place].packed);
}

LockStore::Place LockStore::put(Place place, LockPointer record, const OpenLock &lock)
{
    if (place == nowhere) {
        if (m_free.empty()) {
            place = static_cast<Place>(m_locks.size());
            m_locks.emplace_back();
        } else {
            place = m_free.back();
            m_free.pop_back();
        }
        m_index.insert(hashOf(record->id.name), place);
    }
    m_locks[place].packed = m_packer.pack(record->id.name, lock);
    m_locks[place].record = std::move(record);
    return place;
}

void LockStore::remove(Place place)
{
    m_index.erase(hashOf(m_locks[place].record->id.name), place);
    m_ticks.set(place, std::nullopt);
    m_locks[place] = {};
    m_free.push_back(place);
}

} // namespace lockscope::watch
