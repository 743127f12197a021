// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/clashes.h"

#include <map>
#include <vector>

namespace lockscope::recorder {

// The facts by which second owners of one server and of several are judged. Values and plain
// functions, one thread.

// An owner that lost its lock longer ago than this is taken to have noticed.
inline constexpr auto recentLoss = std::chrono::minutes(10);

// Locks that can have but one owner at a time.
bool isExclusive(QByteArrayView kind, const std::optional<format::Mode> &mode);
// A loss by FLUSHALL, FLUSHDB or SWAPDB, and not by a restart or failover.
bool isFlush(const watch::Event &event);
// An unlock by force that was asked of the program that recorded it.
bool isOurs(const watch::Event &event);
// Done by an owner, and not to it, as an expiry is.
bool isDoneByOwner(watch::EventType type);

// May be one server's part of a lock on several, as isPlausible() of core/insight has it.
bool isQuorumPart(QByteArrayView kind, const std::optional<format::Mode> &mode);
bool isHashKind(QByteArrayView kind);

// When it happened by the monotonic clock: an event is told a little after that.
Instant happenedAt(Instant at, WallInstant recorded, WallInstant told);
// The deadline of a hold that was taken or renewed then; without an expiry, none ever.
Instant deadlineOf(const watch::Event &event, Instant happened);

// The times in which changes were left out of a record.
class DroppedTimes
{
public:
    explicit DroppedTimes(const std::vector<RecordMark> &marks);

    bool touch(WallInstant from, WallInstant to) const;

private:
    std::vector<RecordMark> m_marks; // usually none, while a long record may have very many gaps
};

// Restarts and failovers. Their losses have the same event: what else was seen within a minute
// tells which of the two took a lock, if anything does.
class Upheavals
{
public:
    struct Loss {
        int watch = 0; // which one, of those that were recorded
        Instant at;
        watch::DeploymentId deployment;
        watch::ServerId server;
    };
    struct Verdict {
        ClashCause cause = ClashCause::Unknown;
        ClashDoubt doubt = ClashDoubt::Unclear;
        std::optional<bool> keptLog = {}; // of Restarted: the server had an append-only file
    };

    void beginWatch() { m_processes.clear(); }
    void note(const watch::ServerRecord &server, int watch, Instant at);
    void noteFailover(watch::DeploymentId deployment, int watch, Instant at);
    // Once all is read: a restart may be told after the loss.
    Verdict verdictOn(const Loss &loss) const;

private:
    struct Turn {
        int watch = 0;
        Instant at;
    };
    struct Process {
        QByteArray runId;
        std::optional<bool> keptLog;
    };

    static bool isNear(const std::vector<Turn> &turns, const Loss &loss);

    std::map<watch::DeploymentId, std::vector<Turn>> m_failovers;
    std::map<watch::ServerId, std::vector<Turn>> m_restarts;
    std::map<watch::ServerId, Process> m_processes;
    std::map<watch::ServerId, std::optional<bool>> m_keptLogs; // of the process before
};

} // namespace lockscope::recorder
