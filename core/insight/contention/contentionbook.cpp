// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/contention/contentionbook.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace lockscope::insight {

namespace {

constexpr std::size_t mostHolds = 256; // of one lock whose beginnings are remembered
constexpr std::size_t mostWaiters = 1024;

Millis between(WallInstant from, WallInstant to)
{
    return std::max(Millis(0), to - from); // the clock may have been set back
}

// `mode`: empty for a place in a queue, which has none.
std::size_t hashOf(const OwnerId &owner, std::optional<format::Mode> mode = std::nullopt)
{
    return qHashMulti(0, owner, mode ? int(*mode) : -1);
}

// Visits each live holder, by its hash with the mode and by that without: an event need not tell
// the mode.
template <typename Visit>
void visitHolders(const watch::LockRecord *lock, const Visit &visit)
{
    for (std::size_t i = 0; lock && i < lock->holds.size(); ++i) {
        if (const watch::HoldRecord &hold = lock->holds[i]; !hold.stale)
            visit(hashOf(hold.owner, hold.mode), hashOf(hold.owner));
    }
}

// Begins an entry for the owner, in place of its earlier one.
template <typename List>
void begin(List &list, std::size_t owner, WallInstant at, Instant now, std::size_t most)
{
    const auto known = std::find_if(list.begin(), list.end(),
                                    [&](const auto &since) { return since.owner == owner; });
    if (known != list.end())
        *known = {owner, at, now};
    else if (list.size() < most)
        list.push_back({owner, at, now});
}

// When it had begun, and that it is over.
template <typename List>
std::optional<WallInstant> end(List &list, std::size_t owner)
{
    const auto known = std::find_if(list.begin(), list.end(),
                                    [&](const auto &since) { return since.owner == owner; });
    if (known == list.end())
        return std::nullopt;
    const WallInstant at = known->at;
    list.erase(known);
    return at;
}

} // namespace

ContentionBook::Entry *ContentionBook::known(const watch::LockId &id)
{
    const auto found = m_locks.find(id);
    return found == m_locks.end() ? nullptr : &found->second;
}

ContentionBook::Entry &ContentionBook::entryFor(const watch::LockId &id, Instant now)
{
    if (Entry *const entry = known(id))
        return *entry;
    makeRoom(now);
    Entry &entry = m_locks.emplace(id, Entry(m_limits.steps)).first->second;
    if (m_lost.contains(id.deployment))
        entry.series.setSeen(false, now);
    Stranger *const stranger = knownStranger(id);
    if (!stranger)
        return entry;
    entry.series.addAcquisition(stranger->at);
    if (stranger->held)
        entry.held.add(*stranger->held, stranger->at + *stranger->held);
    else
        entry.holds.push_back(
            {stranger->owner, stranger->from, stranger->at, stranger->lock.has_value()});
    forget(*stranger);
    return entry;
}

ContentionBook::Stranger *ContentionBook::knownStranger(const watch::LockId &id)
{
    const std::size_t hash = std::hash<watch::LockId>()(id);
    const quint32 place = m_strangerPlaces.find(
        hash, [&](quint32 number) { return m_strangers[number].hash == hash; });
    return place == HashIndex::none ? nullptr : &m_strangers[place];
}

ContentionBook::Stranger &ContentionBook::newStranger(const watch::LockId &id)
{
    std::size_t place = m_strangers.size();
    if (place < m_limits.strangers || place == 0) {
        m_strangers.emplace_back();
    } else {
        place = std::exchange(m_oldestStranger, (m_oldestStranger + 1) % m_strangers.size());
        if (m_strangers[place].isThere)
            m_strangerPlaces.erase(m_strangers[place].hash, static_cast<quint32>(place));
    }
    Stranger &stranger = m_strangers[place];
    stranger = {};
    stranger.hash = std::hash<watch::LockId>()(id);
    stranger.isThere = true;
    m_strangerPlaces.insert(stranger.hash, static_cast<quint32>(place));
    return stranger;
}

