// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/quorumclashes.h"

#include "core/insight/quorum/quorumverdict.h"
#include "core/insight/quorum/threadclaims.h"

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

using watch::Event;
using watch::EventType;

constexpr std::size_t mostRows = 200'000;
constexpr std::size_t mostFound = 10'000;
constexpr std::size_t mostReigns = 4; // of one lock

} // namespace

QuorumClashes::QuorumClashes(std::vector<insight::GroupMembers> groups, std::size_t firstInferred,
                             DroppedTimes dropped, std::optional<LockName> lock)
    : m_seats(groups)
    , m_dropped(std::move(dropped))
    , m_lock(std::move(lock))
    , m_tidyAt(mostRows)
{
    for (insight::GroupMembers &members : groups) {
        Group group;
        group.servers.resize(members.labels.size());
        group.members = std::move(members);
        group.isInferred = m_groups.size() >= firstInferred;
        count(group);
        m_groups.push_back(std::move(group));
    }
}

// No server votes twice.
void QuorumClashes::count(Group &group)
{
    std::vector<const watch::ServerRecord *> servers;
    for (const watch::ServerPointer &server : group.servers)
        servers.push_back(server.get());
    const auto dependent = insight::dependences(servers);
    group.counts.clear();
    for (const auto &each : dependent)
        group.counts.push_back(!each);
    group.total = static_cast<std::size_t>(std::ranges::count(group.counts, true));
    group.needed = insight::quorumOf(group.total);
}

QuorumClashes::Row &QuorumClashes::rowOf(const insight::QuorumId &id)
{
    if (m_rows.size() >= m_tidyAt)
        tidy();
    const auto [row, isNew] = m_rows.try_emplace(id);
    if (isNew)
        row->second.places.resize(m_groups[static_cast<std::size_t>(id.group)].counts.size());
    return row->second;
}

// Forgets locks that are free and of which nothing is expected.
void QuorumClashes::tidy()
{
    const auto isFree = [](const Row &row) {
        return std::ranges::none_of(row.places,
                                    [](const Place &place) { return place.vote.has_value(); });
    };
    const auto isPast = [&](const Reign &reign) {
        return std::ranges::all_of(reign.votes, [&](const auto &each) {
            return each.second.end
                && (each.second.end->loss.watch != m_watch
                    || m_now - each.second.end->loss.at > recentLoss);
        });
    };
    std::erase_if(m_rows, [&](const auto &each) {
        const Row &row = each.second;
        return isFree(row) && row.lapsed == 0 && std::ranges::all_of(row.reigns, isPast);
    });
    if (m_rows.size() >= mostRows)
        std::erase_if(m_rows, [&](const auto &each) { return isFree(each.second); });
    m_tidyAt = std::max(mostRows, m_rows.size() + mostRows / 10);
}

Result<void> QuorumClashes::begin(RunKind kind, const PastPicture &picture)
{
    const bool isFirst = !std::exchange(m_hasBegun, true);
    const bool isHole = !isFirst && isBehindHole(kind);
    if (isFirst || isHole)
        begin(isHole, picture);
    else if (kind == RunKind::ClockChanged)
        ++m_clocks;
    return {};
}

Result<void> QuorumClashes::take(const Stamped &stamped)
{
    if (const auto *event = std::get_if<Event>(&stamped.entry))
        note(stamped, *event);
    else if (const auto *lock = std::get_if<LockEntry>(&stamped.entry); lock && lock->lock)
        note(*lock->lock);
    else if (const auto *server = std::get_if<watch::ServerPointer>(&stamped.entry))
        note(**server);
    return {};
}

