// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/spinlock.h"

#include "core/lock/protocol/mutexprotocol.h"
#include "core/lock/protocol/protocols.h"

namespace lockscope::lock {

namespace {

class SpinProtocol final : public MutexProtocol
{
public:
    SpinProtocol()
        : MutexProtocol("spin")
    {}

    Waiting waiting() const override { return Waiting::Asking; }
    QByteArray channel(const LockName & /*name*/, const OwnerId & /*waiter*/) const override
    {
        return {};
    }
};

} // namespace

std::shared_ptr<const Protocol> spinProtocol()
{
    static const auto shared = std::make_shared<const SpinProtocol>();
    return shared;
}

SpinLock::SpinLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), spinProtocol())
{}

} // namespace lockscope::lock
