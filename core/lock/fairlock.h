// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/deploymentlock.h"

namespace lockscope::lock {

// Redisson's fair lock: a reentrant lock whose waiters stand in a queue on the server and are
// served in that order, whatever process they belong to. I/O thread. Data: redisson-layout.md §3.
//
//   owner's state   tryLock(), lock()                     unlock()             by itself
//   free            nobody before him: Held, count 1;     NotHeld              -
//                   one attempt: Busy, never in the
//                   queue, past nobody
//   waiting         stands in the queue; Held when it is  -                    told by a message of
//                   his turn; Busy or Cancelled: he has                        his own that he is
//                   left it                                                    next
//   held, n         Held, count n+1                       n-1; Released at 0,  lost()
//                                                         the next is woken
// A place ends at its deadline by the server's clock: what was left to the holder, and the waits of
// those before and his own; without limit of time 5 minutes count, as in Redisson. Then whoever
// comes by takes the head away as dead. Who is alive has come by himself by then and stands at the
// end.
class FairLock final : public DeploymentLock
{
public:
    FairLock(LockSpace &space, LockName name);
};

} // namespace lockscope::lock