// The picture tells what is there. A hole is a time that was not recorded.
void QuorumClashes::begin(bool isHole, const PastPicture &picture)
{
    if (m_seats.isEmpty())
        return;
    m_now = picture.now;
    if (isHole)
        ++m_watch;
    // A hold may have ended in the hole. A loss from before it stays one.
    for (auto &[id, row] : m_rows) {
        for (Place &place : row.places)
            place = {};
        for (Reign &reign : row.reigns) {
            std::erase_if(reign.votes, [](const auto &each) { return !each.second.end; });
            for (auto &[place, vote] : reign.votes) {
                if (vote.end->doubt == ClashDoubt::None)
                    vote.end->doubt = ClashDoubt::NotRecorded;
            }
            reign.clash = -1; // its end was not seen
        }
        refresh(row, id, picture.at, false);
    }
    for (const auto &[id, server] : picture.picture.servers())
        note(*server);
    for (const auto &[id, lock] : picture.picture.locks()) {
        note(*lock);
        if (lock->holds.size() != 1 || !isQuorumPart(*lock->kind, lock->holds.front().mode))
            continue;
        const watch::HoldRecord &hold = lock->holds.front();
        Event event;
        event.type = EventType::Acquired;
        event.at = hold.observedSince;
        event.name = lock->id.name;
        event.kind = lock->kind;
        event.deployment = lock->deployment;
        event.server = lock->server;
        event.owner = hold.owner;
        event.alias = hold.alias;
        event.unseen = isHole;
        note({picture.now, picture.at, event}, event);
    }
}

void QuorumClashes::note(const watch::ServerRecord &server)
{
    for (const GroupSeats::Seat &seat : m_seats.of(server.label)) {
        Group &group = m_groups[static_cast<std::size_t>(seat.group)];
        watch::ServerPointer &known = group.servers[seat.place];
        const bool isNews = !known || known->runId != server.runId
            || known->replicationId != server.replicationId || known->server != server.server;
        if (!isNews || server.runId.isEmpty())
            continue;
        known = std::make_shared<const watch::ServerRecord>(server);
        count(group);
    }
}

// A state comes before the event that tells of it, and only completes what events tell.
void QuorumClashes::note(const watch::LockRecord &lock)
{
    const auto &seats = m_seats.of(lock.deployment);
    if (seats.empty() || (m_lock && lock.id.name != *m_lock) || lock.holds.size() != 1
        || !isQuorumPart(*lock.kind, lock.holds.front().mode))
        return;
    const watch::HoldRecord &hold = lock.holds.front();
    for (const GroupSeats::Seat &seat : seats) {
        Place &place = rowOf({seat.group, lock.id.name}).places[seat.place];
        place.state =
            State{hold.owner, hold.deadline, hold.lease, hold.watchdog == watch::Watchdog::None};
        if (!place.vote || place.vote->owner != hold.owner)
            continue;
        place.vote->lease = hold.lease;
        place.vote->isFixed = place.state->isFixed;
    }
}

void QuorumClashes::note(const Stamped &stamped, const Event &event)
{
    if (m_seats.isEmpty())
        return;
    m_now = stamped.at;
    if (event.lost) {
        const ClashCause cause = isFlush(event) ? ClashCause::Flushed : ClashCause::Restarted;
        for (const Event &part : watch::partsOf(event)) {
            if (!part.name || !part.owner || (m_lock && *part.name != *m_lock)
                || !isQuorumPart(part.kind, part.mode))
                continue;
            for (const GroupSeats::Seat &seat : m_seats.of(part.deployment)) {
                const insight::QuorumId id{seat.group, *part.name};
                lose(rowOf(id), id, seat.place, {stamped.at, stamped.wall, part.at}, part, cause);
            }
        }
        return;
    }
    noteSign(event);
    if (!event.name || !event.owner || (m_lock && *event.name != *m_lock)
        || !isQuorumPart(event.kind, event.mode))
        return;
    for (const GroupSeats::Seat &seat : m_seats.of(event.deployment)) {
        const Group &group = m_groups[static_cast<std::size_t>(seat.group)];
        if (group.total > 1 && group.counts[seat.place])
            noteOfLock({seat.group, *event.name}, seat.place, {stamped.at, stamped.wall, event.at},
                       event);
    }
}

void QuorumClashes::noteSign(const Event &event)
{
    if (!event.owner || !event.name || event.unseen || !isDoneByOwner(event.type)
        || m_firsts.empty())
        return;
    const auto found = m_firsts.find(*event.owner);
    if (found == m_firsts.end())
        return;
    for (const std::size_t number : found->second) {
        Clash &clash = m_found[number].clash;
        if (!clash.sign)
            clash.sign = SignOfLife{event.at, event.type, *event.name};
    }
    m_firsts.erase(found);
}

