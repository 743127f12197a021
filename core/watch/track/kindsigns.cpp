// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/kindsigns.h"

#include <algorithm>
#include <array>

namespace lockscope::watch {

bool wakesWhenFree(const format::LockReading &reading)
{
    return reading.library == "redisson"
        && (reading.kind == "reentrant" || reading.kind == "fair" || reading.kind == "fenced"
            || reading.kind == "read-write");
}

bool wakesOnEachRelease(const format::LockReading &reading)
{
    return reading.library == "redisson" && reading.kind == "faster-multi";
}

bool leavesLatches(const format::LockReading &reading)
{
    return wakesWhenFree(reading) || wakesOnEachRelease(reading);
}

bool hasFreshTokens(const format::LockReading &reading)
{
    static constexpr std::array fresh{
        "activejob-uniqueness",
        "bsm-redislock",
        "celery-once",
        "foundatio",
        "madelson",
        "node-redlock",
        "pottery",
        "redbeat",
        "redis-py",
        "redis-plus-plus",
        "redlock-net",
        "redlock-py",
        "redlock-rb",
        "redsync",
        "rslock",
        "shedlock",
    };
    return (reading.kind == "string" || reading.kind == "redlock")
        && std::any_of(fresh.begin(), fresh.end(),
                       [&](const char *library) { return reading.library == library; });
}

bool hasSameHead(const format::LockReading &before, const format::LockReading &after)
{
    if (before.kind != "fair" || !before.waiters || before.waiters->empty() || !after.waiters
        || after.waiters->empty())
        return false;
    const format::Waiter &head = before.waiters->front();
    return head.deadline && head == after.waiters->front();
}

} // namespace lockscope::watch