// Its place stays empty until it is the oldest's.
void ContentionBook::forget(Stranger &stranger)
{
    const quint32 place = m_strangerPlaces.find(
        stranger.hash, [&](quint32 number) { return &m_strangers[number] == &stranger; });
    m_strangerPlaces.erase(stranger.hash, place);
    stranger = {};
}

// A tenth at a time, so that it costs little for each that comes.
void ContentionBook::makeRoom(Instant now)
{
    if (m_locks.size() < m_limits.locks)
        return;
    struct Cost {
        std::tuple<Millis, Millis, Instant> cost;
        decltype(m_locks)::iterator entry;
    };
    std::vector<Cost> costs;
    costs.reserve(m_locks.size());
    for (auto at = m_locks.begin(); at != m_locks.end(); ++at) {
        const ContentionPoint sum = at->second.series.sum(Instant(), now);
        costs.push_back({{sum.waited, sum.connectionTime, at->second.lastNews}, at});
    }
    const std::size_t surplus = std::max<std::size_t>(1, m_limits.locks / 10);
    std::nth_element(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(surplus) - 1,
                     costs.end(), [](const Cost &a, const Cost &b) { return a.cost < b.cost; });
    for (std::size_t i = 0; i < surplus; ++i) {
        Entry &entry = costs[i].entry->second;
        setWaiting(entry, costs[i].entry->first.deployment, 0, 0, now); // no more in the sum of all
        m_locks.erase(costs[i].entry);
        ++m_forgotten;
    }
}

// A lock is worth an entry when it is taken for the second time.
ContentionBook::Entry *ContentionBook::entryOfTaken(const watch::LockId &id,
                                                    const watch::Event &event, Instant now)
{
    if (Entry *const entry = known(id))
        return entry;
    if (knownStranger(id))
        return &entryFor(id, now);
    Stranger &stranger = newStranger(id);
    stranger.from = event.at;
    stranger.at = now;
    stranger.owner = hashOf(*event.owner, event.mode);
    if (!event.unseen) // else since when it has it was not seen
        stranger.lock = id;
    return nullptr;
}

void ContentionBook::noteTaken(const watch::LockId &id, const watch::Event &event, Instant now)
{
    m_total.addAcquisition(now);
    Entry *const entry = entryOfTaken(id, event, now);
    if (!entry)
        return;
    entry->series.addAcquisition(now);
    entry->lastNews = now;
    const auto queued = end(entry->queue, hashOf(*event.owner));
    if (event.unseen)
        return; // since when it has it was not seen
    begin(entry->holds, hashOf(*event.owner, event.mode), event.at, now, mostHolds);
    if (queued)
        entry->waitedFor.add(between(*queued, event.at), now);
}

void ContentionBook::noteEnded(const watch::LockId &id, const watch::Event &event, Instant now)
{
    Entry *const entry = known(id);
    if (!entry) {
        Stranger *const stranger = knownStranger(id);
        if (!stranger)
            return;
        stranger->lock.reset();
        if (!event.unseen)
            stranger->held = between(stranger->from, event.at);
        return;
    }
    entry->lastNews = now;
    if (event.type == watch::EventType::Expired || event.type == watch::EventType::ForceUnlocked)
        entry->series.addLapsed(now);
    const auto since = end(entry->holds, hashOf(*event.owner, event.mode));
    if (since && !event.unseen)
        entry->held.add(between(*since, event.at), now);
}

// The event is the next owner's, and so is its mode.
void ContentionBook::noteFormer(const watch::LockId &id, const watch::Event &event, Instant now)
{
    Entry *const entry = known(id);
    if (!entry || !event.former)
        return;
    for (const format::Mode mode :
         {format::Mode::Exclusive, format::Mode::Write, format::Mode::Read}) {
        const auto since = end(entry->holds, hashOf(*event.former, mode));
        if (since && !event.unseen)
            entry->held.add(between(*since, event.at), now);
    }
}

