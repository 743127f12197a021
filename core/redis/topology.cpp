// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/topology.h"

#include "core/redis/clustertopology.h"
#include "core/redis/connection.h"
#include "core/redis/replicatedtopology.h"
#include "core/redis/sentineltopology.h"

#include <QPointer>

#include <algorithm>
#include <tuple>

namespace lockscope::redis {

Topology::~Topology() = default;

Pending<HostPort> Topology::primary()
{
    if (m_view.primary)
        return Pending<HostPort>::ready(*m_view.primary);
    if (m_hindrance)
        return Pending<HostPort>::ready(fail(*m_hindrance));
    std::erase_if(m_waiting, [](const auto &waiting) { return waiting.isAbandoned(); });
    Pending<HostPort> pending = m_waiting.emplace_back().pending();
    if (!std::exchange(m_hasBegun, true))
        begin();
    return pending;
}

void Topology::settle(TopologyView view, std::optional<Error> why)
{
    std::ranges::sort(view.members, {},
                      [](const Member &member) { return std::tuple(member.kind, member.address); });
    const bool hasMoved = view.primary != m_view.primary;
    const bool hasChanged = view != m_view;
    m_view = std::move(view);
    m_hindrance = m_view.primary ? std::nullopt : std::move(why);
    std::vector<Completion<HostPort>> answered;
    if (m_view.primary || m_hindrance)
        answered = std::exchange(m_waiting, {});
    const auto primary = m_view.primary;
    const auto hindrance = m_hindrance;
    const QPointer guard(this);
    if (hasMoved)
        Q_EMIT moved();
    if (guard && hasChanged)
        Q_EMIT changed();
    for (Completion<HostPort> &waiting : answered)
        waiting.complete(primary ? Result<HostPort>(*primary) : fail(*hindrance));
}

std::shared_ptr<Topology> makeTopology(const ConnectionConfig &config)
{
    switch (config.target.form) {
    case Target::Form::Replicated:
        return std::make_shared<ReplicatedTopology>(config);
    case Target::Form::Sentinel:
        return std::make_shared<SentinelTopology>(config);
    case Target::Form::Cluster: {
        constexpr int first = 0;
        return std::make_shared<ShardTopology>(std::make_shared<ClusterTopology>(config), first);
    }
    case Target::Form::Tcp:
    case Target::Form::Unix:
        break;
    }
    return {};
}

} // namespace lockscope::redis
