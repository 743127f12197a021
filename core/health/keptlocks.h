// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hashindex.h"
#include "core/watch/record/records.h"

#include <vector>

namespace lockscope::health {

// Locks that have to be judged again, though nothing of them changes, each with the time for it. In
// 20 bytes each and the index, since every held lock is one: the times are stored apart, in tenths
// of a second, and are looked through when the first has come; 100,000 of them take some 50
// microseconds. A value, one thread.
class KeptLocks
{
public:
    static constexpr Millis step{100};

    // Keeps the lock's newest record. `due` empty: kept for its record alone.
    void set(const watch::LockPointer &lock, std::optional<Instant> due);
    void erase(const watch::LockId &id);
    watch::LockPointer find(const watch::LockId &id) const; // null: not kept

    // Those that are due, which then have no time any more.
    std::vector<watch::LockPointer> takeDue(Instant now);
    std::optional<Instant> nextAt() const; // or somewhat before; empty: none has a time
    std::vector<watch::LockPointer> of(watch::DeploymentId deployment) const;
    std::size_t size() const { return m_index.size(); }

private:
    using Tick = quint32;
    static constexpr Tick never = 0xffff'ffff;

    static Tick tickOf(Instant at); // the first that is not before
    static Instant instantOf(Tick tick);
    quint32 numberOf(const watch::LockId &id) const;

    std::vector<watch::LockPointer> m_locks; // by number; null: free
    std::vector<Tick> m_due;
    std::vector<quint32> m_free;
    HashIndex m_index;
    Tick m_next = never; // none is before it
};

} // namespace lockscope::health
