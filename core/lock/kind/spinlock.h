// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/deploymentlock.h"

namespace lockscope::lock {

// Redisson's spin lock: a reentrant lock whose waiters do not listen to a channel but ask again,
// after 1 ms, then 2, up to 128 ms, each shortened at random by up to half, so that waiters do not
// ask in step. For locks that are held for milliseconds: a hand-over costs no subscription. I/O
// thread. Data: redisson-layout.md §5. It excludes reentrant locks of the same name, and its
// release wakes their waiters, which Redisson's own does not.
//
//   owner's state   tryLock(), lock()                     unlock()             otherwise
//   free            Held, count 1; or Busy after the      NotHeld              -
//                   wait, asking again and again
//   held, n         Held, count n+1                       n-1; Released at 0   lost()
class SpinLock final : public DeploymentLock
{
public:
    SpinLock(LockSpace &space, LockName name);
};

} // namespace lockscope::lock
