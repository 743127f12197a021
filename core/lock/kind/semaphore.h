// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/lock/cancellation.h"
#include "core/lock/permits.h"
#include "core/lock/single/lockspace.h"

namespace lockscope::lock {

struct CountedObject;

// Redisson's RSemaphore (redisson-layout.md §10): a number of permits that anybody takes and
// anybody gives back; nobody owns them, and nothing lapses. I/O thread; the space must outlive it.
// Destroying it cancels its waits, and leaves what was taken as it is.
//
//   free permits      tryAcquire(n), acquire(n)       release(n)          addPermits(n)
//   no semaphore      Busy after the wait             n; Java's clients   n, may be negative
//                                                     do so too
//   fewer than n      Busy after the wait; woken by   + n, waiters woken  + n, waiters woken
//                     a release of anybody
//   n or more         Granted, - n                    + n, waiters woken  + n, waiters woken
//
// A lost answer is asked for again, and the server knows by a latch of some seconds that it was the
// same request: permits are neither taken nor given back twice. Cancelling gives back first what
// was granted in that very moment. Calls without a latch, those about the semaphore as a whole, end
// with the error Timeout or ConnectionLost when it is not known whether they were applied.
class Semaphore
{
public:
    Semaphore(LockSpace &space, LockName name);
    ~Semaphore();
    Semaphore(const Semaphore &) = delete;
    Semaphore &operator=(const Semaphore &) = delete;

    LockName name() const;

    // All `count` or none, once or for as long as `wait`. `cancel` ends the wait; dropping the
    // answer does not.
    [[nodiscard]] Pending<PermitOutcome> tryAcquire(qint64 count = 1, Millis wait = Millis(0),
                                                    std::shared_ptr<Cancellation> cancel = {});
    // Without limit of time.
    [[nodiscard]] Pending<PermitOutcome> acquire(qint64 count = 1,
                                                 std::shared_ptr<Cancellation> cancel = {});
    // The result is the number of free permits afterwards.
    [[nodiscard]] Pending<qint64> release(qint64 count = 1);
    [[nodiscard]] Pending<bool> releaseIfExists(qint64 count = 1); // false: there is none
    // As release(), but only while this process of the server keeps the semaphore
    // (Deployment::processOf(); empty: any). Once it is another one, SERVERCHANGED, and nothing is
    // given back there.
    [[nodiscard]] Pending<qint64> releaseIn(const QByteArray &process, qint64 count = 1);

    // Sets it up; false: there is one. A time to live of 0 is none.
    [[nodiscard]] Pending<bool> trySetPermits(qint64 count, Millis timeToLive = Millis(0));
    // Adds permits, or removes some: the number may become negative. The result is the number of
    // free permits afterwards.
    [[nodiscard]] Pending<qint64> addPermits(qint64 count);
    // Takes all that are free; how many that were.
    [[nodiscard]] Pending<qint64> drainPermits();
    [[nodiscard]] Pending<qint64> availablePermits(); // 0 if there is none
    [[nodiscard]] Pending<bool> isSetUp(); // false: there is none

private:
    Pending<PermitOutcome> acquire(qint64 count, std::optional<Millis> wait,
                                   std::shared_ptr<Cancellation> cancel);

    std::shared_ptr<CountedObject> m_d;
};

} // namespace lockscope::lock
