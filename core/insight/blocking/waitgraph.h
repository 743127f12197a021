// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitmeter.h"

#include <map>

namespace lockscope::insight {

// Computes who waits for whom: owners wait for locks, locks are held by owners. Plain functions
// over values, the time passed in, any thread.
//
// A waiter that wants a lock alone waits for all its holders, a reader for those that do not read.
// An owner that waits for its own hold waits for itself if the lock is not reentrant, or if a
// reader wants to write. Waiters and readers that are dead by their format's rules block nobody and
// wait for nobody; they are only listed. Permits and latches have no owner that could be named:
// they block nobody here.

// A waiter that the servers do not tell of: one of this process. For the console, whose workbench
// waits for locks; lockctl has none, since what waits there looks at nothing else.
struct OwnWaiter {
    OwnerId owner;
    watch::LockId lock;
    Instant since;
    format::Mode mode = format::Mode::Exclusive;
    bool reentrant = true; // it would get it if it held it itself
    QByteArray alias = {}; // the operator's name for it, in UTF-8; empty: none

    friend bool operator==(const OwnWaiter &, const OwnWaiter &) = default;
};

struct WaitGraph {
    // Numbers below are places in `owners`, `locks` and `waits`.
    struct Owner {
        OwnerId id;
        Alias alias;
        std::vector<int> held; // locks for which somebody waits
    };
    // A lock for which somebody waits.
    struct Lock {
        watch::LockPointer lock; // empty: one of our own waiters' that was not seen
        watch::LockId id;
        std::vector<int> holders;
        std::vector<int> waits;
        Millis waited{0}; // of all waiters together
        // If the waiters are not told, only their connections: another unit, never added. Empty:
        // not told either.
        std::optional<qint64> connections;
        Millis connectionTime{0};
        qint64 unread = 0; // waiters of a long queue beside those in `waits`
        Millis unseenFor{0}; // for how long its server has been out of sight
    };
    struct Wait {
        int owner = 0;
        int lock = 0;
        format::Mode mode = format::Mode::Exclusive;
        std::optional<Millis> waited; // empty: since when is not known
        bool isUnchecked = false; // whether it still listens
    };
    // An owner for which others wait.
    struct Blocker {
        int owner = 0;
        bool isRoot = false; // waits for nobody, but within its own cycle
        bool isInCycle = false;
        std::size_t waiters = 0; // for its locks
        Millis waited{0};
        // The same with those who wait for its waiters, and so on; of a root only, else as above.
        std::size_t allWaiters = 0;
        Millis allWaited{0};
        std::optional<qint64> connections; // empty: none of its locks tells
        Millis connectionTime{0};
    };
    // A deadlock: each owner waits for the lock beside it, which the next holds, the last for one
    // that the first holds. The shortest of all that go through these owners.
    struct Cycle {
        struct Step {
            int owner = 0;
            int lock = 0;
        };
        std::vector<Step> steps;
        std::size_t owners = 1; // that wait for each other in a circle in any way
        bool isShortest = true; // false: there were too many ways to try them all
    };
    struct Dead {
        OwnerId owner;
        Alias alias;
        watch::LockPointer lock;
        bool isWaiter = false; // else a holder
        bool isGhost = false; // a waiter within its deadline that does not listen
    };

    std::vector<Owner> owners;
    std::vector<Lock> locks;
    std::vector<Wait> waits;
    std::vector<Blocker> blockers; // by all the waiting, then its number, then connections
    std::vector<Cycle> cycles; // the shortest first
    std::vector<Dead> dead;
    bool partial = false; // too much to add up: roots' sums may be only their own
};

// Deployments out of sight, and since when: what is known of their locks is of that time.
using LostAt = std::map<watch::DeploymentId, Instant>;
// Of several servers of a deployment the one that was lost first counts.
LostAt lostAtOf(const std::map<watch::ServerId, watch::ServerRecord> &servers);

// `locks`: all that may matter. Linear in locks, holds and waiters, cycles and shared locks aside.
WaitGraph waitGraph(const std::vector<watch::LockPointer> &locks, const std::vector<OwnWaiter> &own,
                    const WaitMeter &meter, Instant now, const LostAt &lostAt = {});

// Places in `locks`, those that cost most first: by waiting time, then the number of waiters, then
// connections.
std::vector<int> costliestLocks(const WaitGraph &graph);

} // namespace lockscope::insight