// The shown state of a lost server is stale: whether anybody waits there is not known.
void ContentionBook::noteSeen(watch::DeploymentId deployment, bool seen, Instant now)
{
    const bool isNews = seen ? m_lost.erase(deployment) > 0 : m_lost.insert(deployment).second;
    if (!isNews)
        return;
    qint64 waiters = m_total.waiters();
    qint64 connections = m_total.connections();
    for (auto &[id, entry] : m_locks) {
        if (id.deployment != deployment)
            continue;
        entry.series.setSeen(seen, now);
        waiters += seen ? entry.series.waiters() : -entry.series.waiters();
        connections += seen ? entry.series.connections() : -entry.series.connections();
    }
    m_total.setWaiting(waiters, connections, now);
}

void ContentionBook::note(const watch::ServerRecord &server, Instant now)
{
    if (server.hasLeft)
        m_servers.erase(server.server);
    else
        m_servers.insert_or_assign(
            server.server, Server{server.deployment, server.state == watch::ServerState::Up});
    noteSight(server.deployment, now);
}

void ContentionBook::noteRemoved(watch::DeploymentId deployment, Instant now)
{
    std::erase_if(m_servers,
                  [&](const auto &each) { return each.second.deployment == deployment; });
    noteSight(deployment, now);
}

void ContentionBook::noteSight(watch::DeploymentId deployment, Instant now)
{
    bool isSeen = false;
    bool isAnySeen = false;
    for (const auto &[id, server] : m_servers) {
        isAnySeen = isAnySeen || server.isInSight;
        isSeen = isSeen || (server.isInSight && server.deployment == deployment);
    }
    noteSight(m_unseen[deployment], isSeen, now);
    noteSight(m_allUnseen, isAnySeen, now);
}

// A step is unseen as a whole or not at all, so shorter times are not kept.
void ContentionBook::noteSight(std::vector<Unseen> &unseen, bool isSeen, Instant now) const
{
    const bool wasSeen = unseen.empty() || unseen.back().to;
    if (isSeen == wasSeen)
        return;
    if (!isSeen) {
        const Instant oldest = now - ContentionSeries::step * qint64(m_limits.steps);
        std::erase_if(unseen, [&](const Unseen &each) { return each.to < oldest; });
        unseen.push_back({now, {}});
    } else if (now - unseen.back().from < ContentionSeries::step) {
        unseen.pop_back();
    } else {
        unseen.back().to = now;
    }
}

// Not a step in which something was seen, before the loss or after it.
void ContentionBook::markUnseen(std::vector<ContentionPoint> &points,
                                const std::vector<Unseen> &unseen)
{
    for (ContentionPoint &point : points) {
        point.isUnseen = std::ranges::any_of(unseen, [&](const Unseen &each) {
            return point.from >= each.from
                && (!each.to || point.from + ContentionSeries::step <= *each.to);
        });
    }
}

void ContentionBook::setWaiting(Entry &entry, watch::DeploymentId deployment, qint64 waiters,
                                qint64 connections, Instant now)
{
    if (entry.series.waiters() == waiters && entry.series.connections() == connections)
        return;
    const qint64 moreWaiters = waiters - entry.series.waiters();
    const qint64 moreConnections = connections - entry.series.connections();
    entry.series.setWaiting(waiters, connections, now);
    if (!m_lost.contains(deployment))
        m_total.setWaiting(m_total.waiters() + moreWaiters, m_total.connections() + moreConnections,
                           now);
}

void ContentionBook::note(const watch::LockId &id, const watch::LockRecord *lock, Instant now)
{
    m_begin = m_begin.value_or(now);
    qint64 waiters = 0;
    qint64 connections = 0;
    const bool tellsWaiters = lock && lock->waiters;
    if (tellsWaiters) // the dead wait for nothing
        waiters = std::count_if(lock->waiters->begin(), lock->waiters->end(),
                                [](const watch::WaiterRecord &waiter) { return !waiter.stale; });
    else if (lock)
        connections = lock->waitingConnections.value_or(0);
    Entry *entry = known(id);
    noteHolders(id, entry, lock);
    if (!entry && waiters == 0 && connections == 0)
        return;
    ++m_revision;
    if (!entry)
        entry = &entryFor(id, now);
    if (lock)
        entry->tellsWaiters = tellsWaiters;
    entry->lastNews = now;
    setWaiting(*entry, id.deployment, waiters, connections, now);
}

