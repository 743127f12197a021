// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/track/track.h"

#include <unordered_map>
#include <unordered_set>

namespace lockscope::watch {

// Counts holds that came and went between two readings, so that a watch says how many it could not
// tell one by one. Each full release of a lock that wakes its waiters is one wake-up: a wake-up
// that belongs to no release that was told is that of a hold that nobody saw. Of other locks the
// changes of the main key are counted, two for each hold; so of read-write locks while somebody
// reads, since only the last reader wakes anybody. Of semaphores and latches each change of the
// number counts. Changes that several clients made in one turn of the server are told as one, and a
// renewal looks like a release and an acquisition, so a count by changes is a least one. A sign
// that came after the reading of its change, or before it, is carried to the next reading. Plain
// data with the time passed in, one thread.
class UnseenBook
{
public:
    // The result of a reading, once it is believed.
    struct Step {
        const std::optional<TrackedLock> &before;
        const Difference &difference;
        const Evidence &evidence;
        bool wasLock = false; // some time ago, where it is none before or after
        bool countsChanges = false; // `evidence.changes` are all changes of the main key
    };

    // The event that tells of them; empty: there are none.
    std::optional<LockEvent> count(const LockName &name, const Step &step, Instant now);

    void forget(const LockName &name) { m_carried.erase(name); }
    // Drops what is too old to count.
    void tidy(Instant now);
    std::size_t size() const { return m_carried.size(); }

private:
    // Surplus or missing signs, compared with the reported events.
    struct Carried {
        qint64 wakeUps = 0;
        qint64 changes = 0;
        qint64 late = 0; // wake-ups that came while the last reading was under way
        qint64 early = 0; // wake-ups of which the change was not told yet, for the next step only
        qint64 spare = 0; // changes of a lock that is gone, of which nothing was told
        Instant at;
        friend bool operator==(const Carried &, const Carried &) = default;
    };

    qint64 byWakeUps(Carried &carried, const Step &step) const;
    qint64 byChanges(Carried &carried, const Step &step) const;
    qint64 byReaders(Carried &carried, const Step &step) const;
    qint64 byNumber(Carried &carried, const Step &step) const;
    bool isSilent(const LockName &name, const Step &step);

    std::unordered_map<LockName, Carried> m_carried;
    std::unordered_set<std::size_t> m_silent; // hashes of locks that were released without wake-up
};

} // namespace lockscope::watch
