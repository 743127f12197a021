// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/health/rules/thresholds.h"
#include "core/insight/blocking/waitgraph.h"
#include "core/insight/quorum/quorumbook.h"
#include "core/watch/record/records.h"

#include <functional>
#include <optional>
#include <vector>

namespace lockscope::health {

// A health rule, and the facts that it sees. A rule is a constant with texts and one function over
// values; it keeps nothing, asks no clock, and is listed in rulelist.cpp. Any thread.

enum class Severity : quint8 { Warning, Critical }; // the worse one is greater

QByteArray name(Severity severity); // warning, critical

// Now, by both clocks: the one to compare with and the one to show.
struct Moment {
    Instant at;
    WallInstant wall;

    WallInstant wallOf(Instant instant) const
    {
        return wall + std::chrono::duration_cast<Millis>(instant - at);
    }
};

// The usual times of a lock, of late; empty: too little was seen to tell.
struct Usual {
    std::optional<Millis> wait; // 95th percentile
    std::optional<Millis> hold; // 95th percentile
    bool lapses = false; // its holds usually end by expiry: nobody releases it
};
using UsualOf = std::function<Usual(const watch::LockId &, Instant)>;

// The finding of a rule. Empty: all is well as far as it can see.
struct Finding {
    Severity severity = Severity::Warning;
    Sentence evidence;
};

struct Judgement {
    std::optional<Finding> finding = {};
    std::optional<Instant> again = {}; // when time alone may change it; empty: never
    // Since when the condition holds, if it began before anybody judged. Empty: now.
    std::optional<Instant> since = {};
    // The rule has a waiting time of its own, which is over, or needs none: the problem opens at
    // once.
    bool hasLasted = false;
};

// A hold that ended in a way that its owner did not choose.
struct LapsedHold {
    OwnerId owner;
    Instant at;
    watch::EventType how = watch::EventType::Expired; // or Lost
    bool isExclusive = true;
    Alias alias = {}; // as far as the event told it
};

// One lock, as its server reported it last.
struct LockSight {
    const watch::LockRecord &lock;
    const watch::ServerRecord *server = nullptr; // null: not told of yet
    const insight::WaitMeter::Queue &queue; // since when each waiter is known
    std::optional<Instant> waitedSince; // some connection has waited, behind the same hold
    std::optional<Instant> freeSince; // free, and waited for
    const LapsedHold *lapsed = nullptr; // the latest, if it was of late
    const UsualOf &usualOf; // empty: nothing is known
    const Thresholds &thresholds;
    Moment now;

    // A look-up, each: of what had ended by now, or by then.
    Usual usual() const { return usualAt(now.at); }
    Usual usualAt(Instant then) const { return usualOf ? usualOf(lock.id, then) : Usual(); }
};

// Restarts, failovers and flushes that took locks. Those in short order are one.
struct Loss {
    Instant at{}; // of the latest
    qint64 times = 0;
    qint64 count = 0; // of the locks, each time
    std::vector<watch::LockId> locks; // as far as they were told
};

// Writes that a server has refused, as it counts them.
struct RefusedWrites {
    watch::WriteRefusals counts; // what was added last
    Instant at; // when that was seen
};

struct ServerSight {
    const watch::ServerRecord &server;
    // The other servers in sight of the quorum groups that it is in.
    std::vector<const watch::ServerRecord *> peers;
    bool isInGroup = false;
    bool isDurable = false; // one of its groups says that a restart loses nothing
    qint64 held = 0; // locks that are held there now
    std::optional<Millis> longestLease; // of the locks that were seen there; empty: none known
    std::optional<Instant> restartedAt; // another process than before was seen
    std::optional<Instant> evictedAt; // when its number of evicted keys was last seen to rise
    std::optional<RefusedWrites> refused = {}; // empty: none while it was watched
    const Loss *loss = nullptr; // the latest
    bool wasSeen = true; // it has been in sight since it is watched
    bool isOpen = false; // the problem of the rule that is asked is open, or closing
    const Thresholds &thresholds;
    Moment now;
};

struct QuorumSight {
    const insight::QuorumRecord &quorum;
    const Thresholds &thresholds;
    Moment now;
};

struct CycleSight {
    const insight::WaitGraph &graph;
    const insight::WaitGraph::Cycle &cycle;
};

struct Rule {
    const char *name = ""; // short, in JSON and filters: no-expiry
    Severity severity = Severity::Warning; // the worst that it finds
    Sentence title;
    Sentence why;
    Sentence whatToDo;
    Sentence inShort; // the remedy, in six words or so

    // One of them.
    Judgement (*ofLock)(const LockSight &) = nullptr;
    Judgement (*ofServer)(const ServerSight &) = nullptr;
    Judgement (*ofQuorum)(const QuorumSight &) = nullptr;
    Judgement (*ofCycle)(const CycleSight &) = nullptr;
    // Of a server: also while it is out of sight, or was never in it. The rule looks only at what
    // an attempt to reach it tells.
    bool judgesUnseen = false;
};

} // namespace lockscope::health
