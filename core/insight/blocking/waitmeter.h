// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <unordered_map>
#include <vector>

namespace lockscope::insight {

// The time for which locks have been waited for, as far as it was seen: since when each waiter of a
// queue is known, and, if only the number of waiting connections is told, their connection-seconds.
// Those are another unit: two connections for a second may be one waiter after the other. Fed with
// the records from the mailbox; keeps only locks with waiters. A value, the time passed in, one
// thread.
class WaitMeter
{
    struct Entry;

public:
    // One lock's waiters, for many questions; until the next note().
    class Queue
    {
    public:
        // When the waiter was first seen in this queue; empty: not known there.
        std::optional<Instant> since(const OwnerId &waiter) const;

    private:
        friend class WaitMeter;
        const Entry *m_entry = nullptr;
    };

    void note(const watch::LockId &id, const watch::LockPointer &lock, Instant now); // empty: gone

    Queue queue(const watch::LockId &lock) const;
    // Connections times the time for which they were seen to wait.
    Millis connectionTime(const watch::LockId &lock, Instant now) const;

    std::size_t size() const { return m_locks.size(); }

private:
    struct Seen {
        OwnerId owner;
        Instant since;
    };
    struct Entry {
        std::vector<Seen> waiters; // sorted by owner
        qint64 connections = 0;
        Instant countedAt;
        Millis connectionTime{0}; // up to countedAt
    };

    static void noteWaiters(Entry &entry, const watch::LockRecord &lock, Instant now);

    std::unordered_map<watch::LockId, Entry> m_locks;
};

} // namespace lockscope::insight
