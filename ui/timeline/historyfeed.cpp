// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/historyfeed.h"

#include "ui/wording/actionwording.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

HistoryFeed::HistoryFeed(WatchClient &client, const Clock &clock, QObject *owner)
    : QObject(owner)
    , m_client(client)
    , m_clock(clock)
{
    client.picture().addSink(this);
    connect(&client, &WatchClient::pausedChanged, this, &HistoryFeed::notePause);
    connect(&client, &WatchClient::notRecorded, this,
            [this](WallInstant from, WallInstant to) { m_history.noteNotRecorded(from, to); });
    connect(&client, &WatchClient::recordBegan, this,
            [this](WallInstant at) { m_history.noteRecordBegin(at); });
}

HistoryFeed::~HistoryFeed()
{
    m_client.picture().removeSink(this);
}

void HistoryFeed::noteActed(const watch::LockId &id, const admin::Plan &plan,
                            const admin::Outcome &outcome)
{
    m_history.note(insight::OperatorMark{m_clock.wallNow(), id, admin::name(plan.action),
                                         outcome.status == admin::Outcome::Status::Done,
                                         wording::outcomeSentence(outcome, plan)});
}

void HistoryFeed::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    m_history.noteWaiters(id, lock.get(), m_clock.wallNow());
}

void HistoryFeed::note(const watch::ServerRecord &server)
{
    noteSight(server);
    noteUnreadable(server);
}

// A server that is back reads all its locks and scans its keys. The end of the scan is published;
// the record that tells of the return itself says nothing of it yet.
void HistoryFeed::noteSight(const watch::ServerRecord &server)
{
    using Sight = insight::WaiterHistory::Sight;
    const auto tell = [&](Sight sight, WallInstant at) {
        m_history.noteSight(server.deployment, server.server, sight, at);
    };
    const auto known = m_away.find(server.server);
    const WallInstant now = m_clock.wallNow();
    if (server.lostAt && !server.hasLeft) {
        const auto away = std::chrono::floor<Millis>(m_clock.now() - *server.lostAt);
        if (known == m_away.end() || known->second != Sight::Lost)
            tell(Sight::Lost, now - std::max(Millis(0), away));
        m_away.insert_or_assign(server.server, Sight::Lost);
        return;
    }
    if (known == m_away.end())
        return;
    if (known->second == Sight::Lost && !server.hasLeft) {
        tell(Sight::Returning, now);
        known->second = Sight::Returning;
    } else if (server.hasLeft
               || (server.state == watch::ServerState::Up && !server.discovering
                   && !server.scan.running)) {
        tell(Sight::Seen, now);
        m_away.erase(known);
    }
}

// The shown state of a lock that may not be read is that of earlier.
void HistoryFeed::noteUnreadable(const watch::ServerRecord &server)
{
    static const std::set<LockName> none;
    const auto known = m_unreadable.find(server.server);
    const auto before = known == m_unreadable.end() ? nullptr : known->second;
    if (before == server.unreadable)
        return;
    const std::set<LockName> &names = server.unreadable ? server.unreadable->names : none;
    const WallInstant now = m_clock.wallNow();
    for (const LockName &name : names)
        m_history.noteWaitersUnread({server.deployment, name}, now);
    for (const LockName &name : before ? before->names : none) {
        if (!names.contains(name))
            noteWaiters({server.deployment, name});
    }
    if (server.unreadable)
        m_unreadable.insert_or_assign(server.server, server.unreadable);
    else
        m_unreadable.erase(server.server);
}

// Records that come meanwhile replace each other, so that the numbers between are lost.
void HistoryFeed::notePause(bool isPaused)
{
    const WallInstant now = m_clock.wallNow();
    if (isPaused)
        m_pausedAt = now;
    else if (m_pausedAt)
        m_history.noteUnseen(*std::exchange(m_pausedAt, std::nullopt), now);
}

void HistoryFeed::note(const std::vector<watch::Event> &events)
{
    bool hasLost = false;
    std::set<watch::DeploymentId> deployments;
    for (const watch::Event &event : events) {
        const quint64 madeBefore = m_history.madeLanes();
        m_history.note(event);
        // The record of the lock came before it had a lane.
        if (m_history.madeLanes() != madeBefore && event.name)
            noteWaiters({event.deploymentId, *event.name});
        if (event.deploymentId.isNone())
            hasLost = true;
        else
            deployments.insert(event.deploymentId);
    }
    if (hasLost)
        reconcile(deployments);
}

// One owner has one name there, as it is in one deployment mostly.
void HistoryFeed::noteNames(const picture::AliasBook &aliases)
{
    m_history.rename([&](const OwnerId &owner) { return aliases.findAnywhere(owner); });
}

// No event will ever tell how its holds end, and its silence is no outage.
void HistoryFeed::noteRemoved(watch::DeploymentId deployment)
{
    m_history.noteLeft(deployment, m_clock.wallNow());
}

void HistoryFeed::noteStart()
{
    m_history.clear();
    m_away.clear();
    m_unreadable.clear();
}

// The models have all that the lost events told of.
void HistoryFeed::reconcile(const std::set<watch::DeploymentId> &deployments)
{
    const WallInstant now = m_clock.wallNow();
    const picture::Picture &picture = m_client.picture();
    for (const insight::HoldHistory::Lane lane : m_history.lanes()) {
        const watch::LockId id = m_history.lockOf(lane);
        if (deployments.contains(id.deployment) && !picture.find(id))
            m_history.reconcile(id, nullptr, now);
    }
    picture.forEachLock([&](const watch::LockPointer &lock) {
        if (deployments.contains(lock->id.deployment))
            m_history.reconcile(lock->id, lock.get(), now);
    });
    for (const insight::HoldHistory::Lane lane : m_history.lanes()) {
        if (!m_history.areWaitersNoted(lane))
            noteWaiters(m_history.lockOf(lane));
    }
}

void HistoryFeed::noteWaiters(const watch::LockId &id)
{
    if (const auto lock = m_client.picture().find(id))
        m_history.noteWaiters(id, lock.get(), m_clock.wallNow());
}

} // namespace lockscope::ui
