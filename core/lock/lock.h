// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/cancellation.h"
#include "core/lock/lease.h"
#include "core/lock/lockspace.h"
#include "core/lock/outcome.h"

#include <functional>
#include <memory>

namespace lockscope::lock {

class Protocol;

// One named lock on one deployment, whatever its kind: what the kinds have in common of Redisson's
// RLock, asynchronous. I/O thread; the space must outlive it. Destroying it cancels its waits, and
// leaves its holds as they are: still renewed by the space. Kinds: ReentrantLock, StringLock.
//
//   owner's state   tryLock(), lock()                      unlock()            by itself
//   free            Held, count 1; or Busy after the wait  NotHeld             -
//   held, n         Held, count n+1 (string: Busy)         n-1; Released at 0  lost() at the end of
//                                                                              the lease or when it
//                                                                              is taken away
// Waiting never polls where the format has a wake-up: subscribe, try again, then sleep until the
// message or until the holder's time to live is over.
class Lock
{
public:
    // Called once for a hold that ended without unlock(), on the I/O thread, as soon as it is
    // known.
    using LostHandler = std::function<void(const OwnerId &owner, Loss loss)>;

    virtual ~Lock();
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

    const LockName &name() const;
    QByteArray kind() const;

    // One attempt, or attempts for as long as `wait` (0: one). A deployment that is not connected
    // is waited for as long; with one attempt, until it is known whether it can be. What the
    // caller gives for an owner is unique to one logical holder. The watchdog runs if the lease
    // says so. `cancel` ends the wait and leaves nothing behind; what was granted in that very
    // moment is given back first. Dropping the answer does not end the wait.
    [[nodiscard]] Pending<AcquireOutcome> tryLock(OwnerId owner, Millis wait = Millis(0),
                                                  Lease lease = {},
                                                  std::shared_ptr<Cancellation> cancel = {});
    // Without limit of time.
    [[nodiscard]] Pending<AcquireOutcome> lock(OwnerId owner, Lease lease = {},
                                               std::shared_ptr<Cancellation> cancel = {});
    // One count. The watchdog stops at once with the last.
    [[nodiscard]] Pending<ReleaseOutcome> unlock(OwnerId owner);
    // Whoever holds it, without a look; wakes a waiter. False: nothing was there. For operators
    // there is core/admin, which looks first.
    [[nodiscard]] Pending<bool> forceUnlock();

    [[nodiscard]] Pending<bool> isLocked();
    [[nodiscard]] Pending<qint64> holdCount(OwnerId owner); // on the server; 0: not held
    // Empty: not locked, or without expiry.
    [[nodiscard]] Pending<std::optional<Millis>> remainingTimeToLive();

    // What this process knows by its own clock; empty: not held, or lapsed.
    std::optional<Millis> validityLeft(const OwnerId &owner) const;
    std::optional<Instant> validUntil(const OwnerId &owner) const;

    // A pause lets the lease run out as if this process were dead.
    void setWatchdogRunning(const OwnerId &owner, bool running);
    void setLostHandler(LostHandler handler);

    // A fresh owner in the form that the kind's library uses.
    OwnerId newOwner() const;

protected:
    Lock(LockSpace &space, LockName name, std::shared_ptr<const Protocol> protocol);

private:
    struct Private;
    std::shared_ptr<Private> m_d;
};

} // namespace lockscope::lock
