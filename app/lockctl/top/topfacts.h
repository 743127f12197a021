// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/locktable.h"
#include "core/health/problem.h"
#include "core/insight/blocking/waitgraph.h"
#include "core/watch/record/records.h"

#include <deque>
#include <map>
#include <vector>

namespace lockscope::lockctl {

// The facts that the screen of lockctl top is drawn from. Values, the time passed in, one thread.

// The numbers of locks, updated lock by lock.
struct LockCounts {
    qint64 held = 0;
    qint64 contended = 0;
    qint64 free = 0;
    qint64 waiters = 0; // of queues
    qint64 connections = 0; // that wait, where waiters are not told; another unit

    void add(const watch::LockRecord &lock, int sign);
    void change(const watch::LockPointer &before, const watch::LockPointer &after); // empty: none

    friend bool operator==(const LockCounts &, const LockCounts &) = default;
};

// The events of a second, over the last few whole seconds.
class ChangeRate
{
public:
    static constexpr std::chrono::seconds span{5};

    void note(Instant at);
    // Empty: it was not looked at for so long yet.
    std::optional<double> perSecond(Instant now) const;

private:
    struct Second {
        qint64 number = 0;
        qint64 count = 0;
    };

    std::optional<Instant> m_from; // of the first note
    std::deque<Second> m_seconds; // the oldest first
};

// An owner that blocks others.
struct BlockerFacts {
    QString owner;
    std::size_t waiters = 0; // with those that wait for its waiters
    Millis waited{0}; // total of all waiters
    std::optional<qint64> connections; // if waiters are not known
    Millis connectionTime{0}; // connections times the time
    QString lock; // the first that it holds; empty: none
    std::size_t moreLocks = 0;

    friend bool operator==(const BlockerFacts &, const BlockerFacts &) = default;
};

// Those with the most waiting, the worst first.
std::vector<BlockerFacts> blockersOf(const insight::WaitGraph &graph, std::size_t most);

struct TopFacts {
    Instant now;
    WallInstant wallNow;
    std::optional<WallInstant> pausedAt; // the time of all that is shown; empty: now
    std::vector<watch::ServerRecord> servers;
    std::map<watch::ServerId, Instant> seenAt; // the last proof of sight
    std::vector<health::Problem> problems; // the worst first
    LockCounts counts;
    std::optional<double> changesPerSecond;
    std::vector<BlockerFacts> blockers;

    // The table: how many match, and those that are shown, from `first` on.
    std::size_t matching = 0;
    std::size_t first = 0;
    std::vector<LockEntry> rows;

    const watch::ServerRecord *server(watch::ServerId id) const; // null: not known
    // Since when the server that keeps the lock has been out of sight; empty: it is seen.
    std::optional<Instant> unseenSince(const watch::LockRecord &lock) const;
};

} // namespace lockscope::lockctl