void QuorumClashes::noteOfLock(const insight::QuorumId &id, std::size_t place, const Now &now,
                               const Event &event)
{
    Row &row = rowOf(id);
    switch (event.type) {
    case EventType::Acquired:
    case EventType::Appeared:
        take(id, place, now, event);
        break;
    case EventType::HandedOver:
        if (event.former)
            release(id, row, place, now, event, *event.former);
        take(id, place, now, event);
        break;
    case EventType::Reentered:
    case EventType::Renewed:
    case EventType::RenewalResumed:
        renew(row, place, now, event);
        break;
    case EventType::RenewalOverdue:
        if (row.places[place].vote && row.places[place].vote->owner == *event.owner)
            row.places[place].vote->isOverdue = true;
        break;
    case EventType::Expired:
        lose(row, id, place, now, event, ClashCause::Expired);
        break;
    case EventType::ForceUnlocked:
        lose(row, id, place, now, event, ClashCause::Forced);
        break;
    case EventType::Released:
        release(id, row, place, now, event, *event.owner);
        break;
    default:
        break;
    }
}

void QuorumClashes::take(const insight::QuorumId &id, std::size_t place, const Now &now,
                         const Event &event)
{
    Row &row = rowOf(id);
    row.kind = event.kind;
    Vote vote;
    vote.owner = *event.owner;
    vote.alias = event.alias;
    vote.isHash = isHashKind(event.kind);
    vote.deployment = event.deployment;
    vote.server = event.server;
    vote.since = event.at;
    vote.isUnseen = event.unseen || event.type == EventType::Appeared;
    vote.deadline = deadlineOf(event, happenedAt(now.at, now.recorded, event.at));
    vote.lease = event.ttl;
    Place &here = row.places[place];
    if (here.state && here.state->owner == vote.owner) {
        if (here.state->deadline)
            vote.deadline = *here.state->deadline;
        if (here.state->lease)
            vote.lease = here.state->lease;
        vote.isFixed = here.state->isFixed;
    }
    // The end of whoever had it was not told: it may have released it.
    if (here.vote && here.vote->owner != vote.owner) {
        const OwnerId former = here.vote->owner;
        release(id, row, place, now, event, former);
    }
    for (Reign &reign : row.reigns) {
        const auto known = reign.votes.find(place);
        if (known != reign.votes.end() && known->second.owner == vote.owner)
            known->second = vote; // it has it again
    }
    here.vote = std::move(vote);
    judge(id, place, now);
}

void QuorumClashes::renew(Row &row, std::size_t place, const Now &now, const Event &event)
{
    Place &here = row.places[place];
    if (!here.vote || here.vote->owner != *event.owner)
        return;
    const bool isToldByState =
        here.state && here.state->owner == *event.owner && here.state->deadline;
    here.vote->deadline = isToldByState
        ? *here.state->deadline
        : deadlineOf(event, happenedAt(now.at, now.recorded, event.at));
    here.vote->isOverdue = false;
    for (Reign &reign : row.reigns) {
        const auto known = reign.votes.find(place);
        if (known != reign.votes.end() && known->second.owner == *event.owner)
            known->second = *here.vote;
    }
}

// An owner does not believe to have any more what it releases.
void QuorumClashes::release(const insight::QuorumId &id, Row &row, std::size_t place,
                            const Now &now, const Event &event, const OwnerId &owner)
{
    Place &here = row.places[place];
    const bool isHeld = here.vote && here.vote->owner == owner;
    for (Reign &reign : row.reigns) {
        const auto vote = reign.votes.find(place);
        if (vote == reign.votes.end() || vote->second.owner != owner)
            continue;
        const bool isLate = vote->second.end && !isHeld && here.vote && !event.unseen
            && event.type == EventType::Released;
        reign.votes.erase(vote);
        if (!isLate)
            continue;
        for (Reign &second : row.reigns) {
            if (second.clash >= 0 && second.isKing)
                m_found[static_cast<std::size_t>(second.clash)].clash.lateReleaseAt = event.at;
        }
        Event loss = event;
        loss.owner = here.vote->owner;
        lose(row, id, place, now, loss, ClashCause::LateRelease);
        for (Reign &second : row.reigns) {
            const auto lost = second.votes.find(place);
            if (lost != second.votes.end() && lost->second.end && lost->second.owner == *loss.owner)
                lost->second.end->by = owner;
        }
        return;
    }
    if (isHeld)
        here.vote.reset();
    refresh(row, id, now.told, false);
}

