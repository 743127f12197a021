// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/fencedlock.h"

#include "core/format/redissonnames.h"
#include "core/lock/protocol/mutexprotocol.h"
#include "core/lock/protocol/protocols.h"
#include "core/lock/protocol/scripts.h"
#include "core/lock/single/lockspaceprivate.h"
#include "core/redis/wire.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

namespace names = format::redisson;

QByteArray tokenKey(const LockName &name)
{
    return names::prefixed(names::tokenPrefix, name).bytes;
}

// A token is kept as text. A text that is no number was not written by a lock.
Result<std::optional<qint64>> tokenFrom(const Reply &reply)
{
    if (reply.isError())
        return fail(redis::errorFrom(reply, {}));
    if (reply.isNil())
        return std::optional<qint64>();
    bool isNumber = false;
    const qint64 token = reply.bytes.toLongLong(&isNumber);
    if (!isNumber)
        return fail(ErrorKind::Protocol, Sentence::say("the fencing token is not a number"));
    return std::optional(token);
}

class FencedProtocol final : public MutexProtocol
{
public:
    FencedProtocol()
        : MutexProtocol("fenced", "fenced_acquire")
    {}

    Pending<Reply> acquire(redis::Deployment &deployment, const AcquireCall &call) const override
    {
        return deployment.run(m_acquire, {call.name.bytes, tokenKey(call.name)},
                              {decimal(call.lease), call.owner.bytes});
    }

    // The token is the owner's last as long as it holds it: only a grant makes a new one.
    Pending<Reply> inspect(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner) const override
    {
        return deployment.runTracked(m_inspect, {name.bytes, tokenKey(name)}, {owner.bytes});
    }

    Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId &owner) const override
    {
        if (reply.isError())
            return fail(redis::errorFrom(reply, {}));
        if (reply.elements.size() != 2)
            return fail(ErrorKind::Protocol, Sentence::say("the server did not reply to a query"));
        auto inspection = MutexProtocol::readOwnerHold(reply.elements[0], owner);
        const auto token = tokenFrom(reply.elements[1]);
        if (inspection && inspection->count > 0 && token)
            inspection->fencingToken = *token;
        return inspection;
    }

private:
    const redis::Script m_inspect = script("fenced_inspect");
};

} // namespace

std::shared_ptr<const Protocol> fencedProtocol()
{
    static const auto shared = std::make_shared<const FencedProtocol>();
    return shared;
}

FencedLock::FencedLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), fencedProtocol())
{}

Pending<std::optional<qint64>> FencedLock::token()
{
    using Answer = std::optional<qint64>;
    auto &space = privateSpace();
    return space.scope.start([&space, name = name()]() -> QCoro::Task<Result<Answer>> {
        const Millis patience = 3 * space.deployment.config().commandTimeout;
        auto asked = space.deployment.send({"GET"_ba, tokenKey(name)});
        const auto reply = co_await space.scope.wait(std::move(asked), patience);
        if (!reply)
            co_return fail(reply.error());
        co_return tokenFrom(*reply);
    });
}

} // namespace lockscope::lock
