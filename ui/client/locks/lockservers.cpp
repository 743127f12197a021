// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/lockservers.h"

#include "ui/client/servers/servermodel.h"

#include <algorithm>

namespace lockscope::ui {

LockServers::Change LockServers::set(const watch::ServerRecord &server)
{
    const std::optional<Instant> before = lostAt(server.server);
    m_servers.insert_or_assign(server.server, server);
    return {before != server.lostAt, before.has_value() != server.lostAt.has_value()};
}

std::optional<Instant> LockServers::lostAt(watch::ServerId server) const
{
    const auto known = m_servers.find(server);
    return known == m_servers.end() ? std::nullopt : known->second.lostAt;
}

std::optional<Instant> LockServers::anyLostAt(watch::DeploymentId deployment) const
{
    const auto lost = std::find_if(m_servers.begin(), m_servers.end(), [&](const auto &known) {
        return known.second.deployment == deployment && known.second.lostAt;
    });
    return lost == m_servers.end() ? std::nullopt : lost->second.lostAt;
}

bool LockServers::isAnyLost() const
{
    return std::any_of(m_servers.begin(), m_servers.end(),
                       [](const auto &known) { return known.second.lostAt.has_value(); });
}

std::set<watch::DeploymentId> LockServers::deployments() const
{
    std::set<watch::DeploymentId> found;
    for (const auto &[number, server] : m_servers)
        found.insert(server.deployment);
    return found;
}

const admin::Place *LockServers::placeOf(watch::DeploymentId deployment) const
{
    const auto known = m_places.find(deployment);
    return known == m_places.end() ? nullptr : &known->second;
}

void LockServers::describeTo(OrderRequest &request) const
{
    for (const auto &[number, server] : m_servers) {
        if (server.lostAt)
            request.lostServers.insert(number);
    }
    for (const auto &[deployment, place] : m_places)
        request.places.emplace(deployment, filterPlaceOf(place));
}

} // namespace lockscope::ui
