// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/hashredlock.h"

#include "core/format/redissonnames.h"
#include "core/lock/protocol/protocols.h"
#include "core/lock/protocol/quorumprotocol.h"
#include "core/lock/protocol/scripts.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

namespace names = format::redisson;

constexpr Millis latchTime{13'500}; // Redisson's own, with its defaults

// The reentrant lock's data on each server.
class HashRedlockProtocol final : public QuorumProtocol
{
public:
    QByteArray kind() const override { return "red"_ba; }
    bool isReentrant() const override { return true; }
    OwnerId newOwner(const QByteArray &uuid) const override { return m_hash->newOwner(uuid); }
    Result<void> checkOwner(const OwnerId &owner) const override
    {
        return m_hash->checkOwner(owner);
    }
    QByteArray channel(const LockName &name) const override { return m_hash->channel(name, {}); }

    SharedMessage acquire(const LockName &name, const OwnerId &owner, Millis lease) const override
    {
        return scriptMessage(m_acquire, {name.bytes}, {number(lease), owner.bytes});
    }

    Result<Attempt> readAcquire(const Reply &reply) const override
    {
        return m_hash->readAcquire(reply);
    }

    SharedMessage release(const LockName &name, const OwnerId &owner, Millis lease,
                          const QByteArray &request) const override
    {
        return scriptMessage(m_release, {name.bytes, channel(name), latchOf(name, request)},
                             {number(lease), owner.bytes, number(latchTime)});
    }

    SharedMessage forget(const LockName &name, const QByteArray &request) const override
    {
        return plainMessage({"DEL"_ba, latchOf(name, request)});
    }

    SharedMessage settle(const LockName &name, const OwnerId &owner, qint64 counts,
                         Millis lease) const override
    {
        return scriptMessage(m_settle, {name.bytes, channel(name)},
                             {owner.bytes, QByteArray::number(counts), number(lease)});
    }

    SharedMessage renew(const std::vector<Renewal> &holds) const override
    {
        return renewalMessage(m_renew, holds);
    }

    SharedMessage force(const LockName &name) const override
    {
        return scriptMessage(m_force, {name.bytes, channel(name)}, {});
    }

    SharedMessage inspect(const LockName &name, const OwnerId &owner) const override
    {
        return plainMessage({"HGET"_ba, name.bytes, owner.bytes});
    }

    Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId &owner) const override
    {
        return m_hash->readOwnerHold(reply, owner);
    }

private:
    static QByteArray number(Millis time) { return QByteArray::number(qlonglong(time.count())); }
    static QByteArray latchOf(const LockName &name, const QByteArray &request)
    {
        return names::prefixed(names::latchPrefix, name).bytes + ':' + request;
    }

    const std::shared_ptr<const Protocol> m_hash = reentrantProtocol();
    const redis::Script m_acquire = script("reentrant_acquire");
    const redis::Script m_release = script("reentrant_release");
    const redis::Script m_settle = script("redlock_settle");
    const redis::Script m_renew = script("reentrant_renew");
    const redis::Script m_force = script("reentrant_force");
};

} // namespace

std::shared_ptr<const QuorumProtocol> hashRedlockProtocol()
{
    static const auto shared = std::make_shared<const HashRedlockProtocol>();
    return shared;
}

HashRedlock::HashRedlock(QuorumGroup &group, LockName name)
    : QuorumLock(group, std::move(name), hashRedlockProtocol())
{}

} // namespace lockscope::lock
