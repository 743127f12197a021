// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/numbersfeed.h"

#include <QDateTime>

#include <algorithm>

namespace lockscope::ui {

namespace {

WallInstant midnightBefore(WallInstant at)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count());
    return WallInstant(Millis(local.date().startOfDay().toMSecsSinceEpoch()));
}

// Other than before, where both are told.
bool isOther(const QByteArray &before, const QByteArray &now)
{
    return !before.isEmpty() && !now.isEmpty() && before != now;
}

} // namespace

NumbersFeed::NumbersFeed(WatchClient &client, const Clock & /*clock*/, QObject *owner)
    : QObject(owner)
    , m_client(client)
{
    client.picture().addSink(this);
    for (const ServerRow &row : client.servers().rows())
        note(row.server);
    client.locks().forEachLock([this](const watch::LockPointer &lock) { m_numbers.add(*lock, 1); });
    m_series.setLevels(m_numbers, now());
    // Changes held back by a pause arrive all at once at its end, so their arrival does not tell
    // when they happened.
    connect(&client, &WatchClient::pausedChanged, this, &NumbersFeed::look);
}

NumbersFeed::~NumbersFeed()
{
    m_client.picture().removeSink(this);
}

const NumberSeries &NumbersFeed::series()
{
    m_series.advance(now());
    return m_series;
}

std::optional<Instant> NumbersFeed::heardAt(watch::ServerId server) const
{
    const auto known = m_servers.find(server);
    return known == m_servers.end() ? std::nullopt : known->second.at;
}

std::optional<Instant> NumbersFeed::readSince(watch::ServerId server) const
{
    const auto known = m_servers.find(server);
    return known == m_servers.end() ? std::nullopt : known->second.readSince;
}

std::size_t NumbersFeed::changesToday(watch::ServerId server) const
{
    const auto known = m_servers.find(server);
    if (known == m_servers.end() || known->second.changes.empty())
        return 0;
    const WallInstant midnight = midnightBefore(m_client.shownClock().wallNow());
    return static_cast<std::size_t>(std::ranges::count_if(
        known->second.changes, [midnight](WallInstant each) { return each >= midnight; }));
}

void NumbersFeed::hear(watch::ServerId server, Instant at)
{
    const auto known = m_servers.find(server);
    if (known != m_servers.end() && known->second.isUp)
        known->second.at = at;
}

// The store still has what was before.
void NumbersFeed::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    const Instant at = now();
    const LockNumbers before = m_numbers;
    if (const watch::LockPointer known = m_client.picture().find(id))
        m_numbers.add(*known, -1);
    if (lock) {
        m_numbers.add(*lock, 1);
        hear(lock->serverId, at);
    }
    if (m_numbers != before)
        m_series.setLevels(m_numbers, at);
}

void NumbersFeed::note(const watch::ServerRecord &server)
{
    if (server.hasLeft) {
        m_servers.erase(server.server);
        return;
    }
    Heard &heard = m_servers[server.server];
    heard.deployment = server.deployment;
    heard.isUp = server.state == watch::ServerState::Up;
    if (heard.isUp)
        heard.at = now();
    if (!heard.isUp || server.discovering)
        heard.readSince.reset();
    else if (!heard.readSince)
        heard.readSince = now();
    if (isOther(heard.runId, server.runId) || isOther(heard.role, server.role)) {
        const WallInstant at = m_client.shownClock().wallNow();
        std::erase_if(heard.changes, [midnight = midnightBefore(at)](WallInstant each) {
            return each < midnight;
        });
        heard.changes.push_back(at);
    }
    if (!server.runId.isEmpty())
        heard.runId = server.runId;
    if (!server.role.isEmpty())
        heard.role = server.role;
    look();
}

void NumbersFeed::note(const std::vector<watch::Event> &events)
{
    const Instant at = now();
    const WallInstant late = m_client.shownClock().wallNow() - 2 * NumberSeries::step;
    for (const watch::Event &event : events) {
        hear(event.serverId, at);
        if (event.at >= late)
            m_series.note(event, at);
    }
}

void NumbersFeed::noteRemoved(watch::DeploymentId deployment)
{
    std::erase_if(m_servers,
                  [&](const auto &each) { return each.second.deployment == deployment; });
    look();
}

void NumbersFeed::noteStart()
{
    m_numbers = {};
    m_series = {};
    m_servers.clear();
}

void NumbersFeed::look()
{
    const bool isSeen = std::any_of(m_servers.begin(), m_servers.end(),
                                    [](const auto &each) { return each.second.isUp; });
    m_series.setSeen(isSeen && !m_client.isPaused(), now());
}

} // namespace lockscope::ui
