// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/combine.h"
#include "core/base/ids.h"
#include "core/lock/cancellation.h"
#include "core/lock/lease.h"
#include "core/lock/outcome.h"

#include <algorithm>
#include <functional>
#include <memory>

namespace lockscope::lock {

// One named lock, of any kind and on any number of servers: the operations of Redisson's RLock that
// all kinds share, asynchronous. I/O thread; the spaces it is kept in must outlive it. Destroying
// it cancels its waits, and leaves its holds as they are: still renewed by their space.
//
//   owner's state   tryLock(), lock()                      unlock()            otherwise
//   free            Held, count 1; or Busy after the wait  NotHeld             -
//   held, n         Held, count n+1 (string: Busy)         n-1; Released at 0  lost() at the end of
//                                                                              the lease or when it
//                                                                              is taken away
// The lease of the last re-entry is that of the whole hold. One that fails or is taken back leaves
// the hold the time that it had; while its outcome is unknown the hold is valid for no longer than
// either lease.
// Only tryLock() and lock() wait for a connection; all else fails at once where there is none
// (ConnectionLost), as right after Deployment::open().
// Waiting never polls where the format has a wake-up: subscribe, try again, then sleep until the
// message or until the holder's time to live is over.
class Lock
{
public:
    // Called once for a hold that ended without unlock(), on the I/O thread, as soon as it is
    // known: from the event loop, so that it may destroy the lock and its space. A hold of several
    // counts is lost as one; so is the rest when unlock() of an inner count finds it gone.
    using LostHandler = std::function<void(const OwnerId &owner, Loss loss)>;

    // Called when it changes how sure it is that a hold goes on. It is uncertain once another
    // process keeps its key, after a failover or a restart, or since the key's slot has moved: that
    // one may lack the latest writes. It is overdue while its renewals fail, and sure again once it
    // was read or renewed; if it is gone, the lost handler is called instead. I/O thread, from the
    // event loop.
    using StandingHandler = std::function<void(const OwnerId &owner, const Standing &standing)>;

    Lock() = default;
    virtual ~Lock() = default;
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

    virtual LockName name() const = 0;
    virtual QByteArray kind() const = 0; // product.md's word

    // Tries once, or repeatedly for as long as `wait` (0: once). It waits as long for a connection;
    // a single attempt waits until it is known whether there can be one. The caller's owner id is
    // unique to one logical holder. The watchdog runs if the lease says so. `cancel` ends the wait
    // and leaves nothing behind; a grant of that very moment is given back first. Dropping the
    // answer does not end the wait.
    [[nodiscard]] Pending<AcquireOutcome> tryLock(OwnerId owner, Millis wait = Millis(0),
                                                  Lease lease = {},
                                                  std::shared_ptr<Cancellation> cancel = {})
    {
        return acquire(std::move(owner), std::max(wait, Millis(0)), lease, std::move(cancel));
    }
    // Without limit of time.
    [[nodiscard]] Pending<AcquireOutcome> lock(OwnerId owner, Lease lease = {},
                                               std::shared_ptr<Cancellation> cancel = {})
    {
        return acquire(std::move(owner), std::nullopt, lease, std::move(cancel));
    }
    // Gives back one count that this process took. The watchdog stops at once with the last count,
    // even if the outcome is unknown. After an inner count the others are held on and renewed, even
    // if no answer came. Counts of other processes with the same owner stay as they are. After the
    // loss of a hold of an owner that newOwner() of this process has not made: NotHeld, without
    // asking the server.
    [[nodiscard]] virtual Pending<ReleaseOutcome> unlock(OwnerId owner) = 0;
    // Makes the owner's hold last until `time` from now; a longer hold is not shortened. It is no
    // renewal: the watchdog goes on, takes nothing of it back, and does not count it. Only for
    // holds of this process; a hold that is over does not come back.
    [[nodiscard]] virtual Pending<ExtendOutcome> extend(OwnerId owner, Millis time) = 0;
    // Frees the lock from any holder, without a look first; wakes a waiter. False: nothing was
    // there. For operators there is core/admin, which looks first.
    [[nodiscard]] virtual Pending<bool> forceUnlock() = 0;

    // As the server has it, whichever process holds it: whether anyone does, and whether this owner
    // does.
    [[nodiscard]] virtual Pending<bool> isLocked() = 0;
    [[nodiscard]] Pending<bool> isHeldBy(OwnerId owner)
    {
        return mapped<bool>(holdCount(std::move(owner)), [](qint64 count) { return count > 0; });
    }
    // 0: not held.
    [[nodiscard]] virtual Pending<qint64> holdCount(OwnerId owner) = 0;
    [[nodiscard]] virtual Pending<TimeToLive> remainingTimeToLive() = 0;

    // As this process knows by its own clock; empty: not held, or lapsed.
    virtual std::optional<Instant> validUntil(const OwnerId &owner) const = 0;
    virtual std::optional<Millis> validityLeft(const OwnerId &owner) const = 0;

    // A pause lets the lease run out as if this process were dead.
    virtual void setWatchdogRunning(const OwnerId &owner, bool running) = 0;
    virtual void setLostHandler(LostHandler handler) = 0;
    // A quorum is never uncertain: it reckons with servers that lose their locks. Permits without
    // an owner on the server stay uncertain.
    virtual void setStandingHandler(StandingHandler /*handler*/) {}

    // A fresh owner in the form that the kind's library uses.
    virtual OwnerId newOwner() const = 0;

protected:
    // `wait`: 0 for a single attempt, empty for no limit.
    virtual Pending<AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait, Lease lease,
                                            std::shared_ptr<Cancellation> cancel) = 0;
};

} // namespace lockscope::lock
