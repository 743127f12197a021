// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "ui/client/locks/lockorder.h"

#include <optional>
#include <unordered_map>

namespace lockscope::ui {

// The facts about servers that a table of locks needs: since when each is out of sight, and its
// profile. GUI thread; plain data.
class LockServers
{
public:
    struct Change {
        bool isOther = false; // when it was lost
        bool isSeenOtherwise = false; // it was lost, or is seen again
    };

    Change set(const watch::ServerRecord &server);
    void setPlace(watch::DeploymentId deployment, const admin::Place &place)
    {
        m_places[deployment] = place;
    }

    std::optional<Instant> lostAt(watch::ServerId server) const;
    std::optional<Instant> anyLostAt(watch::DeploymentId deployment) const; // of one of its servers
    bool isAnyLost() const;
    std::set<watch::DeploymentId> deployments() const;
    const admin::Place *placeOf(watch::DeploymentId deployment) const; // nullptr: none is known

    // Adds the servers' facts to a request for an order.
    void describeTo(OrderRequest &request) const;

private:
    std::unordered_map<watch::ServerId, watch::ServerRecord> m_servers;
    std::unordered_map<watch::DeploymentId, admin::Place> m_places; // set before its locks come
};

} // namespace lockscope::ui
