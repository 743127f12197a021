// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/nonreentrantlock.h"

#include "core/lock/protocol/mutexprotocol.h"
#include "core/lock/protocol/protocols.h"

namespace lockscope::lock {

std::shared_ptr<const Protocol> nonReentrantProtocol()
{
    static const auto shared =
        std::make_shared<const MutexProtocol>("non-reentrant", "nonreentrant_acquire");
    return shared;
}

NonReentrantLock::NonReentrantLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), nonReentrantProtocol())
{}

} // namespace lockscope::lock