void QuorumClashes::lose(Row &row, const insight::QuorumId &id, std::size_t place, const Now &now,
                         const Event &event, ClashCause cause)
{
    Place &here = row.places[place];
    if (!here.vote || here.vote->owner != *event.owner)
        return;
    Vote::End end;
    end.cause = cause;
    const bool isOfGap = cause == ClashCause::Expired || cause == ClashCause::Forced;
    end.doubt = isOfGap && event.unseen ? ClashDoubt::Unseen : ClashDoubt::None;
    end.lostAt = event.at;
    end.loss = {m_watch, now.at, event.deploymentId, event.serverId};
    end.clocks = m_clocks;
    for (Reign &reign : row.reigns) {
        const auto vote = reign.votes.find(place);
        if (vote == reign.votes.end() || vote->second.owner != *event.owner)
            continue;
        // An unlock by force may be the late release of whoever had it before.
        if (cause == ClashCause::Forced && reign.clash >= 0 && !isOurs(event))
            end.by = m_found[static_cast<std::size_t>(reign.clash)].clash.first;
        vote->second.isOverdue = here.vote->isOverdue;
        vote->second.end = end;
    }
    here.vote.reset();
    refresh(row, id, event.at, cause == ClashCause::Expired);
}

// Ends reigns without a majority, and forgets those that can be nobody's first owner any more.
void QuorumClashes::refresh(Row &row, const insight::QuorumId &id, WallInstant at, bool isExpiry)
{
    const std::size_t needed = m_groups[static_cast<std::size_t>(id.group)].needed;
    for (Reign &reign : row.reigns) {
        const auto live =
            std::ranges::count_if(reign.votes, [](const auto &each) { return !each.second.end; });
        if (!reign.isKing || static_cast<std::size_t>(live) >= needed)
            continue;
        reign.isKing = false;
        row.lapsed += isExpiry ? 1 : 0;
        if (reign.clash >= 0)
            m_found[static_cast<std::size_t>(reign.clash)].clash.endedAt = at;
        reign.clash = -1;
    }
    std::erase_if(row.reigns,
                  [&](const Reign &reign) { return !reign.isKing && reign.votes.size() < needed; });
}

// The places of the owner, or thread, that has just taken this one.
std::set<std::size_t> QuorumClashes::claimOf(const Row &row, const Group &group, std::size_t place,
                                             Instant now, bool &isInferred) const
{
    const Vote &taken = *row.places[place].vote;
    std::set<std::size_t> places;
    std::vector<insight::ThreadHold> holds;
    for (std::size_t i = 0; i < row.places.size(); ++i) {
        const auto &vote = row.places[i].vote;
        if (!vote || !group.counts[i] || vote->isHash != taken.isHash)
            continue;
        if (vote->owner == taken.owner)
            places.insert(i);
        if (vote->isHash && vote->deadline != Instant::max() && vote->deadline > now)
            holds.push_back(
                {static_cast<int>(i), vote->owner, vote->deadline, vote->lease, vote->isFixed});
    }
    isInferred = false;
    if (places.size() > 1 || !taken.isHash)
        return places;
    for (const insight::ThreadClaim &claim : insight::claimsOfThreads(holds, now)) {
        std::set<std::size_t> threads;
        for (const insight::ThreadHold &hold : claim.holds)
            threads.insert(static_cast<std::size_t>(hold.server));
        if (!threads.contains(place))
            continue;
        isInferred = true;
        return threads;
    }
    return places;
}

