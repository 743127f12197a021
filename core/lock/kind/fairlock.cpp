// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/fairlock.h"

#include "core/format/redissonnames.h"
#include "core/lock/protocol/mutexprotocol.h"
#include "core/lock/protocol/protocols.h"
#include "core/lock/protocol/scripts.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

namespace names = format::redisson;

// The wait that counts in the queue for one without limit; Redisson's fairLockWaitTimeout.
constexpr Millis endlessWait = std::chrono::minutes(5);

QByteArray queueOf(const LockName &name)
{
    return names::prefixed(names::queuePrefix, name).bytes;
}

QByteArray deadlinesOf(const LockName &name)
{
    return names::prefixed(names::timeoutPrefix, name).bytes;
}

class FairProtocol final : public MutexProtocol
{
public:
    FairProtocol(const QByteArray &kind, bool isReentrant)
        : MutexProtocol(kind, "fair_acquire", "fair_release", "reentrant_renew", "fair_force")
        , m_isReentrant(isReentrant)
    {}

    // Each waiter has its own.
    QByteArray channel(const LockName &name, const OwnerId &waiter) const override
    {
        return channelOf(name) + ':' + waiter.bytes;
    }

    Pending<Reply> acquire(redis::Deployment &deployment, const AcquireCall &call) const override
    {
        const bool isSingle = call.wait == Millis(0);
        return deployment.run(
            m_acquire, {call.name.bytes, queueOf(call.name), deadlinesOf(call.name)},
            {decimal(call.lease), call.owner.bytes, decimal(call.wait.value_or(endlessWait)),
             isSingle ? "0"_ba : "1"_ba, m_isReentrant ? "1"_ba : "0"_ba});
    }

    Pending<Reply> release(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner, Millis lease,
                           const QByteArray &request) const override
    {
        return deployment.run(
            m_release, {name.bytes, queueOf(name), deadlinesOf(name), latchOf(name, request)},
            {decimal(lease), owner.bytes, decimal(latchTime), channelOf(name)});
    }

    Pending<Reply> force(redis::Deployment &deployment, const LockName &name) const override
    {
        return deployment.run(m_force, {name.bytes, queueOf(name), deadlinesOf(name)},
                              {channelOf(name)});
    }

    bool hasQueue() const override { return true; }

    Pending<Reply> leave(redis::Deployment &deployment, const LockName &name, const OwnerId &owner,
                         std::optional<Millis> wait) const override
    {
        return deployment.run(m_leave, {name.bytes, queueOf(name), deadlinesOf(name)},
                              {owner.bytes, decimal(wait.value_or(endlessWait)), channelOf(name)});
    }

private:
    const bool m_isReentrant;
    const redis::Script m_leave = script("fair_leave");
};

} // namespace

std::shared_ptr<const Protocol> fairProtocol()
{
    static const auto shared = std::make_shared<const FairProtocol>("fair", true);
    return shared;
}

std::shared_ptr<const Protocol> nonReentrantFairProtocol()
{
    static const auto shared = std::make_shared<const FairProtocol>("non-reentrant-fair", false);
    return shared;
}

FairLock::FairLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), fairProtocol())
{}

} // namespace lockscope::lock
