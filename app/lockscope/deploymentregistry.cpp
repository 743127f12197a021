// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/deploymentregistry.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

void DeploymentRegistry::add(watch::DeploymentId deployment, WatchedDeployment watched)
{
    const auto [added, isNew] = m_watched.insert_or_assign(deployment, std::move(watched));
    replaceLeft(added->second);
}

std::optional<WatchedDeployment> DeploymentRegistry::remove(watch::DeploymentId deployment)
{
    auto known = m_watched.extract(deployment);
    if (known.empty())
        return std::nullopt;
    return std::move(known.mapped());
}

const WatchedDeployment *DeploymentRegistry::find(watch::DeploymentId deployment) const
{
    const auto known = m_watched.find(deployment);
    return known == m_watched.end() ? nullptr : &known->second;
}

bool DeploymentRegistry::isConnected(const QString &profile, const QString &label) const
{
    return std::ranges::any_of(m_watched, [&](const auto &each) {
        const app::ChosenTarget &known = each.second.target;
        return known.profile == profile && (label.isEmpty() || known.label() == label);
    });
}

bool DeploymentRegistry::isWatcherNeeded(const watch::Watcher *watcher) const
{
    return std::ranges::any_of(m_watched,
                               [&](const auto &each) { return each.second.watcher == watcher; });
}

void DeploymentRegistry::keepLeft(watch::DeploymentId deployment)
{
    const WatchedDeployment *const known = find(deployment);
    if (known && known->target.profile.isEmpty())
        m_left[known->target.label()].push_back({known->target, known->options});
}

std::vector<WatchedDeployment> DeploymentRegistry::takeLeft(const QString &label)
{
    auto left = m_left.extract(label);
    if (left.empty())
        return {};
    return std::move(left.mapped());
}

// A deployment that is connected once more in the same way takes the place of one that was left, as
// it does in the list of servers.
void DeploymentRegistry::replaceLeft(const WatchedDeployment &anew)
{
    const auto known = m_left.find(anew.target.label());
    if (known == m_left.end() || !anew.target.profile.isEmpty())
        return;
    std::vector<WatchedDeployment> &left = known->second;
    const auto same = std::ranges::find_if(left, [&](const WatchedDeployment &each) {
        return each.target == anew.target && each.options.prefixes == anew.options.prefixes;
    });
    left.erase(same == left.end() ? left.end() - 1 : same);
    if (left.empty())
        m_left.erase(known);
}

} // namespace lockscope::console
