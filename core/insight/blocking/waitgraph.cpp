// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/blocking/waitgraph.h"

#include "core/base/hashindex.h"
#include "core/format/traits.h"
#include "core/insight/blocking/waitcycles.h"
#include "core/watch/track/liveness.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace lockscope::insight {

namespace {

constexpr std::size_t loopEffort = 2'000'000; // edges
constexpr std::size_t sumEffort = 5'000'000; // waits and holds

std::size_t at(int place)
{
    return static_cast<std::size_t>(place);
}

struct LiveHold {
    int owner = 0;
    format::Mode mode = format::Mode::Exclusive;
};

bool blocks(const LiveHold &hold, int waiter, format::Mode mode, bool reentrant)
{
    if (hold.owner == waiter) {
        const bool wantsMore = hold.mode == format::Mode::Read && mode != format::Mode::Read;
        return !reentrant || wantsMore;
    }
    return mode != format::Mode::Read || hold.mode != format::Mode::Read;
}

class Builder
{
public:
    Builder(const std::vector<OwnWaiter> &own, const WaitMeter &meter, Instant now,
            const LostAt &lostAt);

    void reserve(std::size_t waits, std::size_t owners);
    void add(const watch::LockPointer &lock);
    void addUnseen();
    WaitGraph finish();

private:
    // The holds of a lock for which one waiter or more wait.
    struct Obstacle {
        int lock = 0;
        std::vector<int> owners;
        std::vector<int> waits;
        Millis waited{0};
    };

    int ownerNumber(const OwnerId &id, const Alias &alias = {});
    void addHolders(const watch::LockRecord &lock);
    void addWait(int lock, int owner, format::Mode mode, bool reentrant,
                 std::optional<Instant> since, Instant until);
    Instant seenUntil(const watch::LockId &lock) const;
    int obstacleFor(int lock, int owner, format::Mode mode, bool reentrant);
    int addObstacle(int lock, const std::vector<LiveHold> &holds, format::Mode mode);
    void join();
    void findCycles();
    void listBlockers();
    void sumUp(const std::vector<int> &owners);
    void sort();

