// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// The subject of a problem. A value, any thread.
struct Subject {
    enum class Type : quint8 {
        Lock,
        Server,
        Cycle, // a deadlock, known by the first of its locks
        Quorum, // a name in a quorum group
    };

    Type type = Type::Lock;
    // The number of the deployment; of a server, its own; of a quorum, the group's place in the
    // book.
    int place = -1;
    LockName name; // empty: a server

    static Subject of(const watch::LockId &lock)
    {
        return {Type::Lock, lock.deployment.number, lock.name};
    }
    static Subject of(watch::ServerId server) { return {Type::Server, server.number, {}}; }
    watch::LockId lock() const { return {watch::DeploymentId{place}, name}; }
    watch::ServerId server() const { return {place}; }

    friend bool operator==(const Subject &, const Subject &) = default;
    friend auto operator<=>(const Subject &, const Subject &) = default;
};

// A rule that found something for long enough. A value, any thread.
struct Problem {
    // 16 hex digits: rule, deployment, name and start, as far as this program saw it.
    QByteArray id;
    const Rule *rule = nullptr; // never null in the book's results
    Subject subject;
    QString deployment; // label; of a quorum, the group's name
    QString server; // label; empty: of a quorum, or several servers
    QByteArray kind; // of the lock; empty: no lock's
    Severity severity = Severity::Warning; // now
    Sentence evidence;
    std::vector<watch::LockId> locks; // all that it concerns; empty: of a server
    qint64 lost = 0; // how many locks a restart, failover or flush took; else 0
    WallInstant since; // from when the condition held
    std::optional<WallInstant> until = {}; // to when; empty: it holds
    bool isSuspended = false; // its server is out of sight: nothing is known

    friend bool operator==(const Problem &, const Problem &) = default;
};

struct ProblemChange {
    enum class What : quint8 { Opened, Changed, Closed };

    What what = What::Opened;
    Problem problem;
    bool isWorse = false; // Changed: its severity rose

    // One that is told as an event: what it says of a problem changes more often.
    bool isEvent() const { return what != What::Changed || isWorse; }
};

// Whether it tells of a problem, as eventOf() makes it, and of no change.
bool isOfProblem(watch::EventType type);

// A problem that opened, got worse or closed at a time, as an event. It names no server by number.
watch::Event eventOf(const ProblemChange &change, WallInstant at);

// 16 hex digits, the same in every run and program, whenever this rule finds this subject.
QByteArray fingerprintOf(const Problem &problem);

// Whether it tells of a server that cannot be read. Of those that are as severe it is the first to
// be told: nobody can look into the others, or act on them, before it is over.
bool tellsOfNoSight(const Problem &problem);

// The worst first, then those that tell of no sight, then the oldest.
struct Rank {
    Severity severity = Severity::Warning;
    bool isOfNoSight = false;
    WallInstant since;
    QByteArray id;

    friend bool operator<(const Rank &a, const Rank &b);
};
Rank rankOf(const Problem &problem);

inline bool isWorse(const Problem &a, const Problem &b)
{
    return rankOf(a) < rankOf(b);
}

} // namespace lockscope::health
