// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/holdhistory.h"

#include <limits>
#include <tuple>

namespace lockscope::insight {

namespace {

qint64 millis(WallInstant at)
{
    return at.time_since_epoch().count();
}

} // namespace

HoldHistory::HoldHistory(const Limits &limits)
    : m_limits(limits)
    , m_marks(limits.marks)
    , m_waiters(limits.waiters, limits.others)
{}

void HoldHistory::clear()
{
    const quint64 revision = m_revision + 1;
    const quint64 madeLanes = m_madeLanes;
    *this = HoldHistory(m_limits);
    m_revision = revision;
    m_madeLanes = madeLanes;
}

std::span<const HoldInterval> HoldHistory::ended(Lane lane) const
{
    const LaneData &data = m_lanes[lane];
    return std::span(data.intervals).subspan(data.head, data.openFrom - data.head);
}

std::span<const HoldInterval> HoldHistory::open(Lane lane) const
{
    const LaneData &data = m_lanes[lane];
    return std::span(data.intervals).subspan(data.openFrom);
}

HoldHistory::Lane HoldHistory::find(const watch::LockId &id) const
{
    return m_index.find(std::hash<watch::LockId>()(id),
                        [&](Lane lane) { return m_lanes[lane].id == id; });
}

std::vector<HoldHistory::Lane> HoldHistory::lanes() const
{
    std::vector<Lane> lanes;
    lanes.reserve(m_index.size());
    for (Lane lane = 0; lane < m_lanes.size(); ++lane) {
        if (!m_lanes[lane].intervals.empty())
            lanes.push_back(lane);
    }
    return lanes;
}

HoldHistory::Lane HoldHistory::laneFor(const watch::LockId &id)
{
    Lane lane = find(id);
    if (lane != noLane)
        return lane;
    if (m_free.empty()) {
        lane = static_cast<Lane>(m_lanes.size());
        m_lanes.emplace_back();
        m_changedAt.push_back(0);
    } else {
        lane = m_free.back();
        m_free.pop_back();
    }
    ++m_madeLanes;
    m_lanes[lane].id = id;
    m_index.insert(std::hash<watch::LockId>()(id), lane);
    return lane;
}

void HoldHistory::removeIfEmpty(Lane lane)
{
    LaneData &data = m_lanes[lane];
    if (data.head < data.intervals.size())
        return;
    m_index.erase(std::hash<watch::LockId>()(data.id), lane);
    m_waiters.forget(lane);
    data = {};
    m_free.push_back(lane);
}

// Drops the oldest of all intervals that have ended.
void HoldHistory::dropOldest()
{
    const Lane lane = m_endings.front();
    m_endings.pop_front();
    LaneData &data = m_lanes[lane];
    touch(lane);
    m_owners.release(data.intervals[data.head].owner);
    ++data.head;
    --m_size;
    ++m_dropped;
    constexpr quint32 worthIt = 32;
    const quint32 size = static_cast<quint32>(data.intervals.size());
    if (data.head == size || (data.head >= worthIt && data.head >= size / 2)) {
        data.intervals.erase(data.intervals.begin(), data.intervals.begin() + data.head);
        data.openFrom -= data.head;
        data.head = 0;
        if (data.intervals.size() < data.intervals.capacity() / 2)
            data.intervals.shrink_to_fit();
    }
    removeIfEmpty(lane);
}

// Only when all else is done: the lane itself may go with its last interval.
void HoldHistory::trim()
{
    while (m_size > m_limits.intervals && !m_endings.empty())
        dropOldest();
}

HoldInterval *HoldHistory::findOpen(Lane lane, OwnerTable::Number owner, format::Mode mode)
{
    if (lane == noLane || owner == OwnerTable::nobody)
        return nullptr;
    LaneData &data = m_lanes[lane];
    const auto found = std::find_if(data.intervals.begin() + data.openFrom, data.intervals.end(),
                                    [&](const HoldInterval &interval) {
                                        return interval.owner == owner && interval.mode == mode;
                                    });
    return found == data.intervals.end() ? nullptr : &*found;
}

// nullptr: all that there is room for is held, and stays.
HoldInterval *HoldHistory::openHold(Lane lane, const watch::Event &event, HoldBegan began)
{
    if (m_size >= m_limits.intervals && m_endings.empty()) {
        ++m_dropped;
        return nullptr;
    }
    LaneData &data = m_lanes[lane];
    data.shared = data.shared || data.openFrom < data.intervals.size();
    HoldInterval interval;
    interval.from = interval.to = millis(event.at);
    interval.owner = m_owners.use(*event.owner, event.alias);
    interval.mode = event.mode.value_or(format::Mode::Exclusive);
    interval.began = began;
    interval.count = static_cast<quint16>(
        std::clamp<qint64>(event.count.value_or(1), 1, std::numeric_limits<quint16>::max()));
    // Half as much again, not twice: there are many of them.
    if (data.intervals.size() == data.intervals.capacity())
        data.intervals.reserve(data.intervals.size()
                               + std::max<std::size_t>(1, data.intervals.size() / 2));
    data.intervals.push_back(interval);
    ++m_size;
    return &data.intervals.back();
}

void HoldHistory::close(Lane lane, HoldInterval *open, WallInstant at, HoldEnded ended, bool vague)
{
    LaneData &data = m_lanes[lane];
    open->to = std::max(open->from, millis(at)); // the clock may have been set back
    open->ended = ended;
    open->vague = vague;
    const auto first = data.intervals.begin() + data.head;
    const auto end = data.intervals.begin() + data.openFrom;
    const auto where =
        std::upper_bound(first, end, open->to, [](qint64 instant, const HoldInterval &interval) {
            return instant < interval.to;
        });
    const auto it = data.intervals.begin() + (open - data.intervals.data());
    std::rotate(where, it, it + 1);
    ++data.openFrom;
    m_endings.push_back(lane);
}

void HoldHistory::begins(Lane lane, const watch::Event &event)
{
    const format::Mode mode = event.mode.value_or(format::Mode::Exclusive);
    if (HoldInterval *const known = findOpen(lane, m_owners.find(*event.owner), mode))
        close(lane, known, event.at, HoldEnded::Unknown, true); // its end was not heard of
    const bool seen = event.type == watch::EventType::Acquired && !event.unseen;
    openHold(lane, event, seen ? HoldBegan::Acquired : HoldBegan::Appeared);
}

void HoldHistory::handOver(Lane lane, const watch::Event &event)
{
    if (event.former) {
        const auto former = m_owners.find(*event.former);
        LaneData &data = m_lanes[lane];
        for (auto at = data.intervals.begin() + data.openFrom; at != data.intervals.end(); ++at) {
            if (at->owner != former)
                continue;
            close(lane, &*at, event.at, HoldEnded::HandedOver, event.unseen);
            break;
        }
    }
    if (HoldInterval *const known = findOpen(lane, m_owners.find(*event.owner),
                                             event.mode.value_or(format::Mode::Exclusive)))
        close(lane, known, event.at, HoldEnded::Unknown, true);
    openHold(lane, event, event.unseen ? HoldBegan::Appeared : HoldBegan::HandedOver);
}

void HoldHistory::ends(Lane lane, const watch::Event &event, HoldEnded ended)
{
    HoldInterval *open =
        findOpen(lane, m_owners.find(*event.owner), event.mode.value_or(format::Mode::Exclusive));
    if (!open)
        open = openHold(lane, event, HoldBegan::Unseen);
    if (open)
        close(lane, open, event.at, ended, event.unseen);
}

void HoldHistory::goesOn(Lane lane, const watch::Event &event, HoldMark::Type type)
{
    HoldInterval *open =
        findOpen(lane, m_owners.find(*event.owner), event.mode.value_or(format::Mode::Exclusive));
    if (!open) {
        // A reader whose entry had expired may come back to it: that is a beginning.
        const bool back = type == HoldMark::Type::Reentered && !ended(lane).empty()
            && ended(lane).back().ended == HoldEnded::Expired
            && m_owners.owner(ended(lane).back().owner) == *event.owner;
        open = openHold(lane, event, back ? HoldBegan::Acquired : HoldBegan::Unseen);
        if (back || !open)
            return;
    }
    open->to = std::max(open->to, millis(event.at));
    switch (type) {
    case HoldMark::Type::Renewed:
        ++open->renewals;
        open->overdue = false;
        break;
    case HoldMark::Type::Overdue:
        open->overdue = open->wasOverdue = true;
        break;
    case HoldMark::Type::Resumed:
    case HoldMark::Type::PartiallyReleased:
        open->overdue = false;
        break;
    case HoldMark::Type::Reentered:
        open->overdue = false;
        open->count = static_cast<quint16>(std::clamp<qint64>(event.count.value_or(1), open->count,
                                                              std::numeric_limits<quint16>::max()));
        break;
    }
    m_lanes[lane].lastMark = m_marks.add(m_lanes[lane].lastMark, {event.at, open->owner, type});
}

void HoldHistory::noteHole(WatchHole hole)
{
    m_holes.push_back(std::move(hole));
    if (m_holes.size() > m_limits.others)
        m_holes.pop_front();
}

void HoldHistory::noteOfServer(const watch::Event &event)
{
    const auto outage = std::find_if(m_holes.rbegin(), m_holes.rend(), [&](const WatchHole &hole) {
        return hole.isOutage && hole.deployment == event.deploymentId
            && hole.server == event.serverId;
    });
    if (event.type == watch::EventType::ServerUp) {
        if (outage != m_holes.rend() && !outage->to)
            outage->to = std::max(outage->from, event.at);
        return;
    }
    if (event.type == watch::EventType::Failover) { // says why it was out of sight
        if (outage != m_holes.rend())
            outage->reason = event.detail;
        return;
    }
    const bool isOutage = event.type == watch::EventType::ServerDown;
    // A server that fell silent is given up some seconds after its last answer.
    WallInstant from = event.at;
    if (const auto lost = m_waiters.lostSince(event.deploymentId, event.serverId); lost && isOutage)
        from = std::min(from, *lost);
    noteHole({event.deploymentId, from, isOutage ? std::nullopt : std::optional(event.at), isOutage,
              event.name, event.detail, event.serverId});
}

bool HoldHistory::concerns(const WatchHole &hole, const watch::LockId &lock) const
{
    if (!hole.deployment.isNone() && hole.deployment != lock.deployment)
        return false;
    if (hole.lock && *hole.lock != lock.name)
        return false;
    const Lane lane = hole.server.isNone() ? noLane : find(lock);
    return lane == noLane || m_lanes[lane].server.isNone() || m_lanes[lane].server == hole.server;
}

void HoldHistory::note(const watch::Event &event)
{
    if (!m_begin)
        m_begin = event.at;
    ++m_revision;
    using enum watch::EventType;
    if (event.type == Gap || event.type == ServerUp || event.type == ServerDown
        || event.type == Failover) {
        noteOfServer(event);
        return;
    }
    if (event.lost) {
        for (const watch::Event &part : partsOf(event))
            note(part);
        return;
    }
    if (!event.owner || !event.name)
        return; // of permits, of a queue, or that a free lock was found
    if (event.type == Queued || event.type == Dequeued || event.type == PermitsChanged
        || event.type == LatchChanged || event.type == ChangesReadTogether)
        return;
    const Lane lane = laneFor({event.deploymentId, *event.name});
    touch(lane);
    m_lanes[lane].server = event.serverId;
    noteOfLock(lane, event);
    removeIfEmpty(lane); // there was no room for it
    trim();
}

void HoldHistory::noteOfLock(Lane lane, const watch::Event &event)
{
    using enum watch::EventType;
    switch (event.type) {
    case Appeared:
    case Acquired:
        begins(lane, event);
        break;
    case HandedOver:
        handOver(lane, event);
        break;
    case Released:
        ends(lane, event, HoldEnded::Released);
        break;
    case Expired:
        ends(lane, event, HoldEnded::Expired);
        break;
    case ForceUnlocked:
        ends(lane, event, HoldEnded::ForceUnlocked);
        break;
    case Lost:
        ends(lane, event, HoldEnded::Lost);
        break;
    case Renewed:
        goesOn(lane, event, HoldMark::Type::Renewed);
        break;
    case RenewalOverdue:
        goesOn(lane, event, HoldMark::Type::Overdue);
        break;
    case RenewalResumed:
        goesOn(lane, event, HoldMark::Type::Resumed);
        break;
    case Reentered:
        goesOn(lane, event, HoldMark::Type::Reentered);
        break;
    case PartiallyReleased:
        goesOn(lane, event, HoldMark::Type::PartiallyReleased);
        break;
    case Queued:
    case Dequeued:
    case PermitsChanged:
    case LatchChanged:
    case ChangesReadTogether:
    case ProblemOpened:
    case ProblemWorsened:
    case ProblemClosed:
    case Failover:
    case Gap:
    case ServerUp:
    case ServerDown:
        break;
    }
}

void HoldHistory::reconcile(const watch::LockId &id, const watch::LockRecord *lock, WallInstant now)
{
    ++m_revision;
    Lane lane = find(id);
    const auto isHeld = [&](const HoldInterval &interval) {
        return lock
            && std::any_of(lock->holds.begin(), lock->holds.end(),
                           [&](const watch::HoldRecord &hold) {
                               return !hold.stale && hold.mode == interval.mode
                                   && hold.owner == m_owners.owner(interval.owner);
                           });
    };
    for (std::size_t i = 0; lane != noLane && i < open(lane).size();) {
        if (isHeld(open(lane)[i]))
            ++i;
        else // moves it out of those that are open
            close(lane, &m_lanes[lane].intervals[m_lanes[lane].openFrom + i], now,
                  HoldEnded::Unknown, true);
    }
    for (const watch::HoldRecord &hold : lock ? lock->holds : std::vector<watch::HoldRecord>()) {
        if (hold.stale || findOpen(lane, m_owners.find(hold.owner), hold.mode))
            continue;
        if (lane == noLane)
            lane = laneFor(id);
        watch::Event event;
        event.at = hold.observedSince;
        event.owner = hold.owner;
        event.mode = hold.mode;
        event.count = hold.count;
        event.alias = *hold.alias;
        if (HoldInterval *const interval = openHold(lane, event, HoldBegan::Unseen))
            interval->to = std::max(interval->to, millis(now));
    }
    if (lane != noLane) {
        touch(lane);
        removeIfEmpty(lane);
    }
    trim();
}

void HoldHistory::noteWaiters(const watch::LockId &id, const watch::LockRecord *lock,
                              WallInstant now)
{
    const Lane lane = find(id);
    if (lane == noLane)
        return;
    if (lock && !lock->serverId.isNone())
        m_lanes[lane].server = lock->serverId;
    const bool isNews = lock ? m_waiters.note(lane, homeOf(lane), waitersOf(*lock), now)
                             : m_waiters.noteGone(lane, homeOf(lane), now);
    if (!isNews)
        return;
    ++m_revision;
    touch(lane);
}

void HoldHistory::noteWaitersUnread(const watch::LockId &id, WallInstant now)
{
    const Lane lane = find(id);
    if (lane == noLane || !m_waiters.note(lane, homeOf(lane), std::nullopt, now))
        return;
    ++m_revision;
    touch(lane);
}

void HoldHistory::noteSight(watch::DeploymentId deployment, watch::ServerId server,
                            WaiterHistory::Sight sight, WallInstant now)
{
    if (m_waiters.noteSight(deployment, server, sight, now))
        ++m_revision;
}

void HoldHistory::noteNotRecorded(WallInstant from, WallInstant to)
{
    noteHole({{}, from, to, true, {}, Sentence::say("nothing was recorded")});
    noteUnseen(from, to);
}

void HoldHistory::noteRecordBegin(WallInstant at)
{
    m_recordBegin = at;
    ++m_revision;
}

void HoldHistory::noteUnseen(WallInstant from, WallInstant to)
{
    m_waiters.noteUnseen(from, to);
    ++m_revision;
}

std::vector<WaiterSpan> HoldHistory::waiters(Lane lane, WallInstant from, WallInstant to) const
{
    qint64 begin = std::numeric_limits<qint64>::max();
    for (const HoldInterval &hold : open(lane))
        begin = std::min(begin, hold.from);
    if (!ended(lane).empty())
        begin = std::min(begin, ended(lane).front().from);
    return m_waiters.spans(lane, homeOf(lane), std::max(begin, millis(from)), millis(to));
}

WaiterRun HoldHistory::waitersAt(Lane lane, WallInstant at, WallInstant now) const
{
    constexpr WallInstant longAgo = WallInstant::min();
    // A lock that is held from this very moment on has no past yet.
    return waiterRun(waiters(lane, longAgo, now + Millis(1)), millis(at));
}

void HoldHistory::noteLeft(watch::DeploymentId deployment, WallInstant now)
{
    ++m_revision;
    m_waiters.noteLeft(deployment, now);
    for (Lane lane = 0; lane < m_lanes.size(); ++lane) {
        LaneData &data = m_lanes[lane];
        if (data.id.deployment != deployment)
            continue;
        touch(lane);
        while (data.openFrom < data.intervals.size())
            close(lane, &data.intervals[data.openFrom], now, HoldEnded::Unknown, true);
    }
    for (WatchHole &hole : m_holes) {
        if (hole.deployment == deployment && !hole.to)
            hole.to = std::max(hole.from, now);
    }
}

std::vector<HoldHistory::Owned> HoldHistory::heldBy(
    const std::function<bool(const OwnerId &)> &isIt) const
{
    std::vector<bool> wanted;
    m_owners.visit([&](OwnerTable::Number number) {
        wanted.resize(number + 1, false);
        wanted[number] = isIt(m_owners.owner(number));
    });
    std::vector<Owned> found;
    for (Lane lane = 0; lane < m_lanes.size(); ++lane) {
        for (const auto &part : {ended(lane), open(lane)}) {
            for (const HoldInterval &interval : part) {
                if (wanted[interval.owner])
                    found.push_back({lane, interval});
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Owned &a, const Owned &b) {
        return std::tuple(a.interval.to, a.interval.from)
            > std::tuple(b.interval.to, b.interval.from);
    });
    return found;
}

std::vector<HoldInterval> HoldHistory::after(Lane lane, const HoldInterval &interval) const
{
    std::vector<HoldInterval> found;
    for (const auto &part : {ended(lane), open(lane)}) {
        std::copy_if(part.begin(), part.end(), std::back_inserter(found),
                     [&](const HoldInterval &other) {
                         return other.from >= interval.to && !(other == interval);
                     });
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const HoldInterval &a, const HoldInterval &b) { return a.from < b.from; });
    return found;
}

void HoldHistory::rename(const std::function<Alias(const OwnerId &)> &nameOf)
{
    ++m_revision;
    m_owners.visit([&](OwnerTable::Number number) {
        m_owners.rename(number, nameOf(m_owners.owner(number)));
    });
}

void HoldHistory::note(OperatorMark mark)
{
    if (!m_begin)
        m_begin = mark.at;
    ++m_revision;
    m_actions.push_back(std::move(mark));
    if (m_actions.size() > m_limits.others)
        m_actions.pop_front();
}

} // namespace lockscope::insight
