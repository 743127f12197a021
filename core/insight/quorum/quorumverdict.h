// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/sentence.h"
#include "core/watch/record/serverclock.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockscope::insight {

// Judges one name from the readings of all servers of a quorum group: a Redlock (a string with the
// same token on several servers), core/lock's red lock (a hash with the same uuid:threadId) or
// Redisson's (hashes with one thread of several clients, which is inferred: see threadclaims.h).
// Plain functions over values, the time passed in, any thread. core/lock decides by the same
// arithmetic whether it holds a lock; here it is for observers, which know no lease and may not
// reach every server.

enum class QuorumForm { String, Hash };

struct ServerHold {
    OwnerId owner;
    std::optional<Instant> deadline; // empty: no expiry
    std::optional<Millis> lease = {}; // if it is known
    bool isFixed = false; // it is known that nobody renews it

    friend bool operator==(const ServerHold &, const ServerHold &) = default;
};

// One name on one server, and how that server is.
struct QuorumReading {
    enum class What {
        Silent, // could not be read: unreachable, refused, not read yet
        Nothing, // nobody holds it there
        Lock,
        Foreign, // a key that is no such lock
        Dependent, // the same server as one before it, or a copy: no part of the quorum
    };

    What what = What::Silent;
    QuorumForm form = QuorumForm::String;
    // Of a Lock: one, but of a read lock as many as there are readers.
    std::vector<ServerHold> holds;
    std::optional<Instant> deadline; // of a Foreign key; empty: none, or not known
    Sentence detail; // why Silent, the kind of a Foreign key, or the server it is Dependent on
    std::optional<std::chrono::microseconds> latency;
    std::optional<watch::ClockOffset> clock;
    // Of a Lock, and of a Silent server that reported one last.
    bool isRedlockKind = false; // a kind that Redlocks are made of
    bool isPinned = false; // the user says that it is of that kind

    friend bool operator==(const QuorumReading &, const QuorumReading &) = default;
};

// For N independent servers `needed` is N/2+1. A vote is a server on which the owner has the lock,
// its time not over. An owner *may* have a majority when its votes and the silent servers together
// reach it. The lock has the form in which somebody has the most votes, of equals that of strings;
// keys of the other form are keys of another type.
//
//   verdict   majority               and
//   Held      one owner has it       a vote to spare, or all of them; the validity is not low
//   AtRisk    one owner has it       no vote to spare, or the validity is low or over
//             an owner may have it   too many servers are silent to tell
//   Blocked   nobody can have it     keys of another type are on more servers than may be missing,
//   or
//                                    they and the one owner's keys together leave no majority to
//                                    others
//   Split     nobody can have it     two owners or more
//   Residue   nobody can have it     one owner, on a minority: nobody's lock, until it expires
//   Free      nobody can have it     no owner
//   Unknown   somebody may have it   no owner was seen, and too many servers are silent to tell
//
// The first that applies, in this order.
enum class QuorumVerdict { Unknown, Held, AtRisk, Split, Residue, Blocked, Free };

QByteArray name(QuorumVerdict verdict); // as in JSON; empty: unknown

enum class Stance {
    Agrees,
    OtherOwner,
    Foreign, // another type of key
    Missing, // nothing there, or its time is over
    Silent,
    Undecided, // has an owner, but there is no owner to compare with
    Dependent, // does not count
};

// One server's part.
struct QuorumSeat {
    Stance stance = Stance::Silent;
    std::optional<ServerHold> hold; // the verdict's owner's, else the first
    // The lag of its clock behind the others', if it exceeds the error of the measurement. If the
    // clock is corrected, the key lapses so much sooner.
    Millis lag{0};

    friend bool operator==(const QuorumSeat &, const QuorumSeat &) = default;
};

struct QuorumTerms {
    // Empty: the longest known lease of the owner's holds, else the longest time to live instead.
    std::optional<Millis> lease;
    // Empty: a tenth of the lease, but not less than 100 ms; of a lease not known, 1 s.
    std::optional<Millis> lowValidity;
};

struct QuorumFinding {
    QuorumVerdict verdict = QuorumVerdict::Unknown;
    // The owner with the most votes; empty: nobody has any, or several have the same number.
    std::optional<OwnerId> owner;
    // The owner is one thread of several clients, probably; `owner` is what the first of its
    // servers says.
    bool inferred = false;
    std::size_t votes = 0; // the most that anybody has
    std::size_t needed = 1;
    std::size_t total = 0; // servers that count
    std::size_t owners = 0; // that were seen
    // Until when a majority of the servers keep it for the owner, drift and clocks taken off.
    // Empty: no majority was seen. Instant::max(): no expiry.
    std::optional<Instant> validUntil;
    bool bare = false; // AtRisk: no vote to spare
    bool lapsing = false; // AtRisk: the validity is low
    bool unconfirmed = false; // AtRisk: a majority was not seen, but is possible
    bool isNoRedlock = false; // Unknown: a lock of one server, of a kind that is kept on one alone
    std::vector<QuorumSeat> seats; // one a server, in their order
    // When time alone may change this; empty: not without a reading.
    std::optional<Instant> changesAt;

    std::size_t count(Stance stance) const;
    // True if the server has the owner; empty if it could not be read or does not count, or there
    // is no owner.
    std::optional<bool> agrees(std::size_t server) const;
    // Floored at 0; empty if validUntil is, and if nothing expires.
    std::optional<Millis> validity(Instant now) const;
    bool isEndless() const { return validUntil == Instant::max(); }

    friend bool operator==(const QuorumFinding &, const QuorumFinding &) = default;
};

constexpr std::size_t quorumOf(std::size_t servers)
{
    return servers / 2 + 1;
}

// The time that servers' clocks may gain on ours during a lease: 1 %, and 2 ms.
constexpr Instant::duration driftAllowance(Millis lease)
{
    return Instant::duration(lease) / 100 + Millis(2);
}

QuorumFinding judge(const std::vector<QuorumReading> &servers, Instant now,
                    const QuorumTerms &terms = {});

} // namespace lockscope::insight
