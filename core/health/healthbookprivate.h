// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/healthbook.h"
#include "core/health/keptlocks.h"
#include "core/health/problemtable.h"

namespace lockscope::health {

// The knowledge of a HealthBook and its judgement. judging.cpp judges locks and servers;
// healthbook.cpp takes the news. A value, one thread.
struct HealthBook::Private {
    // State of a server beside its record.
    struct Server {
        watch::ServerRecord record;
        bool isInSight = false;
        std::optional<Instant> seenAt; // when it last came into sight
        std::optional<Millis> longestLease;
        std::optional<Instant> restartedAt;
        std::optional<Instant> evictedAt;
        std::optional<RefusedWrites> refused;
        std::optional<Loss> loss;
        std::optional<Instant> due;
    };
    // A wait that only a number of connections shows.
    struct Wait {
        OwnerId holder;
        WallInstant holdSince;
        std::optional<Instant> waitedSince;
        std::optional<Instant> freeSince;
    };
    struct Lapsed {
        LapsedHold hold;
        QByteArray kind;
        watch::ServerId serverId; // of the one that told of it
        QString server;
    };

    explicit Private(Options given);

    const Thresholds &thresholdsOf(watch::DeploymentId deployment) const;
    void noteWaits(const watch::LockId &id, const watch::LockPointer &lock, const Moment &now);
    void noteLoss(Server &server, const watch::Event &event, Instant at) const;
    void noteLapsed(const watch::LockId &id, Lapsed ended, const Moment &now);
    void keep(const watch::LockId &id, const watch::LockPointer &lock, std::optional<Instant> due);
    void judgeLock(const watch::LockId &id, watch::LockPointer lock, const Moment &now);
    void judgeServer(Server &server, const Moment &now);
    void judgeCycles(const Moment &now);
    void comeInSight(watch::DeploymentId deployment, const Moment &now);
    ServerSight sightOf(const Server &server, const Moment &now) const;
    Instant::duration cyclePause() const;
    // The first of its servers; null: none was told of yet.
    Server *serverOf(watch::DeploymentId deployment);
    const Server *serverOf(watch::DeploymentId deployment) const;
    Server *serverOf(const watch::LockRecord &lock); // the one that keeps the lock; null likewise
    void removeServer(watch::ServerId server, watch::DeploymentId deployment, const Moment &now);
    bool isInSight(watch::DeploymentId deployment) const; // all of its servers are
    QString labelOf(watch::DeploymentId deployment) const;
    watch::LockPointer known(const watch::LockId &id) const;
    watch::LockPointer gone(const watch::LockId &id) const; // as far as it is remembered

    Options options;
    ProblemTable table;
    KeptLocks kept;
    insight::WaitMeter meter;
    std::map<watch::ServerId, Server> servers;
    // The servers that have its locks: one, or the shards of a cluster.
    std::map<watch::DeploymentId, std::set<watch::ServerId>> keepers;
    std::map<watch::ServerId, qint64> held; // locks
    std::unordered_map<watch::LockId, Wait> waits;
    std::unordered_map<watch::LockId, Lapsed> lapsed;
    std::unordered_map<watch::LockId, watch::LockPointer> queued; // locks whose waiters are told
    std::set<Subject> cycles; // that the last graph had
    bool isGraphDirty = false;
    std::optional<Instant> graphAt; // when it was made last
    std::vector<const Rule *> lockRules;
    std::vector<const Rule *> serverRules;
    std::vector<const Rule *> quorumRules;
    std::vector<const Rule *> cycleRules;
};

inline bool isHeld(const watch::LockPointer &lock)
{
    return lock && !lock->holds.empty();
}

} // namespace lockscope::health
