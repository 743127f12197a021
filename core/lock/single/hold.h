// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/deadlinequeue.h"
#include "core/lock/outcome.h"
#include "core/lock/protocol/protocol.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::lock {

struct HoldKey {
    const HoldProtocol *kind = nullptr;
    LockName name;
    OwnerId owner;

    friend bool operator==(const HoldKey &, const HoldKey &) = default;
    friend auto operator<=>(const HoldKey &, const HoldKey &) = default;
    struct Hash {
        std::size_t operator()(const HoldKey &key) const noexcept
        {
            return qHashMulti(0, key.kind, key.name, key.owner);
        }
    };
};

// The receiver of the notices that a hold is lost, or may be. Shared with the lock, which may be
// destroyed by then. They are told from the event loop: a handler may destroy any object.
struct LostListener {
    std::function<void(const OwnerId &owner, Loss loss)> handler;
    std::function<void(const OwnerId &owner, const Standing &standing)> standingHandler;

    static void tellLost(DeadlineQueue &events, const std::weak_ptr<const LostListener> &listener,
                         const OwnerId &owner, Loss loss);
    static void tellStanding(DeadlineQueue &events,
                             const std::weak_ptr<const LostListener> &listener,
                             const OwnerId &owner, const Standing &standing);
};

// Until when a lease lasts for certain that was asked for at this instant. The server's clock may
// run faster than ours: 1 % and 2 ms are taken off, as for a quorum; of a lease below 4 ms half.
Instant certainUntil(Instant askedAt, Millis lease);
// The error of a grant whose answer came when that time was over. The code is TOOLATE, as for a
// quorum.
Error tooLate(Millis took, Millis lease);

// An attempt by an owner that holds the lock already. Until its outcome is known, its lease may be
// the one that the server applies.
struct Doubt {
    std::uint64_t id = 0;
    Instant since{}; // the server took the attempt at this instant or later, or never
    Millis lease{0};
    bool isLost = false; // no answer will come
};

// One owner's hold, as this process knows it. Plain data and arithmetic.
struct Hold {
    std::shared_ptr<const HoldProtocol> protocol;
    LockName name;
    OwnerId owner;
    qint64 count = 0; // on the server
    qint64 own = 0; // how many of these this process took
    // Counts on the server that are nobody's: left by attempts and releases of this process whose
    // outcome it does not know, or that a failover has undone.
    qint64 surplus = 0;
    // Another process of a server has taken over since it was last taken, and may have counts that
    // were given back before.
    bool mayHaveSurplus = false;
    // Of `own`, those that it does not have: what took them was undone. They end without it.
    qint64 missing = 0;
    Lease lease;
    Instant answeredUntil{}; // by our clock, from the moment before it was asked for
    Instant validUntil{}; // the same, or sooner while an attempt is in doubt
    std::vector<Doubt> doubts;
    std::vector<Instant> each; // of each time, where each has its own lease
    Instant extendedUntil{}; // a renewal must not take this back
    Instant extendedAt{}; // when that was asked for
    Instant takenAt{}; // when it was last asked for: earlier questions tell nothing of it
    std::weak_ptr<const LostListener> listener;
    bool isWatched = false; // the watchdog renews it
    bool isReleasing = false;
    int renewals = 0;
    std::optional<Loss> hindrance; // why the last renewal failed; Unanswered until it is
    bool isInspecting = false;
    bool inspectAgain = false;
    Standing::Kind standing = Standing::Kind::Sure;

    bool isUncertain() const { return standing == Standing::Kind::Uncertain; }
    bool mayBeRenewed() const;
    // The lease that a renewal asks for.
    Millis leaseFrom(Instant now) const
    {
        return std::max(lease.time(), std::chrono::ceil<Millis>(extendedUntil - now));
    }
    // The same for a hold that the watchdog does not renew: the time that it has here, with what
    // was taken off for the server's clock.
    Millis leaseLeft(Instant now) const
    {
        const Millis left = std::chrono::ceil<Millis>(answeredUntil - now);
        return std::max(left + left / 90 + Millis(3), Millis(1));
    }
    // The time that an attempt must leave to this hold when it is given back.
    Millis timeToLeave(Instant now) const
    {
        const Millis left = std::chrono::ceil<Millis>(answeredUntil - now);
        return isWatched ? std::max(left, leaseFrom(now)) : left;
    }
    // The shortest lease that the server may go by: renewals keep pace with it.
    Millis shortestLease() const;

    // Granted by an attempt that was sent at `askedAt`.
    void setTaken(Instant askedAt, Millis lease, bool isNew);
    // Renewed by a request that was sent at `askedAt`: no renewal shortens a time. One that ended
    // before does not come back.
    void setRenewed(Instant askedAt, Millis lease);
    // One count was given back by a request that was sent at `askedAt`; `counted` are left.
    void setReleased(Instant askedAt, Millis lease, qint64 counted);
    // The same without an answer: it was done, or it was not.
    void setBound(Instant askedAt, Millis lease);
    // Takes the machine's sleep, during which our clock stood still, off all its times.
    void setBack(Millis slept);
    void addDoubt(const Doubt &doubt);
    void endDoubt(std::uint64_t id);
    // The server has answered to a request that was sent at `askedAt`. If no earlier request can
    // still arrive, attempts without an answer cannot shorten it from then on.
    void confirm(Instant askedAt, bool hasEndedPredecessors);

private:
    void update();
};

// A hold that is about to be made to last longer.
struct Extension {
    std::shared_ptr<Hold> hold;
    Renewal renewal; // the request
    Instant askedAt;
    Instant before; // the hold's extendedUntil before
};

} // namespace lockscope::lock
