// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/redlock.h"

#include "core/lock/protocol/protocols.h"
#include "core/lock/protocol/quorumprotocol.h"
#include "core/lock/protocol/scripts.h"
#include "core/redis/wire.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

// The data of a plain string lock on each server; but a release is published.
class RedlockProtocol final : public QuorumProtocol
{
public:
    QByteArray kind() const override { return "redlock"_ba; }
    bool isReentrant() const override { return false; }
    OwnerId newOwner(const QByteArray &uuid) const override { return m_string->newOwner(uuid); }
    Result<void> checkOwner(const OwnerId &owner) const override
    {
        return m_string->checkOwner(owner);
    }
    QByteArray channel(const LockName &name) const override { return Redlock::channel(name); }
    bool isAnnounced() const override { return false; }

    SharedMessage acquire(const LockName &name, const OwnerId &owner, Millis lease) const override
    {
        return scriptMessage(m_acquire, {name.bytes},
                             {QByteArray::number(qlonglong(lease.count())), owner.bytes});
    }

    Result<Attempt> readAcquire(const Reply &reply) const override
    {
        if (reply.isNil()) {
            Attempt held;
            held.isHeld = true;
            held.count = 1;
            return held;
        }
        const auto left = integerFrom(reply);
        if (!left)
            return fail(left.error());
        Attempt busy;
        if (*left >= 0)
            busy.holderTtl = Millis(*left);
        return busy;
    }

    SharedMessage release(const LockName &name, const OwnerId &owner, Millis /*lease*/,
                          const QByteArray & /*request*/) const override
    {
        return scriptMessage(m_release, {name.bytes, channel(name)}, {owner.bytes});
    }

    SharedMessage forget(const LockName & /*name*/, const QByteArray & /*request*/) const override
    {
        return nullptr;
    }

    SharedMessage settle(const LockName &name, const OwnerId &owner, qint64 counts,
                         Millis /*lease*/) const override
    {
        return counts > 0 ? nullptr : release(name, owner, Millis(0), {});
    }

    SharedMessage renew(const std::vector<Renewal> &holds) const override
    {
        return renewalMessage(m_renew, holds);
    }

    SharedMessage force(const LockName &name) const override
    {
        return scriptMessage(m_force, {name.bytes, channel(name)}, {});
    }

    SharedMessage inspect(const LockName &name, const OwnerId & /*owner*/) const override
    {
        return plainMessage({"GET"_ba, name.bytes});
    }

    Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId &owner) const override
    {
        return m_string->readOwnerHold(reply, owner);
    }

private:
    const std::shared_ptr<const Protocol> m_string = stringProtocol();
    const redis::Script m_acquire = script("redlock_acquire");
    const redis::Script m_release = script("redlock_release");
    const redis::Script m_renew = script("string_renew");
    const redis::Script m_force = script("reentrant_force"); // of any type
};

} // namespace

std::shared_ptr<const QuorumProtocol> redlockProtocol()
{
    static const auto shared = std::make_shared<const RedlockProtocol>();
    return shared;
}

Redlock::Redlock(QuorumGroup &group, LockName name)
    : QuorumLock(group, std::move(name), redlockProtocol())
{}

} // namespace lockscope::lock
