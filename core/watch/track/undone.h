// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/track/track.h"

#include <deque>
#include <unordered_map>

namespace lockscope::watch {

// Knows releases that a restart or failover undoes: the server that answers then had not got them,
// so the lock is there again, for an owner that does not know of it and will not renew it. Such a
// hold has the expiry of the old one, or that before its last renewals; a new hold of the same
// owner ends later, unless its lease is shorter. Without an expiry nothing tells them apart, and
// nothing is said, nor of a hold that went to the next owner in one reading. Plain data with the
// time passed in, one thread.
class UndoneReleases
{
public:
    // Another server or process answers from now on.
    void noteRestart(Instant now);
    // A reading, once it is believed. Keeps the releases that it tells, and says of a hold that
    // appears again that its owner had released it; the end of such a hold happened before, so no
    // owner goes on working without its lock.
    void read(const LockName &name, const std::optional<TrackedLock> &before,
              Difference &difference, const Moment &now);

private:
    struct Release {
        LockName name;
        OwnerId owner;
        format::ServerMs expireAt = 0; // of the hold that was released
        WallInstant at;
        Instant since;
    };

    void noteRelease(const LockName &name, const OwnerId &owner, const TrackedLock &before,
                     const Moment &now);
    bool sayUndone(const LockName &name, const TrackedLock &lock, LockEvent &event);
    void sayEnded(const LockName &name, LockEvent &event);
    void dropOld(Instant now);

    std::deque<Release> m_latest; // the newest last
    Instant m_restartedAt{};
    std::unordered_map<LockName, Release> m_lost; // that may come back after the restart
    std::unordered_map<LockName, Release> m_undone; // that did
};

} // namespace lockscope::watch
