// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/read/readjob.h"
#include "core/watch/track/lockstore.h"
#include "core/watch/track/waiterpulses.h"

#include <unordered_map>
#include <vector>

namespace lockscope::watch {

// Follows which waiters of the locks of one server listen, and so are alive. Owns the counts of the
// waiters in queues. No I/O; one thread; the store must outlive it.
class WaiterBook
{
public:
    explicit WaiterBook(const LockStore &locks)
        : m_locks(locks)
    {}

    // The channels on which a lock's waiters listen.
    std::vector<QByteArray> channels(const LockName &name) const;
    // Else a long queue's waiters are asked in turns.
    void askAll() { m_asksAll = true; }
    bool hasUnchecked(Instant now) const; // that could be asked

    // The lock as it was read just now.
    void follow(const LockName &name, const TrackedLock &lock, Instant now);
    void forget(const LockName &name) { m_pulses.erase(name); }
    void count(const LockName &name, const OpenLock &open, const Subscribers &counted, Instant now);

    // The pulses of a lock that has a queue; empty: it has none.
    WaiterPulses *pulsesOf(const LockName &name);

private:
    const LockStore &m_locks;
    std::unordered_map<LockName, WaiterPulses> m_pulses; // of locks that have a queue
    bool m_asksAll = false;
};

} // namespace lockscope::watch
