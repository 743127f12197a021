// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/nonreentrantfairlock.h"

#include "core/lock/protocol/protocols.h"

namespace lockscope::lock {

NonReentrantFairLock::NonReentrantFairLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), nonReentrantFairProtocol())
{}

} // namespace lockscope::lock