void QuorumClashes::judge(const insight::QuorumId &id, std::size_t place, const Now &now)
{
    Row &row = rowOf(id);
    const Group &group = m_groups[static_cast<std::size_t>(id.group)];
    bool isInferred = false;
    const std::set<std::size_t> claim = claimOf(row, group, place, now.at, isInferred);
    if (claim.size() < group.needed)
        return;
    const auto isSame = [&](const Reign &reign) {
        return std::ranges::any_of(claim, [&](std::size_t each) {
            const auto vote = reign.votes.find(each);
            return vote != reign.votes.end() && vote->second.owner == row.places[each].vote->owner;
        });
    };
    auto reign = std::ranges::find_if(row.reigns, isSame);
    if (reign == row.reigns.end()) {
        if (row.reigns.size() >= mostReigns) {
            const auto old =
                std::ranges::find_if(row.reigns, [](const Reign &each) { return !each.isKing; });
            row.reigns.erase(old == row.reigns.end() ? row.reigns.begin() : old);
        }
        reign = row.reigns.insert(row.reigns.end(), Reign());
    }
    for (const std::size_t each : claim)
        reign->votes[each] = *row.places[each].vote;
    reign->isInferred = reign->isInferred || isInferred;
    reign->most = std::max(reign->most, claim.size());
    if (reign->clash >= 0) {
        auto &quorum = *m_found[static_cast<std::size_t>(reign->clash)].clash.quorum;
        quorum.secondVotes = std::max(quorum.secondVotes, claim.size());
    }
    if (std::exchange(reign->isKing, true))
        return;
    ++row.reached;
    reign->isOver = false;
    reign->since = now.told;
    reign->recordedSince = now.recorded;
    reign->isSeen = !row.places[place].vote->isUnseen;
    compare(id, row, static_cast<std::size_t>(reign - row.reigns.begin()), now);
}

void QuorumClashes::compare(const insight::QuorumId &id, Row &row, std::size_t king, const Now &now)
{
    const std::size_t needed = m_groups[static_cast<std::size_t>(id.group)].needed;
    Reign &second = row.reigns[king];
    for (std::size_t i = 0; i < row.reigns.size(); ++i) {
        Reign &first = row.reigns[i];
        if (i == king || first.isOver || first.votes.size() < needed)
            continue;
        bool isRecent = true;
        bool isTaken = false;
        for (const auto &[place, vote] : first.votes) {
            if (!vote.end)
                continue;
            const Millis since = vote.end->loss.watch == m_watch
                ? std::chrono::duration_cast<Millis>(now.at - vote.end->loss.at)
                : now.recorded - vote.end->lostAt;
            const bool isOfSecond = second.votes.contains(place);
            isTaken = isTaken || isOfSecond;
            isRecent =
                isRecent && (!isOfSecond || (since <= recentLoss && since >= -Millis(recentLoss)));
        }
        // From now on, whoever comes is second to `second`.
        first.isOver = true;
        if (isRecent && isTaken)
            add(id, row, first, second, now);
    }
}

Instant QuorumClashes::validUntil(const Group &group, const Reign &reign) const
{
    std::vector<Instant> ends;
    Millis lease{0};
    for (const auto &[place, vote] : reign.votes) {
        ends.push_back(vote.deadline);
        lease = std::max(lease, vote.lease.value_or(Millis(0)));
    }
    std::ranges::sort(ends, std::greater<>());
    const Instant end = ends[group.needed - 1];
    return end == Instant::max() ? end : end - insight::driftAllowance(lease);
}

