// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/deploymentlock.h"

namespace lockscope::lock {

// Redisson's non-reentrant fair lock: a fair lock that its owner may not take again. I/O thread.
// redisson-layout.md §7. Queue, order and deadlines: FairLock.
//
//   owner's state   tryLock(), lock()                     unlock()             otherwise
//   free, waiting   as FairLock                           NotHeld              as FairLock
//   held            Failed at once, with the code         Released, the next   lost()
//                   NON_REENTRANT_REACQUIRE               is woken
class NonReentrantFairLock final : public DeploymentLock
{
public:
    NonReentrantFairLock(LockSpace &space, LockName name);
};

} // namespace lockscope::lock
