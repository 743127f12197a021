// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/result.h"

#include <optional>
#include <vector>

namespace lockscope::lock {

// The outcomes of calls on a lock, as values; any thread. "Held by someone else" and "unknown" are
// outcomes, not errors.

// One server's answer to an attempt.
struct Vote {
    enum class Kind {
        Granted,
        HeldByOther,
        OthersTurn, // free, but the turn of the first in its fair queue
        Error,
        NoAnswer, // not in the time that it had
        Pending, // not yet: the others decided it before
        NotAsked, // `error` says why; none: it was not needed
    };

    QString server;
    Kind kind = Kind::NoAnswer;
    std::chrono::microseconds took{0}; // to the answer; 0: there is none
    std::optional<Error> error;
    bool isRestartUnknown = false; // it does not tell whether it was restarted

    friend bool operator==(const Vote &, const Vote &) = default;
};

struct AcquireOutcome {
    enum class Status {
        Held,
        Busy, // somebody else's until the wait was over
        WrongType, // the key is there, and is no lock of this kind; `error`
        Cancelled, // the caller no longer wanted it; nothing is left behind
        Failed, // certainly not held: `error`; TOOLATE: the lease was over before the answer came;
                // FEWREPLICAS: fewer replicas had it than LockSpace::requireReplicas() asks for
        Unknown, // an attempt was sent, but its result is unknown; a hold of it lapses
    };

    Status status = Status::Failed;
    OwnerId owner;
    qint64 count = 0; // Held: how many times over
    Instant validUntil{}; // Held: by this process's own clock
    Millis lease{0}; // Held
    std::optional<Millis> holderTtl; // Busy: the holder's remaining time; empty: no expiry. Of the
                                     // one whose turn it is, if `votes` say so
    std::optional<qint64> fencingToken;
    std::optional<qint64> replicas; // Held: how many have it, where some are required
    std::vector<Vote> votes; // of the last attempt
    std::optional<Error> error;

    bool isHeld() const { return status == Status::Held; }
};

struct ReleaseOutcome {
    enum class Status {
        Released, // for good; `count` > 0: another process holds it on as the same owner
        StillHeld, // one count less
        NotHeld, // it was not the owner's: expired, taken away, or never the owner's
        WrongType,
        Failed, // certainly nothing was done: `error`
        Unknown, // it was sent and no answer came; `error`
    };

    Status status = Status::Failed;
    qint64 count = 0; // how many times over it is still held
    std::optional<Error> error;
    // Failed, Unknown: it is given back as soon as the server accepts it, if that is while this
    // program runs and before its lease ends, in so much time. Empty: it ends with its lease.
    std::optional<Millis> triesAgainFor = {};
};

// The outcome of an extension.
struct ExtendOutcome {
    enum class Status {
        Extended,
        NotHeld, // it is not the owner's: expired, taken away, or never the owner's; nothing was
                 // done
        Failed, // it lasts as long as before: `error`
        Unknown, // it was asked for and no answer came: it lasts as before, or longer; `error`
    };

    Status status = Status::Failed;
    Instant validUntil{}; // Extended: by this process's own clock
    std::vector<Vote> votes; // of quorums
    std::optional<Error> error;

    bool isExtended() const { return status == Status::Extended; }
};

// The remaining time of a lock on its server.
struct TimeToLive {
    bool isLocked = false; // somebody holds it
    std::optional<Millis> time; // isLocked: until it expires; empty: never

    friend bool operator==(const TimeToLive &, const TimeToLive &) = default;
    // Compares the times at which they are free: now, later, never.
    friend bool operator<(const TimeToLive &a, const TimeToLive &b) { return a.end() < b.end(); }

private:
    Millis end() const { return isLocked ? time.value_or(Millis::max()) : Millis(-1); }
};

// The cause of a hold's loss without a release by its owner.
enum class Loss {
    Expired, // the lease ended before it was renewed, by our own clock
    TakenAway, // somebody deleted it, or another owner is there
    RenewalsSpent, // the cap on renewals was reached, and the lease has ended
    ServerChanged, // another process keeps its key now (failover, restart, moved slot), and lacks
                   // it
    NoQuorum, // servers were restarted, and no majority has it any more
    Refused, // the lease ended while the server refused to renew it (NOREPLICAS, OOM, NOPERM, ...)
    Unanswered, // the lease ended while the server did not answer to its renewal
    NoMajority, // the lease ended while too few servers of a quorum renewed it
};

// How sure it is that a hold goes on.
struct Standing {
    enum class Kind { // the worse, the later
        Sure,
        Overdue, // it could not be renewed for so long that less than half of its lease is left
        Uncertain, // another process keeps its key now, and has not been asked since
    };

    Kind kind = Kind::Sure;
    // Overdue:
    Instant validUntil{}; // by this process's own clock
    bool isRefused = false; // by the server; else it did not answer, or too few of a quorum renewed
    QByteArray refusal{}; // the server's error, as it came; empty: it told none
    std::vector<std::size_t> missing{}; // of a quorum, by place: asked to renew it, in vain

    friend bool operator==(const Standing &, const Standing &) = default;
};

} // namespace lockscope::lock
