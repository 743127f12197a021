// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/deploymentlock.h"

namespace lockscope::lock {

// Redisson's read-write lock: many readers or one writer, not in the order of their arrival. Two
// locks over one key; each view is a Lock, and an owner of both is one holder. I/O thread. Data and
// messages: redisson-layout.md §4. All holds are in the mode of the key: forceUnlock() and
// isLocked() of a view concern that mode alone.
//
//   owner's state    readLock: tryLock(), lock()           writeLock: tryLock(), lock()
//   free             Held beside other readers; Busy       Held alone; Busy while others write or
//                    while another writes                  read
//   reads, n         Held, n+1; each with its own lease    Failed with NOUPGRADE: two readers who
//                                                          both want to write would never end
//   writes, n        Held beneath                          Held, n+1; the lease only grows
//   unlock()         n-1; the last reader of all wakes     n-1; at 0 all waiters wake; an owner
//                    one waiter                            that also reads keeps its read hold
//   otherwise        lost() when the lease of its last     lost()
//                    hold ends, though others read on
class ReadWriteLock
{
public:
    ReadWriteLock(LockSpace &space, LockName name);
    ~ReadWriteLock();

    Lock &readLock() { return *m_readLock; }
    Lock &writeLock() { return *m_writeLock; }

private:
    std::unique_ptr<Lock> m_readLock;
    std::unique_ptr<Lock> m_writeLock;
};

// One side alone, as a ReadWriteLock has it.
class ReadLock final : public DeploymentLock
{
public:
    ReadLock(LockSpace &space, LockName name);
};

class WriteLock final : public DeploymentLock
{
public:
    WriteLock(LockSpace &space, LockName name);

protected:
    Pending<AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait, Lease lease,
                                    std::shared_ptr<Cancellation> cancel) override;
};

} // namespace lockscope::lock
