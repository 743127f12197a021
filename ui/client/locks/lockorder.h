// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/filter/filter.h"
#include "core/watch/record/records.h"
#include "ui/client/locks/lockgroups.h"
#include "ui/client/locks/problemmarks.h"
#include "ui/client/locks/verdicts.h"

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::ui {

// The selection and the order of the locks shown: the pure part of the lock table's sorting,
// computed in a worker from immutable values. Any thread.

enum class LockColumn {
    State,
    Name,
    Kind,
    Holder,
    Count,
    Mode,
    Ttl,
    Watchdog,
    ObservedSince,
    Waiters,
    Deployment,
    Quorum,
    Profile,
    Tag,
    Problem, // in front of all; the last here, since layouts are remembered by number
};
inline constexpr int lockColumnCount = 15;

using watch::LockPointer;

struct SlotLock {
    quint32 slot = 0;
    LockPointer lock; // empty: the slot has none
};

struct OrderRequest {
    LockColumn column = LockColumn::Name;
    bool descending = false;
    insight::LockFilter filter;
    LockGrouping grouping = LockGrouping::None;
    Instant now;
    WallInstant wallNow;
    std::unordered_set<watch::ServerId> lostServers = {};
    std::map<watch::DeploymentId, insight::FilterPlace> places = {}; // of those with a profile
    // By slot, those behind the last have none; only where column or filter ask for it. Values of
    // the moment, not of the replica: a verdict changes without its lock.
    std::vector<QuorumMark> quorums = {};

    // The same of problems, where column, groups or filter ask for them. The words are for the
    // filter alone: of locks with problems, by slot; a lock without is judged if its deployment is.
    std::vector<ProblemMark> problems = {};
    std::unordered_map<quint32, insight::LockProblems> problemWords = {};
    std::set<watch::DeploymentId> judged = {};

    ProblemMark problemOf(quint32 slot) const
    {
        return slot < problems.size() ? problems[slot] : ProblemMark();
    }
    const insight::LockProblems *wordsOf(const SlotLock &lock) const; // null: it was not judged
    QuorumMark quorumOf(quint32 slot) const
    {
        return slot < quorums.size() ? quorums[slot] : QuorumMark();
    }
};

struct LockOrder {
    std::vector<quint32> locks; // slots
    std::vector<LockGroup> groups; // in the order of the locks; none unless there is a grouping
};

// The locks that match the filter, sorted; the name decides between equals. Unknown or absent
// values come last in either direction. Groups are ordered by their displayed values, whatever
// their locks are sorted by; the group without a holder comes last.
LockOrder orderLocks(const OrderRequest &request, const std::vector<SlotLock> &locks);

// The locks of all slots as a worker knows them: it is told what changed, so that nobody has to
// copy all of them for each order. One thread at a time.
class LockReplica
{
public:
    void apply(std::vector<SlotLock> changes);
    const std::vector<SlotLock> &locks() const { return m_locks; }

private:
    std::vector<SlotLock> m_locks; // by slot
};

// The most urgent watchdog of a lock's holds: overdue before all others.
watch::Watchdog worstWatchdog(const watch::LockRecord &lock);

// Whether two states of a lock differ in the column's sort key. Its quorum and its problems do not
// depend on them.
bool sortsDifferently(const watch::LockRecord &a, const watch::LockRecord &b, LockColumn column);

} // namespace lockscope::ui
