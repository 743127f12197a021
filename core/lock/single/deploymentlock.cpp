// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/deploymentlock.h"

#include "core/lock/patience.h"
#include "core/lock/single/extension.h"
#include "core/lock/single/quickcalls.h"
#include "core/lock/waits.h"
#include "core/redis/wire.h"

namespace lockscope::lock {

struct DeploymentLock::Private {
    Private(LockSpace &lockSpace, LockName lockName, std::shared_ptr<const Protocol> how)
        : space(lockSpace.d())
        , uuid(lockSpace.uuid())
        , name(std::move(lockName))
        , protocol(std::move(how))
        , listener(std::make_shared<LostListener>())
    {}

    HoldKey keyOf(const OwnerId &owner) const { return {protocol.get(), name, owner}; }
    Pending<AcquireOutcome> acquire(AcquireRequest request, std::shared_ptr<Cancellation> cancel);

    LockSpace::Private &space;
    const QByteArray uuid;
    const LockName name;
    const std::shared_ptr<const Protocol> protocol;
    const std::shared_ptr<LostListener> listener;
    Waits waits;
};

Pending<AcquireOutcome> DeploymentLock::Private::acquire(AcquireRequest request,
                                                         std::shared_ptr<Cancellation> cancel)
{
    request.protocol = protocol;
    request.name = name;
    request.cancel = waits.add(std::move(cancel));
    request.listener = listener;
    if (request.wait)
        request.deadline = space.clock.now() + *request.wait;
    return space.quick->acquire(std::move(request));
}

// Asked once; `read` gets any answer. The lock may be destroyed meanwhile.
template <typename T, typename Ask, typename Read>
Pending<T> DeploymentLock::question(const std::shared_ptr<Private> &d, Ask ask, Read read)
{
    return d->space.scope.start([d, ask, read]() -> QCoro::Task<Result<T>> {
        const Millis patience = 3 * d->space.deployment.config().commandTimeout;
        auto asked = ask();
        const auto reply = co_await d->space.scope.wait(std::move(asked), patience);
        if (!reply)
            co_return fail(reply.error());
        co_return read(*reply);
    });
}

DeploymentLock::DeploymentLock(LockSpace &space, LockName name,
                               std::shared_ptr<const Protocol> protocol)
    : m_d(std::make_shared<Private>(space, std::move(name), std::move(protocol)))
{}

DeploymentLock::~DeploymentLock()
{
    m_d->waits.cancelAll();
}

LockSpace::Private &DeploymentLock::privateSpace() const
{
    return m_d->space;
}

LockName DeploymentLock::name() const
{
    return m_d->name;
}

QByteArray DeploymentLock::kind() const
{
    return m_d->protocol->kind();
}

Pending<AcquireOutcome> DeploymentLock::acquire(OwnerId owner, std::optional<Millis> wait,
                                                Lease lease, std::shared_ptr<Cancellation> cancel)
{
    AcquireRequest request;
    request.owner = std::move(owner);
    request.lease = lease;
    request.wait = wait;
    return m_d->acquire(std::move(request), std::move(cancel));
}

Pending<ReleaseOutcome> DeploymentLock::unlock(OwnerId owner)
{
    if (m_d->space.holds.takeLost(m_d->keyOf(owner))) {
        ReleaseOutcome lost;
        lost.status = ReleaseOutcome::Status::NotHeld;
        return Pending<ReleaseOutcome>::ready(lost);
    }
    if (const auto left = m_d->space.holds.takeMissing(m_d->keyOf(owner))) {
        ReleaseOutcome outcome;
        outcome.status = ReleaseOutcome::Status::StillHeld;
        outcome.count = *left;
        return Pending<ReleaseOutcome>::ready(outcome);
    }
    return m_d->space.quick->release(
        beginRelease(m_d->space, m_d->protocol, m_d->name, std::move(owner)));
}

Pending<ExtendOutcome> DeploymentLock::extend(OwnerId owner, Millis time)
{
    return lock::extend(m_d->space, m_d->keyOf(owner), time);
}

Pending<bool> DeploymentLock::forceUnlock()
{
    auto asked = [d = m_d] { return d->protocol->force(d->space.deployment, d->name); };
    return question<bool>(m_d, asked, [d = m_d](const Reply &reply) {
        const auto removed = integerFrom(reply);
        if (removed && *removed > 0) {
            // Clients are not told of their own process's changes.
            d->space.holds.onKeysChanged({d->name.bytes});
            d->space.rooms.wakeOne(d->name);
        }
        return removed.map([](qint64 count) { return count > 0; });
    });
}

Pending<bool> DeploymentLock::isLocked()
{
    auto asked = [d = m_d] { return d->protocol->isLocked(d->space.deployment, d->name); };
    return question<bool>(m_d, asked, [](const Reply &reply) {
        return integerFrom(reply).map([](qint64 keys) { return keys > 0; });
    });
}

Pending<qint64> DeploymentLock::holdCount(OwnerId owner)
{
    auto asked = [d = m_d, owner] {
        return d->protocol->inspect(d->space.deployment, d->name, owner);
    };
    return question<qint64>(m_d, asked, [d = m_d, owner](const Reply &reply) {
        return d->protocol->readOwnerHold(reply, owner).map(&OwnerHold::count);
    });
}

Pending<TimeToLive> DeploymentLock::remainingTimeToLive()
{
    auto asked = [d = m_d] { return d->space.deployment.send({"PTTL", d->name.bytes}); };
    return question<TimeToLive>(m_d, asked, [](const Reply &reply) {
        return integerFrom(reply).map([](qint64 ms) {
            return TimeToLive{ms != -2, ms < 0 ? std::nullopt : std::optional(Millis(ms))};
        });
    });
}

std::optional<Instant> DeploymentLock::validUntil(const OwnerId &owner) const
{
    m_d->space.holds.noteSleep();
    const auto hold = m_d->space.holds.find(m_d->keyOf(owner));
    if (!hold || hold->validUntil <= m_d->space.clock.now())
        return std::nullopt;
    return hold->validUntil;
}

std::optional<Millis> DeploymentLock::validityLeft(const OwnerId &owner) const
{
    return validityUntil(validUntil(owner), m_d->space.clock.now());
}

void DeploymentLock::setWatchdogRunning(const OwnerId &owner, bool running)
{
    m_d->space.holds.setWatched(m_d->keyOf(owner), running);
}

void DeploymentLock::setLostHandler(LostHandler handler)
{
    m_d->listener->handler = std::move(handler);
}

void DeploymentLock::setStandingHandler(StandingHandler handler)
{
    m_d->listener->standingHandler = std::move(handler);
}

OwnerId DeploymentLock::newOwner() const
{
    return m_d->protocol->newOwner(m_d->uuid);
}

} // namespace lockscope::lock
