// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/lanering.h"
#include "core/watch/record/records.h"

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::insight {

// The number of waiters of a lock at a time.
struct WaiterCount {
    quint32 number = 0;
    bool isConnections = false; // the number of connections alone is told, not who waits

    friend bool operator==(const WaiterCount &, const WaiterCount &) = default;
};

// Empty: the lock does not tell, or has not been read since a failover.
std::optional<WaiterCount> waitersOf(const watch::LockRecord &lock);

// A time in which the number stayed the same.
struct WaiterSpan {
    qint64 from = 0; // milliseconds of WallInstant
    qint64 to = 0;
    std::optional<WaiterCount> count; // empty: unknown

    bool isWaitedFor() const { return count && count->number > 0; }

    friend bool operator==(const WaiterSpan &, const WaiterSpan &) = default;
};

// The number at an instant, and the time around it in which somebody waited without a break.
struct WaiterRun {
    std::optional<WaiterCount> count; // empty: unknown
    qint64 from = 0;
    std::optional<qint64> to; // empty: somebody still waits
    bool hasBeginning = false; // nobody waited before; else somebody may have
    bool hasEnd = false; // nobody waited afterwards; else somebody may have

    friend bool operator==(const WaiterRun &, const WaiterRun &) = default;
};

// The number of waiters of each lock over time, from the records of locks. Keeps the changes, to a
// quarter of a second: within it the last number counts. The oldest change of all locks is dropped
// first. A lock that was never waited for takes one byte. While its server is out of sight, and
// until it is read again, a number is unknown. Plain data, the times come with the notes, one
// thread. Locks are numbered by their lanes.
class WaiterHistory
{
public:
    using Lane = quint32;
    static constexpr Millis apart{250}; // of two changes of one lock, at least

    // The sight of a server.
    enum class Sight : quint8 {
        Lost,
        Returning, // it is back: its locks are read again, one after the other
        Seen, // all of them were read again
    };

    // The server of a lock.
    struct Home {
        watch::DeploymentId deployment;
        watch::ServerId server; // none: not known
    };

    WaiterHistory(std::size_t steps, std::size_t holes);

    // Whether that is news; so do the others. An empty count: unknown.
    bool note(Lane lane, const Home &home, const std::optional<WaiterCount> &count, WallInstant at);
    // The lock is gone: nobody waits, if its waiters were ever told.
    bool noteGone(Lane lane, const Home &home, WallInstant at);
    bool noteSight(watch::DeploymentId deployment, watch::ServerId server, Sight sight,
                   WallInstant at);
    // Since when the server is lost; empty: it is not.
    std::optional<WallInstant> lostSince(watch::DeploymentId deployment,
                                         watch::ServerId server) const;
    // Nothing was taken of any server; afterwards all is known again.
    void noteUnseen(WallInstant from, WallInstant to);
    void noteLeft(watch::DeploymentId deployment, WallInstant at); // it is not watched any more
    void forget(Lane lane); // another lock may be given its number

    bool isNoted(Lane lane) const { return lane < m_states.size() && m_states[lane] != Unasked; }
    // Without a break from `from` to `to`, no two neighbours with the same count.
    std::vector<WaiterSpan> spans(Lane lane, const Home &home, qint64 from, qint64 to) const;

    std::size_t tracked() const { return m_tracks.size(); } // locks that take more than a byte
    std::size_t size() const { return m_steps.size(); } // changes
    quint64 dropped() const { return m_steps.dropped(); }

private:
    struct Step {
        qint64 at = 0;
        quint32 value = 0;
        quint32 back = 0;
    };
    using Ring = LaneRing<Step>;

    enum State : quint8 {
        Unasked,
        Unknown, // from its beginning on
        Nobody, // from its beginning on
        Tracked,
    };
    struct Track {
        Ring::Place last = Ring::none;
        quint32 before = 0; // the value before the first step
        quint32 current = 0;
        bool tells = false; // its waiters were told at some time
    };
    // A time without sight. From `back` on the lock's own next step ends it for that lock.
    struct Hole {
        watch::DeploymentId deployment; // none: all
        watch::ServerId server; // none: all
        qint64 from = 0;
        qint64 to = 0; // if it is over
        std::optional<qint64> back;

        bool concerns(const Home &home) const;
    };

    void startTrack(Lane lane, quint32 before, quint32 value, qint64 at);
    void addStep(Track &track, quint32 value, qint64 at);
    // Whether the lock was not read yet since its server is back.
    bool isUnread(const Track &track, const Home &home) const;
    bool isOutOfSight(const Home &home) const;
    void close(std::vector<Hole>::iterator hole, qint64 at);
    void keep(const Hole &hole);
    // Its steps that matter between two times, the oldest first, the first one before them.
    std::vector<Step> stepsOf(const Track &track, qint64 from, qint64 to) const;

    Ring m_steps;
    std::size_t m_mostHoles;
    std::vector<State> m_states; // by lane
    std::unordered_map<Lane, Track> m_tracks;
    std::vector<Hole> m_openHoles; // no more than servers and deployments
    std::deque<Hole> m_holes; // those that are over
    qint64 m_droppedUntil; // the time of the latest step that had to go
    qint64 m_blindUntil; // the end of the latest hole that had to go
};

// Around `at`; the spans are of the time up to now, the first of them from the lock's beginning on.
WaiterRun waiterRun(const std::vector<WaiterSpan> &spans, qint64 at);

} // namespace lockscope::insight
