// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/lock/lease.h"
#include "core/redis/deployment/deployment.h"

namespace lockscope::lock {

// One attempt to take a lock, as a protocol needs to know it.
struct AcquireCall {
    LockName name;
    OwnerId owner;
    Millis lease{0};
    std::optional<Millis> wait; // of the whole call; 0: this one attempt; empty: without limit
    qint64 known = 0; // how many times over it holds it, as far as is known
    bool tracked = false; // its key is tracked by the attempt, so that a change is heard of
};

// One server's answer to an attempt to take a lock.
struct Attempt {
    bool isHeld = false;
    qint64 count = 0; // isHeld: how many times over
    std::optional<qint64> fencingToken; // isHeld, of kinds that have one
    bool isOthersTurn = false; // else: nobody holds it, but another is the first in its queue
    std::optional<Millis> holderTtl; // else: the remaining time of either; empty: no expiry
    std::optional<Millis> askAgain; // else: when at the latest, if sooner than that
    std::optional<qint64> otherCount; // else, nothing was done: it holds it so often, not `known`

    static Attempt held(qint64 count, std::optional<qint64> fencingToken = {})
    {
        Attempt attempt;
        attempt.isHeld = true;
        attempt.count = count;
        attempt.fencingToken = fencingToken;
        return attempt;
    }
};

// An owner's hold, as one server has it.
struct OwnerHold {
    qint64 count = 0;
    std::optional<qint64> fencingToken; // of kinds that have one
};

// The way in which a waiter learns that another attempt is worthwhile.
enum class Waiting {
    Message, // a release is announced on a channel
    KeyChange, // nobody announces it: the invalidation of the key
    Asking, // by asking again after a short pause that grows
};

// One hold as a renewal names it.
struct Renewal {
    LockName name;
    OwnerId owner;
    Millis lease{0};
    qint64 count = 1; // how many times over
};

// Until when a hold lasts that was taken more than once.
enum class LeaseRule {
    Latest, // the lease of the last call is that of all
    Longest, // a lease never shortens another
    Each, // each time has its own
};

// The storage of holds on one server, as the watchdog needs to know it. No state, no time; one per
// kind. I/O thread.
class HoldProtocol
{
public:
    HoldProtocol() = default;
    HoldProtocol(const HoldProtocol &) = delete;
    HoldProtocol &operator=(const HoldProtocol &) = delete;
    virtual ~HoldProtocol() = default;

    // The key by whose change a loss is heard of.
    virtual KeyName key(const LockName &name) const { return KeyName(name.bytes); }
    // The channel of release messages for this waiter; empty if it does not wait for messages. That
    // for the empty owner is the beginning of all of them.
    virtual QByteArray channel(const LockName & /*name*/, const OwnerId & /*waiter*/) const
    {
        return {};
    }
    virtual LeaseRule leaseRule() const { return LeaseRule::Latest; }

    // Renews many; the answer holds 1 or 0 for each.
    virtual Pending<Reply> renew(redis::Deployment &deployment,
                                 const std::vector<Renewal> &holds) const = 0;
    // Reads the owner's hold, by a tracked read.
    virtual Pending<Reply> inspect(redis::Deployment &deployment, const LockName &name,
                                   const OwnerId &owner) const = 0;
    virtual Result<OwnerHold> readOwnerHold(const Reply &reply, const OwnerId &owner) const = 0;
};

// The storage of one kind of lock on one server: the scripts, their keys, and the meaning of their
// answers. No state, no time; one per kind, shared by its locks. I/O thread.
class Protocol : public HoldProtocol
{
public:
    virtual QByteArray kind() const = 0;
    // An owner that no other has, in the form of the kind's library.
    virtual OwnerId newOwner(const QByteArray &uuid) const = 0;
    // The reason why this cannot be an owner; success if it can.
    virtual Result<void> checkOwner(const OwnerId &owner) const = 0;

    virtual Waiting waiting() const = 0;
    // One attempt.
    virtual Pending<Reply> acquire(redis::Deployment &deployment,
                                   const AcquireCall &call) const = 0;
    virtual Result<Attempt> readAcquire(const Reply &reply) const = 0;

    // Gives one count back. With the same `request` it may be asked again: nothing is given back
    // twice. The answer: counts left, or -1 for not the owner's.
    virtual Pending<Reply> release(redis::Deployment &deployment, const LockName &name,
                                   const OwnerId &owner, Millis lease,
                                   const QByteArray &request) const = 0;
    // After the answer to a release.
    virtual void forget(redis::Deployment &deployment, const LockName &name,
                        const QByteArray &request) const = 0;

    // Several may hold it side by side: where one comes in, the next may, too.
    virtual bool isShared() const { return false; }

    // Waiters stand in a queue on the server.
    virtual bool hasQueue() const { return false; }
    // Takes the waiter out of the queue; `wait` as in the AcquireCall with which it came.
    virtual Pending<Reply> leave(redis::Deployment & /*deployment*/, const LockName & /*name*/,
                                 const OwnerId & /*owner*/, std::optional<Millis> /*wait*/) const
    {
        return {};
    }

    // Frees the lock from any holder, and wakes a waiter. The answer: 1, or 0 if nothing was there.
    virtual Pending<Reply> force(redis::Deployment &deployment, const LockName &name) const = 0;

    // Whether somebody holds it. The answer: an integer, 0 if nobody.
    virtual Pending<Reply> isLocked(redis::Deployment &deployment, const LockName &name) const;
};

// An integer answer, or what is wrong with it.
Result<qint64> integerFrom(const Reply &reply);
// The key is no lock of the kind that was asked for.
bool isWrongType(const Error &error);
// The question was refused on this side: the server has done nothing and never will.
bool wasNeverSent(const Error &error);

// A time as an argument of a script, in milliseconds.
QByteArray decimal(Millis time);

} // namespace lockscope::lock
