// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/picture/picture.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::picture {

Picture::Picture(Store &store)
    : m_store(store)
{}

void Picture::take(watch::WatchMailbox::Delivery &&delivery, WallInstant now)
{
    merge(delivery.changes);
    append(std::move(delivery.events), delivery.droppedEvents, now);
}

void Picture::merge(std::span<watch::KeyedChange> changes)
{
    LockChanges locks;
    std::vector<watch::ServerPointer> learned;
    for (auto &[key, change] : changes) {
        if (const auto *server = std::get_if<watch::ServerPointer>(&change)) {
            if (m_removed.contains((*server)->deployment))
                continue;
            if ((*server)->hasLeft)
                removeServer(**server);
            else if (setServer(**server))
                learned.push_back(*server);
            continue;
        }
        auto &id = std::get<watch::LockId>(key);
        if (m_removed.contains(id.deployment))
            continue;
        auto &lock = std::get<watch::LockPointer>(change);
        if (lock)
            m_areNamesOther |= m_aliases.note(*lock);
        m_aliases.apply(lock);
        for (ChangeSink *sink : m_sinks)
            sink->note(id, lock);
        locks.emplace_back(std::move(id), std::move(lock));
    }
    if (!locks.empty())
        m_store.merge(std::move(locks));
    for (const watch::ServerPointer &server : learned)
        setAliases(server->deployment, AliasOrigin::Learned,
                   server->learned ? *server->learned : std::vector<AliasRule>());
}

void Picture::removeServer(const watch::ServerRecord &server)
{
    for (ChangeSink *sink : m_sinks)
        sink->note(server);
    m_servers.erase(server.server);
    m_store.removeServer(server);
}

// Whether it has learned other names of owners.
bool Picture::setServer(const watch::ServerRecord &server)
{
    for (ChangeSink *sink : m_sinks)
        sink->note(server);
    watch::ServerRecord &known = m_servers[server.server];
    const bool hasLearned = known.learned != server.learned;
    known = server;
    m_store.setServer(server);
    return hasLearned;
}

void Picture::append(std::vector<watch::Event> events, std::size_t dropped, WallInstant now)
{
    if (!m_removed.empty())
        std::erase_if(events, [this](const watch::Event &event) {
            return m_removed.contains(event.deploymentId);
        });
    if (std::exchange(m_areNamesOther, false))
        nameAllAnew();
    for (watch::Event &event : events)
        m_aliases.apply(event);
    if (dropped > 0) {
        watch::Event gap;
        gap.at = events.empty() ? now : events.front().at;
        gap.type = watch::EventType::Gap;
        gap.detail = Sentence::say("too many events; %1 were left out").arg(dropped);
        events.insert(events.begin(), std::move(gap));
    }
    tell(std::move(events));
}

void Picture::tell(std::vector<watch::Event> events)
{
    if (events.empty())
        return;
    for (ChangeSink *sink : m_sinks)
        sink->note(events);
    noteGaps(events);
    m_store.append(std::move(events));
}

// Those of a lock say why it could not be read, and are no time without sight.
void Picture::noteGaps(const std::vector<watch::Event> &events)
{
    for (const watch::Event &event : events) {
        if (event.type == watch::EventType::Gap && !event.name)
            m_gaps.push_back({event.at, event.at, event.deployment, event.server, event.detail});
    }
    if (m_gaps.size() > mostGaps)
        m_gaps.erase(m_gaps.begin(), m_gaps.end() - std::ptrdiff_t(mostGaps));
}

void Picture::tellGone(LockChanges gone)
{
    for (const auto &[id, lock] : gone) {
        for (ChangeSink *sink : m_sinks)
            sink->note(id, lock);
    }
    if (!gone.empty())
        m_store.merge(std::move(gone));
}

bool Picture::removeDeployment(watch::DeploymentId deployment, std::vector<watch::Event> last)
{
    if (!m_removed.insert(deployment).second || serversOf(deployment).empty())
        return false;
    LockChanges gone;
    forEachLockOf(deployment, [&](const watch::LockPointer &lock) {
        gone.emplace_back(lock->id, watch::LockPointer());
    });
    tellGone(std::move(gone));
    tell(std::move(last));
    std::erase_if(m_servers,
                  [&](const auto &each) { return each.second.deployment == deployment; });
    m_store.removeDeployment(deployment);
    for (ChangeSink *sink : m_sinks)
        sink->noteRemoved(deployment);
    return true;
}

