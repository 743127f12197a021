// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/readwritelock.h"

#include "core/format/redissonnames.h"
#include "core/lock/protocol/mutexprotocol.h"
#include "core/lock/protocol/protocols.h"
#include "core/lock/protocol/scripts.h"
#include "core/lock/single/lockspaceprivate.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

namespace names = format::redisson;

QByteArray readWriteChannel(const LockName &name)
{
    return names::prefixed(names::readWriteChannelPrefix, name).bytes;
}

// The time-out key of one read hold, counted from 1.
QByteArray timeoutKey(const LockName &name, const OwnerId &owner, qint64 number)
{
    return names::tagged(name) + ':' + owner.bytes
        + ":rwlock_timeout:" + QByteArray::number(number);
}

class ReadWriteProtocol : public MutexProtocol
{
public:
    ReadWriteProtocol(QByteArray mode, const char *acquire, const char *release, const char *renew)
        : MutexProtocol("read-write", acquire, release, renew, "readwrite_force")
        , m_mode(std::move(mode))
    {}

    QByteArray channel(const LockName &name, const OwnerId & /*waiter*/) const override
    {
        return readWriteChannel(name);
    }

    Pending<Reply> force(redis::Deployment &deployment, const LockName &name) const override
    {
        return deployment.run(m_force, {name.bytes, readWriteChannel(name), names::tagged(name)},
                              {m_mode});
    }

    Pending<Reply> isLocked(redis::Deployment &deployment, const LockName &name) const override
    {
        return deployment.run(m_locked, {name.bytes}, {m_mode});
    }

private:
    const QByteArray m_mode;
    const redis::Script m_locked = script("readwrite_locked");
};

class ReadProtocol final : public ReadWriteProtocol
{
public:
    ReadProtocol()
        : ReadWriteProtocol("read"_ba, "read_acquire", "read_release", "read_renew")
    {}

    bool isShared() const override { return true; }
    LeaseRule leaseRule() const override { return LeaseRule::Each; }

    Pending<Reply> acquire(redis::Deployment &deployment, const AcquireCall &call) const override
    {
        return deployment.run(
            m_acquire, {call.name.bytes, timeoutKey(call.name, call.owner, call.known + 1)},
            {decimal(call.lease), call.owner.bytes, QByteArray::number(call.known)});
    }

    Pending<Reply> release(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner, Millis /*lease*/,
                           const QByteArray &request) const override
    {
        return deployment.run(
            m_release,
            {name.bytes, readWriteChannel(name), latchOf(name, request), names::tagged(name)},
            {owner.bytes, decimal(latchTime)});
    }

    Pending<Reply> renew(redis::Deployment &deployment,
                         const std::vector<Renewal> &holds) const override
    {
        std::vector<QByteArray> keys;
        std::vector<QByteArray> arguments;
        for (const Renewal &hold : holds) {
            keys.push_back(hold.name.bytes);
            for (qint64 number = 1; number <= hold.count; ++number)
                keys.push_back(timeoutKey(hold.name, hold.owner, number));
            arguments.push_back(hold.owner.bytes);
            arguments.push_back(decimal(hold.lease));
            arguments.push_back(QByteArray::number(hold.count));
        }
        return deployment.runTracked(m_renew, keys, arguments);
    }

    Pending<Reply> inspect(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner) const override
    {
        return deployment.runTracked(m_inspect, {name.bytes, names::tagged(name)}, {owner.bytes});
    }

    Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId & /*owner*/) const override
    {
        return integerFrom(reply).map([](qint64 count) { return OwnerHold{count, {}}; });
    }

private:
    const redis::Script m_inspect = script("read_inspect");
};

class WriteProtocol final : public ReadWriteProtocol
{
public:
    WriteProtocol()
        : ReadWriteProtocol("write"_ba, "write_acquire", "write_release", "write_renew")
    {}

    LeaseRule leaseRule() const override { return LeaseRule::Longest; }

    Pending<Reply> release(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner, Millis lease,
                           const QByteArray &request) const override
    {
        return deployment.run(
            m_release,
            {name.bytes, readWriteChannel(name), latchOf(name, request), names::tagged(name)},
            {decimal(lease), owner.bytes, decimal(latchTime)});
    }

    Pending<Reply> inspect(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner) const override
    {
        return deployment.readTracked({"HGET"_ba, name.bytes, owner.bytes + ":write"});
    }
};

} // namespace

std::shared_ptr<const Protocol> readProtocol()
{
    static const auto shared = std::make_shared<const ReadProtocol>();
    return shared;
}

std::shared_ptr<const Protocol> writeProtocol()
{
    static const auto shared = std::make_shared<const WriteProtocol>();
    return shared;
}

ReadWriteLock::ReadWriteLock(LockSpace &space, LockName name)
    : m_readLock(std::make_unique<ReadLock>(space, name))
    , m_writeLock(std::make_unique<WriteLock>(space, name))
{}

ReadWriteLock::~ReadWriteLock() = default;

ReadLock::ReadLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), readProtocol())
{}

WriteLock::WriteLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), writeProtocol())
{}

Pending<AcquireOutcome> WriteLock::acquire(OwnerId owner, std::optional<Millis> wait, Lease lease,
                                           std::shared_ptr<Cancellation> cancel)
{
    const auto &holds = privateSpace().holds;
    if (!holds.find({readProtocol().get(), name(), owner})
        || holds.find({writeProtocol().get(), name(), owner}))
        return DeploymentLock::acquire(std::move(owner), wait, lease, std::move(cancel));
    AcquireOutcome refused;
    refused.owner = std::move(owner);
    refused.error =
        Error{ErrorKind::InvalidInput, "NOUPGRADE"_ba,
              Sentence::say("a reader cannot become a writer: release the read lock first"),
              privateSpace().deployment.label()};
    return Pending<AcquireOutcome>::ready(std::move(refused));
}

} // namespace lockscope::lock
