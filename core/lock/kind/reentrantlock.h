// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/deploymentlock.h"

namespace lockscope::lock {

// Redisson's RLock: a hash {owner -> holds} with a time to live. I/O thread. An owner is
// uuid:threadId. Data and messages: redisson-layout.md §2.
class ReentrantLock final : public DeploymentLock
{
public:
    ReentrantLock(LockSpace &space, LockName name);
};

} // namespace lockscope::lock