void Picture::startAnew()
{
    std::set<watch::DeploymentId> all;
    for (const auto &[id, server] : m_servers)
        all.insert(server.deployment);
    readmitRemoved();
    for (const watch::DeploymentId deployment : all)
        removeDeployment(deployment);
    readmitRemoved();
    LockChanges left; // of servers that had left their deployment
    forEachLock([&](const watch::LockPointer &lock) { left.emplace_back(lock->id, nullptr); });
    tellGone(std::move(left));
    m_gaps.clear();
    m_unnamed.clear();
    for (ChangeSink *sink : m_sinks)
        sink->noteStart();
    m_store.startAnew();
}

bool Picture::setAliases(watch::DeploymentId deployment, AliasOrigin origin,
                         std::vector<AliasRule> rules)
{
    return m_aliases.set(deployment, origin, std::move(rules)) && nameAnew(deployment);
}

bool Picture::setAliases(watch::DeploymentId deployment, const AliasBook::Aliases &operators)
{
    return m_aliases.set(deployment, operators) && nameAnew(deployment);
}

bool Picture::nameOwner(watch::DeploymentId deployment, const OwnerId &owner, const QString &name)
{
    return m_aliases.add(deployment, owner, name) && nameAnew(deployment);
}

bool Picture::nameAnew(watch::DeploymentId deployment)
{
    forEachLockOf(deployment,
                  [this](const watch::LockPointer &lock) { m_unnamed.push_back(lock->id); });
    for (ChangeSink *sink : m_sinks)
        sink->noteNames(m_aliases);
    m_store.noteNames(deployment);
    return true;
}

bool Picture::setWordNames(bool on)
{
    if (!m_aliases.setWordNames(on))
        return false;
    forEachLock([this](const watch::LockPointer &lock) { m_aliases.note(*lock); });
    nameAllAnew();
    return true;
}

void Picture::nameAllAnew()
{
    m_unnamed.clear(); // they are among all
    forEachLock([this](const watch::LockPointer &lock) { m_unnamed.push_back(lock->id); });
    for (ChangeSink *sink : m_sinks)
        sink->noteNames(m_aliases);
    std::set<watch::DeploymentId> deployments;
    for (const auto &[id, server] : m_servers)
        deployments.insert(server.deployment);
    for (const watch::DeploymentId deployment : deployments)
        m_store.noteNames(deployment);
}

bool Picture::rename(std::size_t most)
{
    LockChanges changes;
    for (; most > 0 && !m_unnamed.empty(); --most) {
        watch::LockId id = std::move(m_unnamed.front());
        m_unnamed.pop_front();
        const watch::LockPointer before = find(id);
        watch::LockPointer lock = before;
        m_aliases.apply(lock);
        if (lock == before) // it has its name, or is gone
            continue;
        for (ChangeSink *sink : m_sinks)
            sink->note(id, lock);
        changes.emplace_back(std::move(id), std::move(lock));
    }
    if (!changes.empty())
        m_store.merge(std::move(changes));
    return isRenaming();
}

void Picture::forEachLockOf(watch::DeploymentId deployment, const LockVisitor &visitor) const
{
    forEachLock([&](const watch::LockPointer &lock) {
        if (lock->id.deployment == deployment)
            visitor(lock);
    });
}

const watch::ServerRecord *Picture::findServer(watch::ServerId server) const
{
    const auto known = m_servers.find(server);
    return known == m_servers.end() ? nullptr : &known->second;
}

std::vector<watch::ServerRecord> Picture::serversOf(watch::DeploymentId deployment) const
{
    std::vector<watch::ServerRecord> servers;
    for (const auto &[id, server] : m_servers) {
        if (server.deployment == deployment)
            servers.push_back(server);
    }
    return servers;
}

void Picture::addSink(ChangeSink *sink)
{
    m_sinks.push_back(sink);
}

void Picture::removeSink(ChangeSink *sink)
{
    std::erase(m_sinks, sink);
}

} // namespace lockscope::picture
