// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/incidentnotifier.h"

#include "ui/health/healthfeed.h"

#include <algorithm>
#include <chrono>

namespace lockscope::ui {

IncidentNotifier::IncidentNotifier(HealthFeed &feed, const ServerModel &servers, const Clock &clock,
                                   QObject *parent)
    : QObject(parent)
    , m_feed(feed)
    , m_servers(servers)
    , m_clock(clock)
{
    m_due.setSingleShot(true);
    connect(&m_due, &QTimer::timeout, this, &IncidentNotifier::tell);
    connect(&feed, &HealthFeed::sightChanged, this, &IncidentNotifier::noteSight);
    connect(&feed, &HealthFeed::problemChanged, this, &IncidentNotifier::note);
    noteSight();
}

void IncidentNotifier::setOn(bool isOn)
{
    m_isOn = isOn;
    if (isOn)
        return;
    m_pace.clear();
    m_due.stop();
}

void IncidentNotifier::noteSight()
{
    for (const ServerRow &row : m_servers.rows()) {
        const watch::DeploymentId deployment = row.server.deployment;
        if (m_feed.isInSight(deployment) && m_seen.insert(deployment).second)
            m_pace.gather(m_clock.now());
    }
}

void IncidentNotifier::note(const health::ProblemChange &change)
{
    using What = health::ProblemChange::What;
    if (!m_isOn)
        return;
    const health::Incident *incident = m_feed.incidents().find(change.problem.id);
    if (change.what == What::Opened && incident
        && !m_feed.incidents().isMuted(*incident, m_feed.wallNow()))
        m_pace.add(change.problem);
    else if (change.what == What::Closed)
        m_pace.remove(change.problem.id);
    else
        return;
    // Those that open together are told together.
    if (!m_due.isActive())
        m_due.start(0);
}

void IncidentNotifier::tell()
{
    if (const auto notice = m_pace.take(m_clock.now()))
        Q_EMIT noticed(*notice);
    if (const auto next = m_pace.nextAt())
        m_due.start(std::max(Millis(1), std::chrono::ceil<Millis>(*next - m_clock.now())));
}

} // namespace lockscope::ui
