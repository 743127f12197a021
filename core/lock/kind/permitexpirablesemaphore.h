// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/lock/cancellation.h"
#include "core/lock/lease.h"
#include "core/lock/outcome.h"
#include "core/lock/permits.h"
#include "core/lock/single/lockspace.h"

#include <functional>

namespace lockscope::lock {

// Redisson's RPermitExpirableSemaphore (redisson-layout.md §11): permits with an id each and an
// end. I/O thread; the space must outlive it. Destroying it cancels its waits, and leaves its
// permits as they are: still renewed by their space, if they are renewed.
//
//   a permit       acquire                tryRelease(id)         otherwise
//   free           Granted, with an id    false                  -
//   taken          -                      true: free             lapses at the end of its lease;
//                                                                with a watchdog renewed before
//   lapsed         taken back first       false; taken back      stays until somebody acquires,
//                                                                counts or asks for a lease
//   without end    -                      true: free             never; Redisson's 922337203685477
//
// Ids are 16 random bytes in Redis and 32 hexadecimal digits here. Ends are by the server's clock.
// Redisson does not renew permits; a watchdog here does what updateLeaseTime() does, every third of
// the lease. Those who wait sleep until a message or the first end of a lease. The lost answer to
// an acquire is asked for again with the same ids, that to a release with the same latch.
class PermitExpirableSemaphore
{
public:
    using Ids = std::vector<QByteArray>;
    // Once for a permit that ended without tryRelease(), as soon as it is known.
    using LostHandler = std::function<void(const QByteArray &id, Loss loss)>;
    using StandingHandler = std::function<void(const QByteArray &id, const Standing &standing)>;

    PermitExpirableSemaphore(LockSpace &space, LockName name);
    ~PermitExpirableSemaphore();
    PermitExpirableSemaphore(const PermitExpirableSemaphore &) = delete;
    PermitExpirableSemaphore &operator=(const PermitExpirableSemaphore &) = delete;

    LockName name() const;

    // All `count` or none, once or for as long as `wait`; without a lease they have no end.
    [[nodiscard]] Pending<PermitOutcome> tryAcquire(qint64 count = 1, Millis wait = Millis(0),
                                                    std::optional<Lease> lease = {},
                                                    std::shared_ptr<Cancellation> cancel = {});
    // Without limit of time.
    [[nodiscard]] Pending<PermitOutcome> acquire(qint64 count = 1, std::optional<Lease> lease = {},
                                                 std::shared_ptr<Cancellation> cancel = {});
    // True: it was held, and had not lapsed.
    [[nodiscard]] Pending<bool> tryRelease(const QByteArray &id);
    // All or none; how many.
    [[nodiscard]] Pending<qint64> tryRelease(const Ids &ids);

    // From now on; without a lease it has no end. False: not held.
    [[nodiscard]] Pending<bool> updateLeaseTime(const QByteArray &id, std::optional<Millis> lease);
    // As of a lock (lock.h): all of them, or the worst of their outcomes.
    [[nodiscard]] Pending<ExtendOutcome> extend(const Ids &ids, Millis time);
    // The remaining lease; empty: without end; InvalidInput: not held.
    [[nodiscard]] Pending<std::optional<Millis>> leaseTime(const QByteArray &id);

    [[nodiscard]] Pending<qint64> availablePermits();
    [[nodiscard]] Pending<qint64> acquiredPermits();
    [[nodiscard]] Pending<qint64> permits(); // both
    [[nodiscard]] Pending<bool> trySetPermits(qint64 count); // false: there is one
    // Sets the total of free and taken permits: the free ones may become negative. False: it was
    // so.
    [[nodiscard]] Pending<bool> setPermits(qint64 count);
    // More, or fewer; how many are free then.
    [[nodiscard]] Pending<qint64> addPermits(qint64 count);

    // A permit's end by this process's own clock, if it has a lease; empty: not held, lapsed, or
    // without end.
    std::optional<Instant> validUntil(const QByteArray &id) const;
    // A pause lets the lease run out as if this process were dead.
    void setWatchdogRunning(const QByteArray &id, bool running);
    void setLostHandler(LostHandler handler);
    void setStandingHandler(StandingHandler handler);

private:
    struct Private;

    Pending<PermitOutcome> acquire(qint64 count, std::optional<Millis> wait,
                                   std::optional<Lease> lease,
                                   std::shared_ptr<Cancellation> cancel);

    std::shared_ptr<Private> m_d;
};

} // namespace lockscope::lock