    const std::vector<OwnWaiter> &m_own;
    const WaitMeter &m_meter;
    Instant m_now;
    const LostAt &m_lostAt;
    std::unordered_map<watch::LockId, std::vector<std::size_t>> m_ownByLock;
    HashIndex m_numbers; // of owners, by id
    WaitGraph m_graph;
    std::vector<Obstacle> m_obstacles;
    std::vector<int> m_obstacleOf; // of a wait; -1: nobody is in its way
    // The live holds of the lock that is being added.
    std::vector<LiveHold> m_holds;
    std::vector<int> m_heldIn; // the lock in which an owner was last seen holding
    int m_forAll = -1; // the obstacle that those share who want it alone
    int m_forReaders = -1;
    // Owners first, then obstacles.
    Successors m_edges;
    std::vector<int> m_components;
    std::vector<std::vector<int>> m_obstructs; // of an owner: obstacles
    std::vector<bool> m_isCyclic; // component
    std::vector<WaitGraph::Blocker> m_blockers; // one an owner
    std::size_t m_sumEffort = sumEffort;
};

Builder::Builder(const std::vector<OwnWaiter> &own, const WaitMeter &meter, Instant now,
                 const LostAt &lostAt)
    : m_own(own)
    , m_meter(meter)
    , m_now(now)
    , m_lostAt(lostAt)
{
    for (std::size_t i = 0; i < own.size(); ++i)
        m_ownByLock[own[i].lock].push_back(i);
}

void Builder::reserve(std::size_t waits, std::size_t owners)
{
    m_graph.owners.reserve(owners);
    m_heldIn.reserve(owners);
    m_graph.waits.reserve(waits);
    m_obstacleOf.reserve(waits);
}

int Builder::ownerNumber(const OwnerId &id, const Alias &alias)
{
    auto &owners = m_graph.owners;
    const std::size_t hash = std::hash<OwnerId>()(id);
    const quint32 known =
        m_numbers.find(hash, [&](quint32 number) { return owners[number].id == id; });
    if (known == HashIndex::none) {
        m_numbers.insert(hash, static_cast<quint32>(owners.size()));
        owners.push_back({id, alias, {}});
        m_heldIn.push_back(-1);
        return static_cast<int>(owners.size()) - 1;
    }
    if (alias.isSurerThan(owners[known].alias))
        owners[known].alias = alias;
    return static_cast<int>(known);
}

void Builder::addHolders(const watch::LockRecord &lock)
{
    const int number = static_cast<int>(m_graph.locks.size()) - 1;
    if (!format::traitsOf(*lock.kind).hasOwners)
        return;
    for (const watch::HoldRecord &hold : lock.holds) {
        if (hold.stale)
            continue;
        const int owner = ownerNumber(hold.owner, hold.alias);
        m_holds.push_back({owner, hold.mode});
        if (std::exchange(m_heldIn[at(owner)], number) == number)
            continue; // reads and writes
        m_graph.locks.back().holders.push_back(owner);
        m_graph.owners[at(owner)].held.push_back(number);
    }
}

int Builder::addObstacle(int lock, const std::vector<LiveHold> &holds, format::Mode mode)
{
    Obstacle obstacle;
    obstacle.lock = lock;
    for (const LiveHold &hold : holds) {
        if (mode != format::Mode::Read || hold.mode != format::Mode::Read)
            obstacle.owners.push_back(hold.owner);
    }
    // An owner that reads and writes is there twice.
    std::sort(obstacle.owners.begin(), obstacle.owners.end());
    obstacle.owners.erase(std::unique(obstacle.owners.begin(), obstacle.owners.end()),
                          obstacle.owners.end());
    if (obstacle.owners.empty())
        return -1;
    m_obstacles.push_back(std::move(obstacle));
    return static_cast<int>(m_obstacles.size()) - 1;
}

int Builder::obstacleFor(int lock, int owner, format::Mode mode, bool reentrant)
{
    if (m_heldIn[at(owner)] == lock) {
        // Its own holds are kept apart from the others'.
        std::vector<LiveHold> holds;
        std::copy_if(m_holds.begin(), m_holds.end(), std::back_inserter(holds),
                     [&](const LiveHold &hold) { return blocks(hold, owner, mode, reentrant); });
        return addObstacle(lock, holds, format::Mode::Exclusive);
    }
    int &shared = mode == format::Mode::Read ? m_forReaders : m_forAll;
    if (shared < 0) {
        shared = addObstacle(lock, m_holds, mode);
        if (shared >= 0)
            m_obstacles[at(shared)].waits.reserve(m_graph.locks[at(lock)].waits.capacity());
    }
    return shared;
}

void Builder::addWait(int lock, int owner, format::Mode mode, bool reentrant,
                      std::optional<Instant> since, Instant until)
{
    const int number = static_cast<int>(m_graph.waits.size());
    WaitGraph::Wait wait{owner, lock, mode, std::nullopt};
    if (since)
        wait.waited = std::max(Millis(0), std::chrono::floor<Millis>(until - *since));
    const int obstacle = obstacleFor(lock, owner, mode, reentrant);
    m_obstacleOf.push_back(obstacle);
    m_graph.locks[at(lock)].waits.push_back(number);
    const Millis waited = wait.waited.value_or(Millis(0));
    m_graph.locks[at(lock)].waited += waited;
    if (obstacle >= 0) {
        m_obstacles[at(obstacle)].waits.push_back(number);
        m_obstacles[at(obstacle)].waited += waited;
    }
    m_graph.waits.push_back(wait);
}

Instant Builder::seenUntil(const watch::LockId &lock) const
{
    const auto lost = m_lostAt.find(lock.deployment);
    return lost == m_lostAt.end() ? m_now : std::min(m_now, lost->second);
}

void Builder::add(const watch::LockPointer &lock)
{
    const Instant seen = seenUntil(lock->id);
    const auto own = m_ownByLock.find(lock->id);
    const bool hasOwn = own != m_ownByLock.end();
    // A permit that was not given back in time does not mean that its holder died.
    const format::KindTraits &kind = format::traitsOf(*lock->kind);
    for (const watch::HoldRecord &hold : lock->holds) {
        if (hold.stale && kind.hasOwners)
            m_graph.dead.push_back({hold.owner, hold.alias, lock, false});
    }
    std::vector<const watch::WaiterRecord *> queue;
    if (lock->waiters) {
        for (const watch::WaiterRecord &waiter : *lock->waiters) {
            const watch::Liveness liveness = livenessOf(waiter, seen);
            if (mayWait(liveness))
                queue.push_back(&waiter);
            else
                m_graph.dead.push_back(
                    {waiter.owner, waiter.alias, lock, true, liveness == watch::Liveness::Ghost});
        }
    }
    std::optional<qint64> connections;
    if (!lock->waiters)
        connections = lock->waitingConnections;
    if (queue.empty() && !hasOwn && connections.value_or(0) <= 0)
        return;
    const int number = static_cast<int>(m_graph.locks.size());
    m_graph.locks.push_back({lock, lock->id, {}, {}, Millis(0), connections, Millis(0)});
    m_graph.locks.back().unseenFor = std::chrono::floor<Millis>(m_now - seen);
    if (lock->waiters)
        m_graph.locks.back().unread =
            waiterCount(*lock).value_or(0) - static_cast<qint64>(lock->waiters->size());
    m_graph.locks.back().waits.reserve(queue.size() + (hasOwn ? own->second.size() : 0));
    if (connections.value_or(0) > 0)
        m_graph.locks.back().connectionTime = m_meter.connectionTime(lock->id, seen);
    m_holds.clear();
    m_forAll = m_forReaders = -1;
    addHolders(*lock);
    std::vector<int> ownOwners;
    for (const std::size_t i : hasOwn ? own->second : std::vector<std::size_t>()) {
        const OwnWaiter &waiter = m_own[i];
        const int owner = ownerNumber(waiter.owner, waiter.alias);
        ownOwners.push_back(owner);
        addWait(number, owner, waiter.mode, waiter.reentrant, waiter.since, m_now);
    }
    const WaitMeter::Queue queued = m_meter.queue(lock->id);
    for (const watch::WaiterRecord *waiter : queue) {
        const int owner = ownerNumber(waiter->owner, waiter->alias);
        if (std::find(ownOwners.begin(), ownOwners.end(), owner) == ownOwners.end())
            addWait(number, owner, format::Mode::Exclusive, kind.isReentrant,
                    queued.since(waiter->owner), seen);
        else
            continue;
        m_graph.waits.back().isUnchecked = livenessOf(*waiter, seen) == watch::Liveness::Unchecked;
    }
    m_ownByLock.erase(lock->id);
}

// Locks that our own waiters know and the watch does not.
void Builder::addUnseen()
{
    for (const auto &[id, waiters] : m_ownByLock) {
        const int number = static_cast<int>(m_graph.locks.size());
        m_graph.locks.push_back({nullptr, id, {}, {}, Millis(0), {}, Millis(0)});
        m_holds.clear();
        m_forAll = m_forReaders = -1;
        for (const std::size_t i : waiters)
            addWait(number, ownerNumber(m_own[i].owner, m_own[i].alias), m_own[i].mode,
                    m_own[i].reentrant, m_own[i].since, m_now);
    }
}

void Builder::join()
{
    const std::size_t owners = m_graph.owners.size();
    m_edges.resize(owners + m_obstacles.size());
    m_obstructs.resize(owners);
    for (std::size_t wait = 0; wait < m_graph.waits.size(); ++wait) {
        if (m_obstacleOf[wait] >= 0)
            m_edges[at(m_graph.waits[wait].owner)].push_back(static_cast<int>(owners)
                                                             + m_obstacleOf[wait]);
    }
    for (std::size_t i = 0; i < m_obstacles.size(); ++i) {
        m_edges[owners + i] = m_obstacles[i].owners;
        for (const int owner : m_obstacles[i].owners)
            m_obstructs[at(owner)].push_back(static_cast<int>(i));
    }
    m_components = componentsOf(m_edges);
}

void Builder::findCycles()
{
    const int owners = static_cast<int>(m_graph.owners.size());
    m_isCyclic.assign(m_edges.size(), false);
    // Between two owners there is an obstacle: a component with one is a cycle if it has an owner
    // too.
    std::vector<bool> hasObstacle(m_edges.size(), false);
    for (std::size_t node = at(owners); node < m_edges.size(); ++node)
        hasObstacle[at(m_components[node])] = true;
    std::unordered_map<int, std::vector<int>> members;
    for (int owner = 0; owner < owners; ++owner) {
        const int component = m_components[at(owner)];
        if (hasObstacle[at(component)]) {
            m_isCyclic[at(component)] = true;
            members[component].push_back(owner);
        }
    }
    std::size_t effort = loopEffort;
    for (const auto &[component, starts] : members) {
        const Loop loop = shortestLoop(m_edges, m_components, starts, effort);
        WaitGraph::Cycle cycle{{}, starts.size(), loop.isShortest};
        for (std::size_t i = 0; i + 1 < loop.nodes.size(); i += 2)
            cycle.steps.push_back(
                {loop.nodes[i], m_obstacles[at(loop.nodes[i + 1] - owners)].lock});
        // The same cycle is always told in the same way.
        const auto first = std::min_element(
            cycle.steps.begin(), cycle.steps.end(), [this](const auto &a, const auto &b) {
                return m_graph.owners[at(a.owner)].id < m_graph.owners[at(b.owner)].id;
            });
        std::rotate(cycle.steps.begin(), first, cycle.steps.end());
        m_graph.cycles.push_back(std::move(cycle));
    }
}

// All that waits for these owners, directly or not, counted once; into the blockers of each of
// them.
void Builder::sumUp(const std::vector<int> &owners)
{
    std::vector<int> open = owners;
    std::unordered_map<int, bool> seenOwners;
    std::unordered_map<int, bool> seenObstacles;
    std::unordered_map<int, bool> seenLocks;
    WaitGraph::Blocker sum;
    for (const int owner : owners)
        seenOwners[owner] = true;
    while (!open.empty()) {
        const int owner = open.back();
        open.pop_back();
        for (const int lock : m_graph.owners[at(owner)].held) {
            const WaitGraph::Lock &held = m_graph.locks[at(lock)];
            if (held.connections && seenLocks.try_emplace(lock, true).second) {
                sum.connections = sum.connections.value_or(0) + *held.connections;
                sum.connectionTime += held.connectionTime;
            }
        }
        for (const int number : m_obstructs[at(owner)]) {
            if (!seenObstacles.try_emplace(number, true).second)
                continue;
            const Obstacle &obstacle = m_obstacles[at(number)];
            const std::size_t cost = obstacle.waits.size() + 1;
            if (cost > m_sumEffort) {
                m_graph.partial = true;
                return;
            }
            m_sumEffort -= cost;
            sum.allWaiters += obstacle.waits.size();
            sum.allWaited += obstacle.waited;
            for (const int wait : obstacle.waits) {
                const int waiter = m_graph.waits[at(wait)].owner;
                if (seenOwners.try_emplace(waiter, true).second)
                    open.push_back(waiter);
            }
        }
    }
    for (const int owner : owners) {
        WaitGraph::Blocker &blocker = m_blockers[at(owner)];
        std::tie(blocker.allWaiters, blocker.allWaited, blocker.connections,
                 blocker.connectionTime) =
            std::tie(sum.allWaiters, sum.allWaited, sum.connections, sum.connectionTime);
    }
}

void Builder::listBlockers()
{
    const std::size_t owners = m_graph.owners.size();
    std::vector<bool> leads(m_edges.size(), false); // component: to another
    for (std::size_t node = 0; node < m_edges.size(); ++node) {
        for (const int next : m_edges[node]) {
            if (m_components[at(next)] != m_components[node])
                leads[at(m_components[node])] = true;
        }
    }
    m_blockers.resize(owners);
    std::unordered_map<int, std::vector<int>> roots; // by component
    for (std::size_t owner = 0; owner < owners; ++owner) {
        WaitGraph::Blocker &blocker = m_blockers[owner];
        blocker.owner = static_cast<int>(owner);
        for (const int number : m_obstructs[owner]) {
            blocker.waiters += m_obstacles[at(number)].waits.size();
            blocker.waited += m_obstacles[at(number)].waited;
        }
        for (const int lock : m_graph.owners[owner].held) {
            if (const auto &more = m_graph.locks[at(lock)].connections)
                blocker.connections = blocker.connections.value_or(0) + *more;
            blocker.connectionTime += m_graph.locks[at(lock)].connectionTime;
        }
        blocker.allWaiters = blocker.waiters;
        blocker.allWaited = blocker.waited;
        const int component = m_components[owner];
        blocker.isInCycle = m_isCyclic[at(component)];
        blocker.isRoot = !leads[at(component)];
        if (blocker.isRoot && blocker.waiters > 0)
            roots[component].push_back(blocker.owner);
    }
    for (const auto &[component, members] : roots)
        sumUp(members);
    std::copy_if(m_blockers.begin(), m_blockers.end(), std::back_inserter(m_graph.blockers),
                 [](const WaitGraph::Blocker &blocker) {
                     return blocker.waiters > 0 || blocker.connections.value_or(0) > 0;
                 });
}

void Builder::sort()
{
    const auto &owners = m_graph.owners;
    std::sort(m_graph.blockers.begin(), m_graph.blockers.end(),
              [&](const WaitGraph::Blocker &a, const WaitGraph::Blocker &b) {
                  const auto cost = [](const WaitGraph::Blocker &blocker) {
                      return std::tie(blocker.allWaited, blocker.allWaiters, blocker.connectionTime,
                                      blocker.connections);
                  };
                  if (cost(a) != cost(b))
                      return cost(a) > cost(b);
                  return owners[at(a.owner)].id < owners[at(b.owner)].id;
              });
    std::sort(m_graph.cycles.begin(), m_graph.cycles.end(), [&](const auto &a, const auto &b) {
        if (a.steps.size() != b.steps.size())
            return a.steps.size() < b.steps.size();
        return owners[at(a.steps.front().owner)].id < owners[at(b.steps.front().owner)].id;
    });
}

WaitGraph Builder::finish()
{
    join();
    findCycles();
    listBlockers();
    sort();
    return std::move(m_graph);
}

} // namespace

