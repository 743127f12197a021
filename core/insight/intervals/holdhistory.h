// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/holdinterval.h"
#include "core/insight/intervals/holdmarks.h"
#include "core/insight/intervals/ownertable.h"
#include "core/insight/intervals/waiterhistory.h"
#include "core/watch/record/records.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <span>

namespace lockscope::insight {

// A time in which nothing was told of a deployment, or an instant at which changes may have gone
// unseen.
struct WatchHole {
    watch::DeploymentId deployment; // none: all of them, more happened than could be handed over
    WallInstant from;
    std::optional<WallInstant> to; // empty: it lasts
    bool isOutage = false; // else one instant, `from` and `to` are the same
    std::optional<LockName> lock = {}; // that alone; empty: any
    Sentence reason;
    watch::ServerId server = {}; // of its locks alone; none: of all

    friend bool operator==(const WatchHole &, const WatchHole &) = default;
};

// An action of this program's operator.
struct OperatorMark {
    WallInstant at;
    watch::LockId lock;
    QByteArray action; // of product.md
    bool succeeded = false;
    Sentence detail = {};

    friend bool operator==(const OperatorMark &, const OperatorMark &) = default;
};

// The history of holds by lock and owner, as far as this run has seen it: fed with every event, it
// keeps each hold as an interval of its lock; and how many waited for each lock, from the records
// of locks. Bounded: the oldest ended interval is dropped first, and counted; open ones stay. Plain
// data, the times come with the notes, one thread.
class HoldHistory
{
public:
    struct Limits {
        std::size_t intervals = 100'000;
        std::size_t marks = 100'000;
        std::size_t others = 10'000; // of holes and of actions
        std::size_t waiters = 100'000; // changes of the number of waiters
    };
    using Lane = quint32; // a lock of which there is an interval; may be used again when it is gone
    static constexpr Lane noLane = HashIndex::none;

    HoldHistory()
        : HoldHistory(Limits{})
    {}
    explicit HoldHistory(const Limits &limits);
    // Forgets all; revisions and the number of made lanes go on.
    void clear();

    void note(const watch::Event &event);
    void note(OperatorMark mark);
    // The present holds, after events were lost: any other hold that was thought to be open has
    // ended.
    void reconcile(const watch::LockId &id, const watch::LockRecord *lock,
                   WallInstant now); // nullptr: gone
    void noteLeft(watch::DeploymentId deployment, WallInstant now); // it is not watched any more
    // The waiters of the lock: of locks with a lane alone. nullptr: gone.
    void noteWaiters(const watch::LockId &id, const watch::LockRecord *lock, WallInstant now);
    void noteWaitersUnread(const watch::LockId &id, WallInstant now);
    void noteSight(watch::DeploymentId deployment, watch::ServerId server,
                   WaiterHistory::Sight sight, WallInstant now);
    // Nothing is known of any lock between the two, as of a server that was out of sight.
    void noteNotRecorded(WallInstant from, WallInstant to);
    // Of a record: nothing was recorded before.
    void noteRecordBegin(WallInstant at);
    // Records were not taken, but events are.
    void noteUnseen(WallInstant from, WallInstant to);

    Lane find(const watch::LockId &id) const;
    std::vector<Lane> lanes() const;
    // All lanes are below it, and some that are free.
    Lane laneCount() const { return static_cast<Lane>(m_lanes.size()); }
    const watch::LockId &lockOf(Lane lane) const { return m_lanes[lane].id; }
    // The revision at the last change of anything in the lane, its lock and its end too.
    quint64 changedAt(Lane lane) const { return m_changedAt[lane]; }
    std::span<const HoldInterval> ended(Lane lane) const; // by their end
    std::span<const HoldInterval> open(Lane lane) const;
    // Whether several owners held it at one time: intervals may overlap.
    bool isShared(Lane lane) const { return m_lanes[lane].shared; }
    // How many waited, from the lock's first hold on.
    std::vector<WaiterSpan> waiters(Lane lane, WallInstant from, WallInstant to) const;
    WaiterRun waitersAt(Lane lane, WallInstant at, WallInstant now) const;
    bool areWaitersNoted(Lane lane) const { return m_waiters.isNoted(lane); }
    quint64 madeLanes() const { return m_madeLanes; } // another number: a lock has a lane now

    // Each interval of the lock that meets the time from `from` to `to`: ended ones by their end,
    // then open ones.
    template <typename Visit>
    void visit(Lane lane, WallInstant from, WallInstant to, Visit visit) const;
    // The marks of its holds in that time, the newest first.
    template <typename Visit>
    void visitMarks(Lane lane, WallInstant from, WallInstant to, Visit visit) const
    {
        m_marks.visit(m_lanes[lane].lastMark, from, to, visit);
    }

