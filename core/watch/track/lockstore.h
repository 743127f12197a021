// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hashindex.h"
#include "core/watch/track/packedlock.h"
#include "core/watch/track/tickheap.h"

#include <deque>

namespace lockscope::watch {

// Keeps the locks of one server between two readings, each in little memory: its shown record, the
// rest packed, and the time of its next look. One thread.
class LockStore
{
public:
    using Place = quint32;
    static constexpr Place nowhere = HashIndex::none;

    Place find(const LockName &name) const;
    bool contains(const LockName &name) const { return find(name) != nowhere; }
    std::size_t size() const { return m_index.size(); }
    std::vector<LockName> names() const;

    const LockPointer &record(Place place) const { return m_locks[place].record; }
    const PackedLock &packed(Place place) const { return m_locks[place].packed; }
    OpenLock open(Place place) const;

    // Puts the lock there as it is now, in place of the earlier one; nowhere: in a new place.
    Place put(Place place, LockPointer record, const OpenLock &lock);
    // Shows it otherwise than it was put.
    void show(Place place, LockPointer record) { m_locks[place].record = std::move(record); }
    void remove(Place place);

    void setTick(Place place, std::optional<Instant> at) { m_ticks.set(place, at); }
    std::optional<Instant> nextTick() const { return m_ticks.next(); }
    // A lock whose time has come; it has none any more.
    std::optional<Place> takeDue(Instant now) { return m_ticks.takeDue(now); }

private:
    struct Lock {
        LockPointer record; // empty: a free place
        PackedLock packed;
    };

    std::deque<Lock> m_locks;
    std::vector<Place> m_free;
    HashIndex m_index; // by name
    LockPacker m_packer;
    TickHeap m_ticks;
};

} // namespace lockscope::watch
