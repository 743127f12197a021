// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/deploymentlock.h"

namespace lockscope::lock {

// Redisson's fair lock: a reentrant lock whose waiters stand in a queue on the server and are
// served in that order, whatever process they belong to. I/O thread. Data: redisson-layout.md §3.
//
//   owner's state   tryLock(), lock()                     unlock()             otherwise
//   free            nobody before it: Held, count 1;     NotHeld              -
//                   one attempt: Busy, never in the
//                   queue, past nobody
//   waiting         stands in the queue; Held when it is  -                    told by a message of
//                   its turn; Busy or Cancelled: it has                        its own that it is
//                   left it                                                    next
//   held, n         Held, count n+1                       n-1; Released at 0,  lost()
//                                                         the next is woken
// A place ends at its deadline by the server's clock: what was left to the holder when the place
// was taken, the waits of those before and the waiter's own; without limit of time 5 minutes count,
// as in Redisson. Then any client takes the head away as dead. A renewal of the hold moves no
// deadline: a waiter that is alive behind a holder of many minutes loses its place and stands at
// the end (redisson#3004). All clients have to agree on this, so it is kept. An entry without a
// deadline, which only an operator or an eviction can leave, is removed by nobody but its owner; at
// the head it blocks the lock until `lockctl queue NAME remove OWNER`.
class FairLock final : public DeploymentLock
{
public:
    FairLock(LockSpace &space, LockName name);
};

} // namespace lockscope::lock
