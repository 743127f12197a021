// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/recordedpicture.h"

#include <algorithm>
#include <type_traits>

namespace lockscope::recorder {

void RecordedPicture::apply(const Entry &entry)
{
    if (const auto *lock = std::get_if<LockEntry>(&entry)) {
        if (lock->lock)
            m_locks.insert_or_assign(lock->id, lock->lock);
        else
            m_locks.erase(lock->id);
    } else if (const auto *server = std::get_if<watch::ServerPointer>(&entry)) {
        if ((*server)->hasLeft)
            m_servers.erase((*server)->server);
        else
            m_servers.insert_or_assign((*server)->server, *server);
    } else if (const auto *removed = std::get_if<RemovedEntry>(&entry)) {
        remove(removed->deployment);
    } else if (const auto *change = std::get_if<health::ProblemChange>(&entry)) {
        if (change->what == health::ProblemChange::What::Closed)
            m_problems.erase(change->problem.id);
        else
            m_problems.insert_or_assign(change->problem.id, change->problem);
    } else if (const auto *place = std::get_if<PlaceEntry>(&entry)) {
        m_places.insert_or_assign(place->deployment, *place);
    }
}

void RecordedPicture::remove(watch::DeploymentId deployment)
{
    std::erase_if(m_servers,
                  [&](const auto &each) { return each.second->deployment == deployment; });
    std::erase_if(m_locks, [&](const auto &each) { return each.first.deployment == deployment; });
    m_places.erase(deployment);
}

// As health::HealthBook::isInSight() and problemsOf() have it.
std::optional<std::vector<health::Problem>> RecordedPicture::problemsOf(
    const watch::LockId &id) const
{
    bool isKnown = false;
    for (const auto &[number, server] : m_servers) {
        if (server->deployment != id.deployment)
            continue;
        isKnown = true;
        if (server->state != watch::ServerState::Up || server->discovering)
            return std::nullopt;
    }
    if (!isKnown)
        return std::nullopt;
    std::vector<health::Problem> found;
    for (const auto &[key, problem] : m_problems) {
        using Type = health::Subject::Type;
        const Type type = problem.subject.type;
        const bool isOfSeveral = (type == Type::Cycle || type == Type::Quorum)
            && std::ranges::find(problem.locks, id) != problem.locks.end();
        if (isOfSeveral || (type == Type::Lock && problem.subject.lock() == id))
            found.push_back(problem);
    }
    std::ranges::sort(found, health::isWorse);
    return found;
}

std::vector<Entry> RecordedPicture::entries() const
{
    std::vector<Entry> all;
    all.reserve(m_locks.size() + m_servers.size() + m_places.size() + m_problems.size());
    for (const auto &[deployment, place] : m_places)
        all.emplace_back(place);
    for (const auto &[id, server] : m_servers)
        all.emplace_back(server);
    for (const auto &[id, lock] : m_locks)
        all.emplace_back(LockEntry{id, lock});
    for (const auto &[id, problem] : m_problems)
        all.emplace_back(health::ProblemChange{health::ProblemChange::What::Opened, problem});
    return all;
}

} // namespace lockscope::recorder
