// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/historyfeed.h"

#include "ui/wording/actionwording.h"

#include <set>

namespace lockscope::ui {

HistoryFeed::HistoryFeed(WatchClient &client, const Clock &clock, QObject *owner)
    : QObject(owner)
    , m_client(client)
    , m_clock(clock)
{
    client.picture().addSink(this);
}

HistoryFeed::~HistoryFeed()
{
    m_client.picture().removeSink(this);
}

void HistoryFeed::noteActed(const watch::LockId &id, const admin::Plan &plan,
                            const admin::Outcome &outcome)
{
    m_history.note(watch::OperatorMark{m_clock.wallNow(), id, admin::name(plan.action),
                                       outcome.status == admin::Outcome::Status::Done,
                                       wording::outcomeSentence(outcome, plan)});
}

void HistoryFeed::note(const watch::LockId &, const watch::LockPointer &) {}

void HistoryFeed::note(const watch::ServerRecord &) {}

void HistoryFeed::note(const std::vector<watch::Event> &events)
{
    bool hasLost = false;
    std::set<watch::DeploymentId> deployments;
    for (const watch::Event &event : events) {
        m_history.note(event);
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

// The models have all that the lost events told of.
void HistoryFeed::reconcile(const std::set<watch::DeploymentId> &deployments)
{
    const WallInstant now = m_clock.wallNow();
    const LockTableModel &locks = m_client.locks();
    for (const watch::HoldHistory::Lane lane : m_history.lanes()) {
        const watch::LockId id = m_history.lockOf(lane);
        if (deployments.contains(id.deployment) && !locks.find(id))
            m_history.reconcile(id, nullptr, now);
    }
    locks.forEachLock([&](const watch::LockPointer &lock) {
        if (deployments.contains(lock->id.deployment))
            m_history.reconcile(lock->id, lock.get(), now);
    });
}

} // namespace lockscope::ui
