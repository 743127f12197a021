// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/mutexprotocol.h"

#include "core/format/redissonnames.h"
#include "core/lock/protocol/scripts.h"
#include "core/redis/wire.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace names = format::redisson;

MutexProtocol::MutexProtocol(QByteArray kind, const char *acquire, const char *release,
                             const char *renew, const char *force)
    : ScriptProtocol(acquire, release, renew)
    , m_kind(std::move(kind))
    , m_force(script(force))
{}

QByteArray MutexProtocol::latchOf(const LockName &name, const QByteArray &request)
{
    return names::prefixed(names::latchPrefix, name).bytes + ':' + request;
}

QByteArray MutexProtocol::channelOf(const LockName &name)
{
    return names::prefixed(names::channelPrefix, name).bytes;
}

OwnerId MutexProtocol::newOwner(const QByteArray &uuid) const
{
    // Positive, as a thread's id is.
    const auto id = QRandomGenerator::global()->generate64() >> 1;
    return OwnerId(uuid + ':' + QByteArray::number(id));
}

Result<void> MutexProtocol::checkOwner(const OwnerId &owner) const
{
    const auto parsed = names::parseOwner(owner.bytes);
    if (parsed.form == names::OwnerForm::None || parsed.write)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("an owner of this kind of lock has the form uuid:threadId, for "
                                  "example 3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1"));
    return {};
}

QByteArray MutexProtocol::channel(const LockName &name, const OwnerId & /*waiter*/) const
{
    return channelOf(name);
}

Pending<Reply> MutexProtocol::acquire(redis::Deployment &deployment, const AcquireCall &call) const
{
    return deployment.run(m_acquire, {call.name.bytes}, {decimal(call.lease), call.owner.bytes});
}

Pending<Reply> MutexProtocol::release(redis::Deployment &deployment, const LockName &name,
                                      const OwnerId &owner, Millis lease,
                                      const QByteArray &request) const
{
    return deployment.run(m_release, {name.bytes, channelOf(name), latchOf(name, request)},
                          {decimal(lease), owner.bytes, decimal(latchTime)});
}

void MutexProtocol::forget(redis::Deployment &deployment, const LockName &name,
                           const QByteArray &request) const
{
    (void)deployment.sendLater({"DEL"_ba, latchOf(name, request)});
}

Pending<Reply> MutexProtocol::force(redis::Deployment &deployment, const LockName &name) const
{
    return deployment.run(m_force, {name.bytes, channelOf(name)}, {});
}

Pending<Reply> MutexProtocol::inspect(redis::Deployment &deployment, const LockName &name,
                                      const OwnerId &owner) const
{
    return deployment.readTracked({"HGET"_ba, name.bytes, owner.bytes});
}

Result<OwnerHold> MutexProtocol::readOwnerHold(const Reply &reply, const OwnerId & /*owner*/) const
{
    if (reply.isError())
        return fail(redis::errorFrom(reply, {}));
    return OwnerHold{
        reply.isNil() ? 0 : std::max<qint64>(0, names::parseCount(reply.bytes).value_or(0)), {}};
}

} // namespace lockscope::lock