// The event that ends a hold may be missing or come later than this, so its beginning is kept.
void ContentionBook::noteHolders(const watch::LockId &id, Entry *entry,
                                 const watch::LockRecord *lock)
{
    if (entry) {
        for (Since &hold : entry->holds)
            hold.goesOn = false;
        if (!entry->holds.empty())
            visitHolders(lock, [entry](std::size_t owner, std::size_t inAnyMode) {
                for (Since &hold : entry->holds)
                    hold.goesOn = hold.goesOn || hold.owner == owner || hold.owner == inAnyMode;
            });
        return;
    }
    Stranger *const stranger = knownStranger(id);
    if (!stranger || stranger->lock != id)
        return;
    bool goesOn = false;
    visitHolders(lock, [&](std::size_t owner, std::size_t inAnyMode) {
        goesOn = goesOn || stranger->owner == owner || stranger->owner == inAnyMode;
    });
    if (!goesOn)
        stranger->lock.reset();
}

// On a lost server it is not known which holds go on.
Millis ContentionBook::heldSoFar(const watch::LockId &id, const Entry &entry, Instant now) const
{
    Millis longest{0};
    for (const Since &hold : entry.holds) {
        if (hold.goesOn && !m_lost.contains(id.deployment))
            longest = std::max(longest, std::chrono::floor<Millis>(now - hold.noted));
    }
    return longest;
}

// Locks that were taken once, and are held.
std::vector<LockContention> ContentionBook::heldOnce(Instant now) const
{
    std::vector<LockContention> held;
    for (const Stranger &stranger : m_strangers) {
        if (!stranger.lock || m_lost.contains(stranger.lock->deployment))
            continue;
        LockContention lock;
        lock.id = *stranger.lock;
        lock.acquisitions = 1;
        lock.heldSoFar = std::max(Millis(0), std::chrono::floor<Millis>(now - stranger.at));
        if (lock.heldSoFar > Millis(0))
            held.push_back(std::move(lock));
    }
    return held;
}

void ContentionBook::clear()
{
    const quint64 revision = m_revision + 1;
    *this = ContentionBook(m_limits);
    m_revision = revision;
}

void ContentionBook::note(const watch::Event &event, Instant now)
{
    m_begin = m_begin.value_or(now);
    ++m_revision;
    using enum watch::EventType;
    if (event.type == ServerUp || event.type == ServerDown)
        noteSeen(event.deploymentId, event.type == ServerUp, now);
    if (event.lost) {
        for (const watch::Event &part : partsOf(event))
            note(part, now);
        return;
    }
    if (!event.name || !event.owner)
        return;
    const watch::LockId id{event.deploymentId, *event.name};
    switch (event.type) {
    case Acquired:
        noteTaken(id, event, now);
        break;
    case HandedOver:
        noteFormer(id, event, now);
        noteTaken(id, event, now);
        break;
    case Released:
    case Expired:
    case ForceUnlocked:
    case Lost:
        noteEnded(id, event, now);
        break;
    case Renewed:
        m_total.addRenewal(now);
        if (Entry *const entry = known(id))
            entry->series.addRenewal(now);
        break;
    case Queued:
        begin(entryFor(id, now).queue, hashOf(*event.owner), event.at, now, mostWaiters);
        break;
    case Dequeued:
        if (Entry *const entry = known(id); entry && end(entry->queue, hashOf(*event.owner)))
            entry->series.addGivenUp(now);
        break;
    default:
        break;
    }
}

LockContention ContentionBook::summary(const watch::LockId &id, const Entry &entry, Instant since,
                                       Instant now) const
{
    const ContentionPoint sum = entry.series.sum(since, now);
    return {id,
            entry.tellsWaiters,
            entry.series.waiters(),
            entry.series.connections(),
            sum.waited,
            sum.connectionTime,
            sum.acquisitions,
            sum.renewals,
            entry.held.percentiles(since, now),
            entry.waitedFor.percentiles(since, now),
            sum.gaveUp,
            sum.lapsed,
            heldSoFar(id, entry, now)};
}

