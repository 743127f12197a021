// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"
#include "core/insight/contention/contentionbook.h"

#include <map>
#include <memory>

namespace lockscope::health {

// Judges every lock, server, quorum and cycle by the rules of rulelist.h, as far as it is in sight,
// and reports which problems opened and closed. Fed with the records from the mailbox; judges
// changed subjects, and those that time alone may change. Keeps nothing of a free lock, some 40
// bytes of a held one. A value without I/O, the time passed in; one thread.
class HealthBook
{
public:
    struct Options {
        Thresholds thresholds = {};
        std::map<watch::DeploymentId, Thresholds> own = {}; // of profiles that set them
        std::vector<insight::WatchedGroup> groups = {}; // as the QuorumBook has them
        UsualOf usual = {}; // empty: the usual durations of locks are unknown
    };

    HealthBook();
    explicit HealthBook(Options options);
    ~HealthBook();
    HealthBook(HealthBook &&) noexcept;
    HealthBook &operator=(HealthBook &&) noexcept;

    void note(const watch::ServerRecord &server, const Moment &now);
    void note(const watch::LockId &id, const watch::LockPointer &lock,
              const Moment &now); // empty: gone
    // A verdict, as a QuorumBook over the same groups gives it.
    void note(const insight::QuorumBook::Change &verdict, const Moment &now);
    void note(const watch::Event &event, const Moment &now);
    // Other groups: the problems of quorums close, since a group is known by its place.
    void setGroups(std::vector<insight::WatchedGroup> groups, const Moment &now);
    // The times that count for this deployment from now on.
    void setThresholds(watch::DeploymentId deployment, const Thresholds &thresholds);
    // It is not watched any more: its problems close.
    void removeDeployment(watch::DeploymentId deployment, const Moment &now);

    // The problems that opened, changed and closed since the last call, also by time alone.
    std::vector<ProblemChange> take(const Moment &now);
    // When to take again if nothing is noted; empty: not before.
    std::optional<Instant> nextAt() const;

    // All that are open, the worst first.
    std::vector<Problem> problems() const;
    // Those that concern the lock, the worst first.
    std::vector<Problem> problemsOf(const watch::LockId &id) const;
    std::vector<Problem> problemsOf(watch::ServerId server) const; // of the server itself
    // The worst of a lock; empty: none. Cheap enough for every row that is painted.
    std::optional<Severity> worstOf(const watch::LockId &id) const;
    // Whether its locks can be judged: its server is up and has been read.
    bool isInSight(watch::DeploymentId deployment) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

// The usual times of a lock, from how much it was fought for of late. The book has to live as long.
UsualOf usualFrom(const insight::ContentionBook &contention);

} // namespace lockscope::health
