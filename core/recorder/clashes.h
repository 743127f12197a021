// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumgroups.h"
#include "core/recorder/recordreader.h"

namespace lockscope::recorder {

// Finds in a record which exclusive locks came to a second owner while the first had not released
// them, on one server, or by a majority of the servers of a quorum group. Only what the record
// proves is a cause; where it has a hole, the cause is not known. Values and a plain function, one
// thread.

enum class ClashCause : quint8 {
    Expired, // the lease of the first ran out
    Promoted, // a failover: the replica that became the primary did not have the lock
    Restarted, // the server came back without the lock
    Flushed, // FLUSHALL, FLUSHDB or SWAPDB
    Forced, // another client ended the hold
    LateRelease, // an owner that no longer had it released it
    Together, // both have an entry in the lock at the same time
    Unknown,
};

// Why the cause is not known.
enum class ClashDoubt : quint8 {
    None,
    Unseen, // it happened in a gap of the watch
    NotRecorded, // nothing was recorded in between
    Dropped, // changes were left out of the record in between
    Unclear, // a restart or a failover, and nothing tells which
};

// product's words, as in JSON.
QByteArray name(ClashCause cause);
QByteArray name(ClashDoubt doubt);

// Something that only a living owner does.
struct SignOfLife {
    WallInstant at;
    watch::EventType type = watch::EventType::Acquired;
    LockName lock;
    bool isOfClient = false; // by another thread of its client

    friend bool operator==(const SignOfLife &, const SignOfLife &) = default;
};

// A server of a group that went from the first owner to the second.
struct ClashMember {
    QString deployment;
    QString server;
    ClashCause cause = ClashCause::Unknown;
    ClashDoubt doubt = ClashDoubt::None;
    std::optional<bool> keptLog;
    OwnerId first; // a Redisson red lock has another one on each server
    OwnerId second;
    WallInstant lostAt;
    WallInstant takenAt;

    friend bool operator==(const ClashMember &, const ClashMember &) = default;
};

// Two owners had the majority of a group's servers: what a Redlock has beside a lock of one server.
struct QuorumClash {
    QString group;
    bool isGroupInferred = false; // by the locks themselves; it may have more servers
    std::size_t servers = 0; // that count
    std::size_t needed = 0;
    std::size_t firstVotes = 0; // which it had not released when the second had the majority
    std::size_t secondVotes = 0;
    // One owner's, or both owners', are several that are taken for one thread (threadclaims.h).
    bool isOwnerInferred = false;
    // Until when the first had a right to go on: by its own deadlines, drift taken off. Empty: its
    // locks have no expiry.
    std::optional<WallInstant> firstValidUntil;
    bool isOverlapping = false; // the second had the majority before that
    std::vector<ClashMember> members; // in the order in which the first lost them

    friend bool operator==(const QuorumClash &, const QuorumClash &) = default;
};

// Of a group, server, owners, loss and cause are those of the member that decided: the last one
// that the first lost.
struct Clash {
    QString deployment;
    QString server;
    LockName lock;
    QByteArray kind;
    ClashCause cause = ClashCause::Unknown;
    ClashDoubt doubt = ClashDoubt::None; // of Unknown
    OwnerId first;
    Alias firstAlias;
    OwnerId second;
    Alias secondAlias;
    std::optional<WallInstant> firstSince; // empty: it had it before it was seen
    WallInstant lostAt; // the hold of the first ended on the server
    WallInstant takenAt; // since then the second has it
    std::optional<Millis> between; // empty: the record has a hole there
    std::optional<WallInstant> endedAt; // of the second's hold; empty: not seen
    bool isClockSet = false; // between the two, so their times are by two clocks
    bool hadStopped = false; // the renewals of the first were overdue
    std::optional<bool> keptLog; // of Restarted: the server had an append-only file
    // Of LateRelease, who did it; of Forced, who may have: its own hold had ended before.
    std::optional<OwnerId> by;
    // When the first released what the second had by then.
    std::optional<WallInstant> lateReleaseAt;
    std::optional<SignOfLife> sign; // of the first, after it had lost it
    std::optional<QuorumClash> quorum; // empty: a lock of one server

    friend bool operator==(const Clash &, const Clash &) = default;
};

struct ClashReport {
    std::vector<Clash> clashes; // in the order of the record
    qint64 more = 0; // that are left out, since there are so many
    // Locks about which expiries say nothing, since they usually end so; one on two servers twice.
    std::vector<LockName> lapsing;
    // Locks that are on several servers of no group, where one server alone proves nothing.
    qint64 several = 0;
    std::vector<RecordMark> marks; // of the time
    std::optional<std::pair<WallInstant, WallInstant>> span; // that was read; empty: nothing
};

// Reads the record between the times, of one lock if `query` has one; its owner is not used. Keeps
// no more than what is known of 200,000 locks. `groups`: those that somebody named. Servers in none
// of them are a group if the record shows one owner on several of them at a time; then it is read a
// second time.
Result<ClashReport> findClashes(RecordReader &reader, const EventQuery &query,
                                const std::vector<insight::GroupMembers> &groups = {});

} // namespace lockscope::recorder