    const OwnerTable &owners() const { return m_owners; }
    // Gives all owners the names that they have now.
    void rename(const std::function<Alias(const OwnerId &)> &nameOf);

    // A hold of one owner, and of which lock.
    struct Owned {
        Lane lane = noLane;
        HoldInterval interval;
    };
    // All holds of the owners for which `isIt` holds, the most recently noted first.
    std::vector<Owned> heldBy(const std::function<bool(const OwnerId &)> &isIt) const;
    // The same lock's holds after this one, the next first; for a lock with one holder at a time
    // the first is its next holder.
    std::vector<HoldInterval> after(Lane lane, const HoldInterval &interval) const;

    const std::deque<WatchHole> &holes() const { return m_holes; }
    // Whether the lock was out of sight in the hole: a shard's loss does not hide the locks of
    // others.
    bool concerns(const WatchHole &hole, const watch::LockId &lock) const;
    const std::deque<OperatorMark> &actions() const { return m_actions; }

    // When the first thing was heard of; empty: nothing was.
    std::optional<WallInstant> begin() const { return m_begin; }
    // Of a record, as far as it is shown; empty: there is more before that, or it is no record.
    std::optional<WallInstant> recordBegin() const { return m_recordBegin; }
    std::size_t size() const { return m_size; } // intervals
    quint64 dropped() const { return m_dropped; } // intervals that had to go
    quint64 droppedMarks() const { return m_marks.dropped(); }
    quint64 revision() const { return m_revision; } // another one: something was noted

private:
    struct LaneData {
        watch::LockId id;
        watch::ServerId server; // that told of it last
        // From `head`: ended ones by their end, then open ones.
        std::vector<HoldInterval> intervals;
        HoldMarks::Place lastMark = HoldMarks::none;
        quint32 head = 0;
        quint32 openFrom = 0;
        bool shared = false;
    };

    void noteOfServer(const watch::Event &event);
    void noteOfLock(Lane lane, const watch::Event &event);
    void noteHole(WatchHole hole);
    Lane laneFor(const watch::LockId &id);
    void touch(Lane lane) { m_changedAt[lane] = m_revision; }
    WaiterHistory::Home homeOf(Lane lane) const
    {
        return {m_lanes[lane].id.deployment, m_lanes[lane].server};
    }
    HoldInterval *findOpen(Lane lane, OwnerTable::Number owner, format::Mode mode);
    HoldInterval *openHold(Lane lane, const watch::Event &event, HoldBegan began);
    void close(Lane lane, HoldInterval *open, WallInstant at, HoldEnded ended, bool vague);
    void begins(Lane lane, const watch::Event &event);
    void ends(Lane lane, const watch::Event &event, HoldEnded ended);
    void goesOn(Lane lane, const watch::Event &event, HoldMark::Type type);
    void handOver(Lane lane, const watch::Event &event);
    void trim();
    void dropOldest();
    void removeIfEmpty(Lane lane);

    Limits m_limits;
    OwnerTable m_owners;
    HoldMarks m_marks;
    WaiterHistory m_waiters;
    std::vector<LaneData> m_lanes;
    std::vector<quint64> m_changedAt; // by lane
    std::vector<Lane> m_free;
    HashIndex m_index; // of lanes by lock
    std::deque<Lane> m_endings; // one for each interval that has ended, in that order
    std::deque<WatchHole> m_holes;
    std::deque<OperatorMark> m_actions;
    std::optional<WallInstant> m_begin;
    std::optional<WallInstant> m_recordBegin;
    std::size_t m_size = 0;
    quint64 m_dropped = 0;
    quint64 m_madeLanes = 0;
    quint64 m_revision = 0;
};

template <typename Visit>
void HoldHistory::visit(Lane lane, WallInstant from, WallInstant to, Visit visit) const
{
    const qint64 first = from.time_since_epoch().count();
    const qint64 last = to.time_since_epoch().count();
    const auto past = ended(lane);
    auto at = std::lower_bound(
        past.begin(), past.end(), first,
        [](const HoldInterval &interval, qint64 instant) { return interval.to < instant; });
    for (; at != past.end(); ++at) {
        if (at->from <= last)
            visit(*at);
        else if (!isShared(lane))
            break; // one after the other: those that end later began later
    }
    for (const HoldInterval &interval : open(lane)) {
        if (interval.from <= last)
            visit(interval);
    }
}

} // namespace lockscope::insight
