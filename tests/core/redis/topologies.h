// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/deployment/deployment.h"
#include "core/redis/topology.h"

#include <algorithm>

namespace lockscope::test {

// A connection to what the URL names, and nothing set besides.
inline redis::ConnectionConfig configFor(const QString &url)
{
    const auto target = redis::parseTarget(url);
    redis::ConnectionConfig config;
    if (target)
        config.target = *target;
    return config;
}

// Members of that kind that are up, or that are not.
inline int count(const redis::TopologyView &view, redis::Member::Kind kind, bool isUp = true)
{
    return static_cast<int>(std::ranges::count_if(view.members, [&](const redis::Member &member) {
        return member.kind == kind && member.isUp == isUp;
    }));
}

} // namespace lockscope::test