std::pair<qint64, qint64> ContentionBook::harmOf(const watch::LockId &id, const Entry &entry,
                                                 Harm harm, Instant since, Instant now) const
{
    switch (harm) {
    case Harm::Waiting:
        return {entry.series.sum(since, now).waited.count(), entry.series.waiters()};
    case Harm::Connections:
        return {entry.series.sum(since, now).connectionTime.count(), entry.series.connections()};
    case Harm::HoldTime: {
        const Percentiles held = entry.held.percentiles(since, now);
        return {std::max(held.longest, heldSoFar(id, entry, now)).count(), held.p99.count()};
    }
    case Harm::Acquisitions:
        return {qint64(entry.series.sum(since, now).acquisitions), 0};
    }
    return {};
}

// Only the returned ones are computed in full.
std::vector<LockContention> ContentionBook::ranked(Harm harm, std::size_t most, Instant since,
                                                   Instant now) const
{
    struct Costly {
        std::pair<qint64, qint64> harm;
        const watch::LockId *id;
        const Entry *entry;
    };
    std::vector<Costly> all;
    all.reserve(m_locks.size());
    for (const auto &[id, entry] : m_locks) {
        const auto cost = harmOf(id, entry, harm, since, now);
        if (cost != std::pair<qint64, qint64>())
            all.push_back({cost, &id, &entry});
    }
    const std::size_t wanted = std::exchange(most, std::min(most, all.size()));
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(),
                      [](const Costly &a, const Costly &b) {
                          return a.harm != b.harm ? a.harm > b.harm : *a.id < *b.id;
                      });
    std::vector<LockContention> ranked;
    ranked.reserve(most);
    for (std::size_t i = 0; i < most; ++i)
        ranked.push_back(summary(*all[i].id, *all[i].entry, since, now));
    if (harm == Harm::HoldTime)
        rankHeldOnce(ranked, wanted, now);
    return ranked;
}

// Among those that were taken more than once, which stay in front of their equals.
void ContentionBook::rankHeldOnce(std::vector<LockContention> &ranked, std::size_t most,
                                  Instant now) const
{
    std::vector<LockContention> once = heldOnce(now);
    const auto isWorse = [](const LockContention &a, const LockContention &b) {
        return a.longestHold() != b.longestHold() ? a.longestHold() > b.longestHold() : a.id < b.id;
    };
    const std::size_t count = std::min(most, once.size());
    std::partial_sort(once.begin(), once.begin() + static_cast<std::ptrdiff_t>(count), once.end(),
                      isWorse);
    once.resize(count);
    std::vector<LockContention> all;
    all.reserve(ranked.size() + count);
    std::merge(ranked.begin(), ranked.end(), once.begin(), once.end(), std::back_inserter(all),
               [](const LockContention &a, const LockContention &b) {
                   return a.longestHold() > b.longestHold();
               });
    all.resize(std::min(most, all.size()));
    ranked = std::move(all);
}

std::optional<LockContention> ContentionBook::find(const watch::LockId &id, Instant since,
                                                   Instant now) const
{
    const auto found = m_locks.find(id);
    if (found == m_locks.end())
        return std::nullopt;
    return summary(id, found->second, since, now);
}

std::vector<ContentionPoint> ContentionBook::points(const watch::LockId &id, Instant since,
                                                    Instant now) const
{
    const auto found = m_locks.find(id);
    if (found == m_locks.end())
        return {};
    auto points = found->second.series.points(std::max(since, m_begin.value_or(now)), now);
    if (const auto unseen = m_unseen.find(id.deployment); unseen != m_unseen.end())
        markUnseen(points, unseen->second);
    return points;
}

std::vector<ContentionPoint> ContentionBook::points(Instant since, Instant now) const
{
    if (!m_begin)
        return {};
    auto points = m_total.points(std::max(since, *m_begin), now);
    markUnseen(points, m_allUnseen);
    return points;
}

} // namespace lockscope::insight
