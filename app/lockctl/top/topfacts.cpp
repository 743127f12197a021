// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/topfacts.h"

#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <algorithm>

namespace lockscope::lockctl {

namespace {

constexpr qsizetype nameLimit = 200;

qint64 secondOf(Instant at)
{
    return std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()).count();
}

} // namespace

void LockCounts::add(const watch::LockRecord &lock, int sign)
{
    switch (lock.state) {
    case watch::LockState::Free:
        free += sign;
        break;
    case watch::LockState::Held:
        held += sign;
        break;
    case watch::LockState::Contended:
        contended += sign;
        break;
    case watch::LockState::Uncertain: // until it is read again, in a moment
        break;
    }
    if (const auto inQueue = watch::waiterCount(lock))
        waiters += sign * *inQueue;
    else if (lock.waitingConnections)
        connections += sign * *lock.waitingConnections;
}

void LockCounts::change(const watch::LockPointer &before, const watch::LockPointer &after)
{
    if (before)
        add(*before, -1);
    if (after)
        add(*after, 1);
}

void ChangeRate::note(Instant at)
{
    const qint64 second = secondOf(at);
    if (!m_from)
        m_from = at;
    if (m_seconds.empty() || m_seconds.back().number != second)
        m_seconds.push_back({second, 0});
    ++m_seconds.back().count;
    while (m_seconds.front().number < second - span.count())
        m_seconds.pop_front();
}

std::optional<double> ChangeRate::perSecond(Instant now) const
{
    if (!m_from || now - *m_from < span)
        return std::nullopt;
    const qint64 last = secondOf(now); // not over yet
    qint64 sum = 0;
    for (const Second &each : m_seconds) {
        if (each.number >= last - span.count() && each.number < last)
            sum += each.count;
    }
    return static_cast<double>(sum) / static_cast<double>(span.count());
}

std::vector<BlockerFacts> blockersOf(const insight::WaitGraph &graph, std::size_t most)
{
    std::vector<BlockerFacts> facts;
    for (const insight::WaitGraph::Blocker &blocker : graph.blockers) {
        if (facts.size() >= most)
            break;
        const auto &owner = graph.owners[static_cast<std::size_t>(blocker.owner)];
        BlockerFacts each;
        each.owner = wording::shortOwner(owner.id, owner.alias, nameLimit);
        each.waiters = blocker.allWaiters;
        each.waited = blocker.allWaited;
        each.connections = blocker.connections;
        each.connectionTime = blocker.connectionTime;
        if (!owner.held.empty()) {
            const auto &lock = graph.locks[static_cast<std::size_t>(owner.held.front())];
            each.lock = wording::lockName(lock.id.name, nameLimit);
            each.moreLocks = owner.held.size() - 1;
        }
        facts.push_back(std::move(each));
    }
    return facts;
}

const watch::ServerRecord *TopFacts::server(watch::ServerId id) const
{
    const auto found = std::ranges::find(servers, id, &watch::ServerRecord::server);
    return found == servers.end() ? nullptr : &*found;
}

std::optional<Instant> TopFacts::unseenSince(const watch::LockRecord &lock) const
{
    const watch::ServerRecord *keeper = server(lock.serverId);
    return keeper ? keeper->lostAt : std::nullopt;
}

} // namespace lockscope::lockctl
