// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/protocol.h"

#include <memory>

namespace lockscope::lock {

// One command of a quorum lock, the same for all its servers; of a script both forms can be made.
struct QuorumMessage {
    redis::Arguments arguments; // EVALSHA ..., or a plain command
    const redis::Script *script = nullptr;

    redis::Arguments withText() const; // EVAL ...
};
using SharedMessage = std::shared_ptr<const QuorumMessage>;

SharedMessage scriptMessage(const redis::Script &script, const std::vector<QByteArray> &keys,
                            const std::vector<QByteArray> &arguments);
// As the scripts *_renew want it: for each lock its owner and the lease.
SharedMessage renewalMessage(const redis::Script &script, const std::vector<Renewal> &holds);
SharedMessage plainMessage(redis::Arguments arguments);

// The storage of one kind of quorum lock on each of its servers. No state, no time; one per kind.
// It makes messages and reads answers; the lane sends. I/O thread.
class QuorumProtocol
{
public:
    QuorumProtocol() = default;
    QuorumProtocol(const QuorumProtocol &) = delete;
    QuorumProtocol &operator=(const QuorumProtocol &) = delete;
    virtual ~QuorumProtocol() = default;

    virtual QByteArray kind() const = 0;
    virtual bool isReentrant() const = 0;
    virtual OwnerId newOwner(const QByteArray &uuid) const = 0;
    virtual Result<void> checkOwner(const OwnerId &owner) const = 0;
    // The channel of release messages, the same on every server.
    virtual QByteArray channel(const LockName &name) const = 0;

    // True if every library that takes such locks announces releases. Else a release may show by
    // its key alone.
    virtual bool isAnnounced() const { return true; }

    virtual SharedMessage acquire(const LockName &name, const OwnerId &owner,
                                  Millis lease) const = 0;
    virtual Result<Attempt> readAcquire(const Reply &reply) const = 0;
    // Gives one count back; the answer: counts left, or -1 for not the owner's.
    virtual SharedMessage release(const LockName &name, const OwnerId &owner, Millis lease,
                                  const QByteArray &request) const = 0;
    // After the answer to a release; null: nothing.
    virtual SharedMessage forget(const LockName &name, const QByteArray &request) const = 0;
    // Leaves the owner at most `counts`, and with any of them at least `lease`; null: nothing to
    // do. The answer: the counts left.
    virtual SharedMessage settle(const LockName &name, const OwnerId &owner, qint64 counts,
                                 Millis lease) const = 0;
    // The answer holds 1 or 0 for each.
    virtual SharedMessage renew(const std::vector<Renewal> &holds) const = 0;
    // Frees it from any holder; the answer: 1, or 0 if nothing was there.
    virtual SharedMessage force(const LockName &name) const = 0;
    virtual SharedMessage inspect(const LockName &name, const OwnerId &owner) const = 0;
    virtual Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId &owner) const = 0;
};

// Each one object for all. Defined beside their locks.
std::shared_ptr<const QuorumProtocol> redlockProtocol();
std::shared_ptr<const QuorumProtocol> hashRedlockProtocol();

} // namespace lockscope::lock
