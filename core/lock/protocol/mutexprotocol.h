// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/scriptprotocol.h"

namespace lockscope::lock {

// The common part of Redisson's kinds with one hash {owner -> holds}: owners uuid:threadId, one
// channel, the latch of a release. redisson-layout.md §2. No state; I/O thread.
class MutexProtocol : public ScriptProtocol
{
public:
    explicit MutexProtocol(QByteArray kind, const char *acquire = "reentrant_acquire",
                           const char *release = "reentrant_release",
                           const char *renew = "reentrant_renew",
                           const char *force = "reentrant_force");

    QByteArray kind() const final { return m_kind; }
    OwnerId newOwner(const QByteArray &uuid) const override;
    Result<void> checkOwner(const OwnerId &owner) const override;
    Waiting waiting() const override { return Waiting::Message; }
    QByteArray channel(const LockName &name, const OwnerId &waiter) const override;
    Pending<Reply> acquire(redis::Deployment &deployment, const AcquireCall &call) const override;
    Pending<Reply> release(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner, Millis lease,
                           const QByteArray &request) const override;
    void forget(redis::Deployment &deployment, const LockName &name,
                const QByteArray &request) const override;
    Pending<Reply> force(redis::Deployment &deployment, const LockName &name) const override;
    Pending<Reply> inspect(redis::Deployment &deployment, const LockName &name,
                           const OwnerId &owner) const override;
    Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId &owner) const override;

protected:
    // Redisson's own with its defaults: longer than any of its retries.
    static constexpr Millis latchTime{13'500};

    static QByteArray latchOf(const LockName &name, const QByteArray &request);
    static QByteArray channelOf(const LockName &name);

    const QByteArray m_kind;
    const redis::Script m_force;
};

} // namespace lockscope::lock
