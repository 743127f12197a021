// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/deploymentpool.h"

#include <algorithm>

namespace lockscope::redis {

namespace {

bool isSame(const ConnectionConfig &a, const ConnectionConfig &b)
{
    return a.target == b.target && a.clientName == b.clientName;
}

} // namespace

std::shared_ptr<Deployment> DeploymentPool::take(const ConnectionConfig &config)
{
    std::erase_if(m_deployments, [](const auto &each) { return each.expired(); });
    for (const auto &each : m_deployments) {
        if (auto known = each.lock(); known && isSame(known->config(), config))
            return known;
    }
    auto made = std::make_shared<Deployment>(config);
    m_deployments.push_back(made);
    return made;
}

std::size_t DeploymentPool::count() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(m_deployments, [](const auto &each) { return !each.expired(); }));
}

} // namespace lockscope::redis