void QuorumClashes::add(const insight::QuorumId &id, Row &row, Reign &first, Reign &second,
                        const Now &now)
{
    if (m_found.size() >= mostFound) {
        ++m_more;
        return;
    }
    const Group &group = m_groups[static_cast<std::size_t>(id.group)];
    const Instant happened = happenedAt(now.at, now.recorded, now.told);
    const Instant valid = validUntil(group, first);
    QuorumClash quorum;
    quorum.group = group.members.name;
    quorum.isGroupInferred = group.isInferred;
    quorum.servers = group.total;
    quorum.needed = group.needed;
    quorum.firstVotes = first.votes.size();
    quorum.secondVotes = second.votes.size();
    quorum.isOwnerInferred = first.isInferred || second.isInferred;
    if (valid != Instant::max())
        quorum.firstValidUntil = now.recorded + std::chrono::duration_cast<Millis>(valid - now.at);
    quorum.isOverlapping = valid > happened;
    struct Part {
        const Vote *first = nullptr;
        const Vote *second = nullptr;
    };
    std::vector<Part> parts;
    for (const auto &[place, vote] : first.votes) {
        const auto taken = second.votes.find(place);
        // A vote whose time was over gave the second owner nothing that the first still counted on.
        if (vote.end && taken != second.votes.end()
            && (!quorum.isOverlapping || vote.deadline > happened))
            parts.push_back({&vote, &taken->second});
    }
    if (parts.empty())
        return;
    std::ranges::stable_sort(parts, [](const Part &a, const Part &b) {
        return a.first->end->loss.at < b.first->end->loss.at;
    });
    const bool isDropped = m_dropped.touch(first.recordedSince, now.recorded);
    Open open;
    open.row = id;
    for (const Part &part : parts) {
        const Vote::End &end = *part.first->end;
        ClashMember member;
        member.deployment = part.second->deployment;
        member.server = part.second->server;
        member.cause = end.cause;
        member.doubt = end.doubt;
        const bool isOfTime = end.cause == ClashCause::Expired || end.cause == ClashCause::Forced
            || end.cause == ClashCause::LateRelease;
        if (member.doubt == ClashDoubt::None && isDropped)
            member.doubt = ClashDoubt::Dropped;
        else if (member.doubt == ClashDoubt::None && isOfTime && part.second->isUnseen)
            member.doubt = ClashDoubt::Unseen;
        member.first = part.first->owner;
        member.second = part.second->owner;
        member.lostAt = end.lostAt;
        member.takenAt = part.second->since;
        quorum.members.push_back(std::move(member));
        open.losses.push_back(end.loss);
    }
    const Vote &loser = *parts.back().first;
    Clash &clash = open.clash;
    clash.lock = id.name;
    clash.kind = row.kind;
    clash.firstAlias = loser.alias;
    clash.secondAlias = parts.back().second->alias;
    if (first.isSeen)
        clash.firstSince = first.since;
    clash.takenAt = now.told;
    const bool isSameWatch = loser.end->loss.watch == m_watch;
    if (isSameWatch)
        clash.between =
            std::max(Millis(0), std::chrono::duration_cast<Millis>(now.at - loser.end->loss.at));
    clash.isClockSet = loser.end->clocks != m_clocks;
    clash.hadStopped = loser.isOverdue;
    clash.by = loser.end->by;
    clash.quorum = std::move(quorum);
    second.clash = static_cast<qint64>(m_found.size());
    for (const auto &[place, vote] : first.votes)
        m_firsts[vote.owner].push_back(m_found.size());
    m_found.push_back(std::move(open));
}

// One member of which nothing is proven leaves the whole unproven.
void QuorumClashes::settle(Open &open, const Upheavals &upheavals) const
{
    Clash &clash = open.clash;
    std::vector<ClashMember> &members = clash.quorum->members;
    for (std::size_t i = 0; i < members.size(); ++i) {
        ClashMember &member = members[i];
        if (member.doubt != ClashDoubt::None) {
            member.cause = ClashCause::Unknown;
        } else if (member.cause == ClashCause::Restarted) {
            const Upheavals::Verdict verdict = upheavals.verdictOn(open.losses[i]);
            member.cause = verdict.cause;
            member.doubt = verdict.doubt;
            member.keptLog = verdict.keptLog;
        }
    }
    const auto unknown = std::ranges::find(members, ClashCause::Unknown, &ClashMember::cause);
    const ClashMember &decisive = unknown == members.end() ? members.back() : *unknown;
    clash.deployment = decisive.deployment;
    clash.server = decisive.server;
    clash.cause = decisive.cause;
    clash.doubt = decisive.doubt;
    clash.keptLog = decisive.keptLog;
    clash.first = decisive.first;
    clash.second = decisive.second;
    clash.lostAt = decisive.lostAt;
    if (clash.doubt != ClashDoubt::None)
        clash.between.reset();
}

QuorumClashes::Found QuorumClashes::finished(const Upheavals &upheavals)
{
    Found found;
    found.more = m_more;
    for (Open &open : m_found) {
        settle(open, upheavals);
        const Clash &clash = open.clash;
        const auto row = m_rows.find(open.row);
        const bool isOfTime =
            clash.cause == ClashCause::Expired || clash.cause == ClashCause::Unknown;
        const bool isLapsing = isOfTime && !clash.quorum->isOverlapping
            && clash.doubt != ClashDoubt::Unclear && row != m_rows.end() && row->second.lapsed >= 3
            && row->second.lapsed * 2 >= row->second.reached;
        if (isLapsing)
            found.lapsing.emplace(clash.quorum->group, clash.lock);
        else
            found.clashes.push_back(std::move(open.clash));
    }
    return found;
}

} // namespace lockscope::recorder