LostAt lostAtOf(const std::map<watch::ServerId, watch::ServerRecord> &servers)
{
    LostAt lostAt;
    for (const auto &[id, server] : servers) {
        if (!server.lostAt)
            continue;
        const auto [lost, isNew] = lostAt.emplace(server.deployment, *server.lostAt);
        lost->second = std::min(lost->second, *server.lostAt);
    }
    return lostAt;
}

WaitGraph waitGraph(const std::vector<watch::LockPointer> &locks, const std::vector<OwnWaiter> &own,
                    const WaitMeter &meter, Instant now, const LostAt &lostAt)
{
    Builder builder(own, meter, now, lostAt);
    std::size_t waits = own.size();
    std::size_t holds = 0;
    for (const watch::LockPointer &lock : locks) {
        const std::size_t queue = lock->waiters ? lock->waiters->size() : 0;
        waits += queue;
        if (queue > 0 || lock->waitingConnections.value_or(0) > 0)
            holds += lock->holds.size();
    }
    builder.reserve(waits, waits + holds);
    for (const watch::LockPointer &lock : locks)
        builder.add(lock);
    builder.addUnseen();
    return builder.finish();
}

std::vector<int> costliestLocks(const WaitGraph &graph)
{
    std::vector<int> order(graph.locks.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int>(i);
    std::sort(order.begin(), order.end(), [&](int left, int right) {
        const auto cost = [&](int lock) {
            const WaitGraph::Lock &one = graph.locks[at(lock)];
            return std::tuple(one.waited, one.waits.size(), one.connectionTime, one.connections);
        };
        if (cost(left) != cost(right))
            return cost(left) > cost(right);
        return graph.locks[at(left)].id < graph.locks[at(right)].id;
    });
    return order;
}

} // namespace lockscope::insight
