// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/stringlock.h"

#include "core/lock/protocol/owners.h"
#include "core/lock/protocol/protocols.h"
#include "core/lock/protocol/scriptprotocol.h"
#include "core/redis/wire.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

class StringProtocol final : public ScriptProtocol
{
public:
    StringProtocol()
        : ScriptProtocol("string_acquire", "string_release", "string_renew")
    {}

    QByteArray kind() const override { return "string"_ba; }

    OwnerId newOwner(const QByteArray & /*uuid*/) const override { return OwnerId(newToken()); }

    Result<void> checkOwner(const OwnerId &owner) const override
    {
        if (owner.isEmpty())
            return fail(ErrorKind::InvalidInput, Sentence::say("a token must not be empty"));
        return {};
    }

    Waiting waiting() const override { return Waiting::KeyChange; }

    QByteArray channel(const LockName & /*name*/, const OwnerId & /*waiter*/) const override
    {
        return {};
    }

    Pending<Reply> acquire(redis::Deployment &deployment, const AcquireCall &call) const override
    {
        const std::vector<QByteArray> keys{call.name.bytes};
        const std::vector<QByteArray> arguments{decimal(call.lease), call.owner.bytes};
        return call.tracked ? deployment.runTracked(m_acquire, keys, arguments)
                            : deployment.run(m_acquire, keys, arguments);
    }

    Pending<Reply> release(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner, Millis /*lease*/,
                           const QByteArray & /*request*/) const override
    {
        return deployment.run(m_release, {name.bytes}, {owner.bytes});
    }

    void forget(redis::Deployment & /*deployment*/, const LockName & /*name*/,
                const QByteArray & /*request*/) const override
    {}

    Pending<Reply> force(redis::Deployment &deployment, const LockName &name) const override
    {
        return deployment.send({"DEL"_ba, name.bytes});
    }

    Pending<Reply> inspect(redis::Deployment &deployment, const LockName &name,
                           const OwnerId & /*owner*/) const override
    {
        return deployment.readTracked({"GET"_ba, name.bytes});
    }

    Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId &owner) const override
    {
        if (reply.isError())
            return fail(redis::errorFrom(reply, {}));
        return OwnerHold{reply.isString() && reply.bytes == owner.bytes ? 1 : 0, {}};
    }
};

} // namespace

// One for all: it has no state.
std::shared_ptr<const Protocol> stringProtocol()
{
    static const auto shared = std::make_shared<const StringProtocol>();
    return shared;
}

StringLock::StringLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), stringProtocol())
{}

} // namespace lockscope::lock
