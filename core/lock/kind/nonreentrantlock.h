// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/deploymentlock.h"

namespace lockscope::lock {

// Redisson's non-reentrant lock: the data of a reentrant one, but its owner may not take it again.
// I/O thread. redisson-layout.md §7.
//
//   owner's state   tryLock(), lock()                     unlock()             otherwise
//   free            Held, count 1; or Busy after the wait NotHeld              -
//   held            Failed at once, with the code         Released             lost()
//                   NON_REENTRANT_REACQUIRE
class NonReentrantLock final : public DeploymentLock
{
public:
    NonReentrantLock(LockSpace &space, LockName name);
};

} // namespace lockscope::lock
