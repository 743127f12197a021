// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/recordreader.h"

namespace lockscope::recorder {

// Finds in a record which exclusive locks came to a second owner while the first had not released
// them. Only what the record proves is a cause; where it has a hole, the cause is not known. Values
// and a plain function, one thread.

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

    friend bool operator==(const Clash &, const Clash &) = default;
};

struct ClashReport {
    std::vector<Clash> clashes; // in the order of the record
    qint64 more = 0; // that are left out, since there are so many
    // Locks about which expiries say nothing, since they usually end so.
    qint64 lapsing = 0;
    // Locks that are on several servers, where one server alone proves nothing.
    qint64 several = 0;
    std::vector<RecordMark> marks; // of the time
    std::optional<std::pair<WallInstant, WallInstant>> span; // that was read; empty: nothing
};

// Reads the record between the times, of one lock if `query` has one; its owner is not used. Keeps
// no more than what is known of 200,000 locks.
Result<ClashReport> findClashes(RecordReader &reader, const EventQuery &query);

} // namespace lockscope::recorder
