// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/profilegroups.h"

#include "app/common/targets.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

ProfileGroups::ProfileGroups(ui::WatchClient &client, profile::ProfileStore store)
    : m_client(client)
    , m_store(std::move(store))
{}

void ProfileGroups::set(ByProfile groups)
{
    m_groups = std::move(groups);
    tell();
}

void ProfileGroups::take(const QString &profile)
{
    m_groups.insert_or_assign(profile, app::groupsOf({profile}, m_store));
    tell();
}

void ProfileGroups::remove(const QString &profile)
{
    if (m_groups.erase(profile) > 0)
        tell();
}

void ProfileGroups::dropRemoved()
{
    const auto saved = m_store.load();
    if (!saved) // known groups stay, as in the list of servers
        return;
    const std::vector<insight::GroupMembers> named = app::groupsOf(saved->names(), m_store);
    for (auto &[profile, groups] : m_groups) {
        if (profile.isEmpty() || saved->find(profile))
            continue;
        std::erase_if(groups, [&](const insight::GroupMembers &group) {
            return std::find(named.begin(), named.end(), group) == named.end();
        });
    }
    tell();
}

void ProfileGroups::setSame(const QString &label, const QString &connectedAs)
{
    if (label == connectedAs)
        return;
    m_same.insert_or_assign(label, connectedAs);
    tell();
}

void ProfileGroups::forget(const QString &label)
{
    if (std::erase_if(m_same,
                      [&](const auto &each) { return each.first == label || each.second == label; })
        > 0)
        tell();
}

void ProfileGroups::tell()
{
    std::vector<insight::GroupMembers> all;
    for (const auto &[profile, groups] : m_groups)
        all.insert(all.end(), groups.begin(), groups.end());
    for (insight::GroupMembers &group : all) {
        for (QString &label : group.labels) {
            if (const auto same = m_same.find(label); same != m_same.end())
                label = same->second;
        }
    }
    m_client.setQuorumGroups(all);
}

} // namespace lockscope::console
