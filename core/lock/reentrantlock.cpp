// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/reentrantlock.h"

#include "core/format/redissonnames.h"
#include "core/lock/protocols.h"
#include "core/lock/scriptprotocol.h"
#include "core/lock/scripts.h"
#include "core/redis/wire.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

namespace names = format::redisson;

// As long as Redisson's own with its defaults: longer than any of its retries.
constexpr Millis latchTime{13'500};

QByteArray latchOf(const LockName &name, const QByteArray &request)
{
    return names::prefixed(names::latchPrefix, name).bytes + ':' + request;
}

class ReentrantProtocol final : public ScriptProtocol
{
public:
    ReentrantProtocol()
        : ScriptProtocol("reentrant_acquire", "reentrant_release", "reentrant_renew")
    {}

    QByteArray kind() const override { return "reentrant"_ba; }

    OwnerId newOwner(const QByteArray &uuid) const override
    {
        // Positive, as a thread's id is.
        const auto id = QRandomGenerator::global()->generate64() >> 1;
        return OwnerId(uuid + ':' + QByteArray::number(id));
    }

    Result<void> checkOwner(const OwnerId &owner) const override
    {
        const auto parsed = names::parseOwner(owner.bytes);
        if (parsed.form == names::OwnerForm::None || parsed.write)
            return fail(ErrorKind::InvalidInput,
                        u"an owner of this kind of lock is uuid:threadId, such as "
                        "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1"_s);
        return {};
    }

    QByteArray channel(const LockName &name, const OwnerId & /*waiter*/) const override
    {
        return channel(name);
    }

    static QByteArray channel(const LockName &name)
    {
        return names::prefixed(names::channelPrefix, name).bytes;
    }

    Pending<Reply> acquire(redis::Deployment &deployment, const AcquireCall &call) const override
    {
        return deployment.run(
            m_acquire, {call.name.bytes},
            {QByteArray::number(qlonglong(call.lease.count())), call.owner.bytes});
    }

    Pending<Reply> release(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner, Millis lease,
                           const QByteArray &request) const override
    {
        return deployment.run(m_release, {name.bytes, channel(name), latchOf(name, request)},
                              {QByteArray::number(qlonglong(lease.count())), owner.bytes,
                               QByteArray::number(qlonglong(latchTime.count()))});
    }

    void forget(redis::Deployment &deployment, const LockName &name,
                const QByteArray &request) const override
    {
        (void)deployment.send({"DEL"_ba, latchOf(name, request)});
    }

    Pending<Reply> force(redis::Deployment &deployment, const LockName &name) const override
    {
        return deployment.run(m_force, {name.bytes, channel(name)}, {});
    }

    Pending<Reply> inspect(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner) const override
    {
        return deployment.readTracked({"HGET"_ba, name.bytes, owner.bytes});
    }

    Result<qint64> readInspection(const Reply &reply, const OwnerId & /*owner*/) const override
    {
        if (reply.isError())
            return fail(redis::errorFrom(reply, {}));
        return reply.isNil() ? 0 : names::parseCount(reply.bytes);
    }

private:
    const redis::Script m_force = script("reentrant_force");
};

} // namespace

// One for all: it has no state.
std::shared_ptr<const Protocol> reentrantProtocol()
{
    static const auto shared = std::make_shared<const ReentrantProtocol>();
    return shared;
}

ReentrantLock::ReentrantLock(LockSpace &space, LockName name)
    : DeploymentLock(space, std::move(name), reentrantProtocol())
{}

} // namespace lockscope::lock
