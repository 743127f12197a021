// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/reentrantlock.h"

#include "core/lock/protocol/mutexprotocol.h"
#include "core/lock/protocol/protocols.h"

namespace lockscope::lock {

// One for all: it has no state.
std::shared_ptr<const Protocol> reentrantProtocol()
{
    static const auto shared = std::make_shared<const MutexProtocol>("reentrant");
    return shared;
}

ReentrantLock::ReentrantLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), reentrantProtocol())
{}

} // namespace lockscope::lock
