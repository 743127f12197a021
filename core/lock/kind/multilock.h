// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock.h"

#include <vector>

namespace lockscope::lock {

// Several locks as one, all or nothing: of any kinds but permits, on any servers, as Redisson's
// MultiLock (redisson-layout.md §8). It keeps nothing of its own in Redis. I/O thread; it takes
// over the lost handlers of its members, which nobody else may use, and their spaces must outlive
// it. Destroying it cancels its waits and leaves its holds as they are.
//
//   owner's state   tryLock(), lock()                unlock()                  otherwise
//   free            all members, Held, count 1;      NotHeld                   -
//                   or none, and Busy or the error
//   held, n         all members once more, n + 1     every member once, also   one member is lost:
//                                                    where another fails; the  the others are given
//                                                    worst is told             back, lost() is told
//
// One attempt asks all members at once. If one is held by another owner, everything is given back
// and only that one is waited for, with nothing held: two owners that take the same locks in
// opposite order never wait for each other. An owner that then finds another member taken starts
// over after a random pause that grows, so that two owners in step diverge. A hold is valid as long
// as each of its members is, and renewed by their watchdogs. A fixed lease is that of each member
// and not stretched afterwards, unless by extend().
class MultiLock : public Lock
{
public:
    // One member at least; the clock must outlive it.
    MultiLock(std::vector<std::shared_ptr<Lock>> members, const Clock &clock);
    ~MultiLock() override;

    const std::vector<std::shared_ptr<Lock>> &members() const;

    LockName name() const override; // of its members, parted by commas
    QByteArray kind() const override;

    [[nodiscard]] Pending<ReleaseOutcome> unlock(OwnerId owner) override;
    // All of them, or the worst of their outcomes.
    [[nodiscard]] Pending<ExtendOutcome> extend(OwnerId owner, Millis time) override;
    [[nodiscard]] Pending<bool> forceUnlock() override; // all; true: something was there
    [[nodiscard]] Pending<bool> isLocked() override; // one is enough
    [[nodiscard]] Pending<qint64> holdCount(OwnerId owner) override; // the least
    [[nodiscard]] Pending<TimeToLive> remainingTimeToLive() override; // the least

    std::optional<Instant> validUntil(const OwnerId &owner) const override;
    std::optional<Millis> validityLeft(const OwnerId &owner) const override;

    void setWatchdogRunning(const OwnerId &owner, bool running) override;
    void setLostHandler(LostHandler handler) override;
    void setStandingHandler(StandingHandler handler) override; // the worst of its members
    // A new owner in the form of the first member that asks for one; string locks take any.
    OwnerId newOwner() const override;

protected:
    Pending<AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait, Lease lease,
                                    std::shared_ptr<Cancellation> cancel) override;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::lock
