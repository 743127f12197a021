// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/deploymentlock.h"

namespace lockscope::lock {

// The plain lock of the Redis documentation: SET name token NX PX lease, released by
// compare-and-delete. I/O thread. An owner is a free token; it cannot re-enter. Foreign clients
// announce no release: the invalidation of the key wakes waiters, and if the server does not allow
// that they try again at random intervals.
class StringLock final : public DeploymentLock
{
public:
    StringLock(LockSpace &space, LockName name);
};

} // namespace lockscope::lock
