// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hashindex.h"
#include "core/insight/contention/contentionseries.h"
#include "core/insight/contention/recentdurations.h"
#include "core/watch/record/records.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::insight {

// The cost of one lock for its users, in a time that was asked for.
struct LockContention {
    watch::LockId id;
    bool tellsWaiters = false; // its format has a queue; else only connections are known
    qint64 waiters = 0; // now
    qint64 connections = 0; // now; 0 if waiters are told
    Millis waited{0}; // of all waiters together
    Millis connectionTime{0}; // connections times the time; another unit, never added to `waited`
    quint64 acquisitions = 0;
    quint64 renewals = 0;
    Percentiles held; // of holds whose beginning and end were seen, by their end
    Percentiles waitedFor; // of waits that were seen from the queue to the hold, by their end
    quint64 gaveUp = 0; // waiters that left the queue without the lock
    quint64 lapsed = 0; // holds that expired or were taken away
    Millis heldSoFar{0}; // the longest hold that goes on, if its beginning was seen

    // For all holds that were seen, ended or not.
    Millis longestHold() const { return std::max(held.longest, heldSoFar); }
};

// Measures the contention of locks, from the records and events of the watch: how long they are
// held and waited for, and how often taken. Locks that were taken once only and that nobody waits
// for are not kept; of the others at most so many: those with the least cost are dropped first. Of
// locks taken once only the time of the present hold is known. A value, the time passed in, one
// thread.
class ContentionBook
{
public:
    struct Limits {
        std::size_t locks = 4000;
        std::size_t steps = 90; // of ten seconds
        std::size_t strangers = 50'000; // locks that were taken once, those of late
    };
    // Forgets all; revisions go on.
    void clear();

    enum class Harm { Waiting, Connections, HoldTime, Acquisitions };

    ContentionBook()
        : ContentionBook(Limits{})
    {}
    explicit ContentionBook(const Limits &limits)
        : m_limits(limits)
        , m_total(limits.steps)
    {}

    void note(const watch::Event &event, Instant now);
    void note(const watch::LockId &id, const watch::LockRecord *lock, Instant now); // nullptr: gone
    // For isUnseen of points.
    void note(const watch::ServerRecord &server, Instant now);
    void noteRemoved(watch::DeploymentId deployment, Instant now);

    // The locks with the most harm since then, the worst first; those without any are left out.
    std::vector<LockContention> ranked(Harm harm, std::size_t most, Instant since,
                                       Instant now) const;
    std::optional<LockContention> find(const watch::LockId &id, Instant since, Instant now) const;
    // Not of the time before anything was noted, which is unknown. Empty: so is the lock.
    std::vector<ContentionPoint> points(const watch::LockId &id, Instant since, Instant now) const;
    std::vector<ContentionPoint> points(Instant since, Instant now) const; // of all locks

    std::size_t size() const { return m_locks.size(); }
    quint64 forgotten() const { return m_forgotten; } // locks that had to go
    quint64 revision() const { return m_revision; } // another one: something was noted

private:
    // Owners are told apart by a hash: a rare mistake costs one sample.
    struct Since {
        std::size_t owner = 0;
        WallInstant at;
        Instant noted; // the same
        bool goesOn = true; // by the lock's own record; the event of its end may still come
    };
    struct Entry {
        explicit Entry(std::size_t steps)
            : series(steps)
            , held(steps)
            , waitedFor(steps)
        {}
        ContentionSeries series;
        RecentDurations held;
        RecentDurations waitedFor;
        std::vector<Since> holds;
        std::vector<Since> queue;
        Instant lastNews;
        bool tellsWaiters = false;
    };
    struct Stranger {
        std::size_t hash = 0; // of the lock; another one with the same costs a rare mistake
        bool isThere = false; // not: it is none any more
        WallInstant from;
        Instant at; // the same
        std::size_t owner = 0;
        std::optional<Millis> held;
        std::optional<watch::LockId> lock; // while it is held
    };

    // The time in which no server was in sight.
    struct Unseen {
        Instant from;
        std::optional<Instant> to; // empty: it goes on
    };

    void noteSight(watch::DeploymentId deployment, Instant now);
    void noteSight(std::vector<Unseen> &unseen, bool isSeen, Instant now) const;
    static void markUnseen(std::vector<ContentionPoint> &points, const std::vector<Unseen> &unseen);
    Entry *known(const watch::LockId &id);
    Stranger *knownStranger(const watch::LockId &id);
    Stranger &newStranger(const watch::LockId &id);
    void forget(Stranger &stranger);
    Entry &entryFor(const watch::LockId &id, Instant now);
    Entry *entryOfTaken(const watch::LockId &id, const watch::Event &event, Instant now);
    void noteTaken(const watch::LockId &id, const watch::Event &event, Instant now);
    void noteEnded(const watch::LockId &id, const watch::Event &event, Instant now);
    void noteFormer(const watch::LockId &id, const watch::Event &event, Instant now);
    void noteSeen(watch::DeploymentId deployment, bool seen, Instant now);
    void setWaiting(Entry &entry, watch::DeploymentId deployment, qint64 waiters,
                    qint64 connections, Instant now);
    void makeRoom(Instant now);
    // More is worse, the second number decides between equals; none: it cost nothing by this
    // measure.
    std::pair<qint64, qint64> harmOf(const watch::LockId &id, const Entry &entry, Harm harm,
                                     Instant since, Instant now) const;
    LockContention summary(const watch::LockId &id, const Entry &entry, Instant since,
                           Instant now) const;
    Millis heldSoFar(const watch::LockId &id, const Entry &entry, Instant now) const;
    void noteHolders(const watch::LockId &id, Entry *entry, const watch::LockRecord *lock);
    std::vector<LockContention> heldOnce(Instant now) const;
    void rankHeldOnce(std::vector<LockContention> &ranked, std::size_t most, Instant now) const;

    Limits m_limits;
    std::unordered_map<watch::LockId, Entry> m_locks;
    std::deque<Stranger> m_strangers; // from the limit on each new one takes the oldest's place
    std::size_t m_oldestStranger = 0;
    HashIndex m_strangerPlaces; // by hash of the lock
    std::unordered_set<watch::DeploymentId> m_lost; // out of sight
    struct Server {
        watch::DeploymentId deployment;
        bool isInSight = false;
    };
    std::map<watch::ServerId, Server> m_servers;
    std::map<watch::DeploymentId, std::vector<Unseen>> m_unseen;
    std::vector<Unseen> m_allUnseen; // of all servers together
    ContentionSeries m_total;
    std::optional<Instant> m_begin; // of what is noted
    quint64 m_forgotten = 0;
    quint64 m_revision = 0;
};

} // namespace lockscope::insight
