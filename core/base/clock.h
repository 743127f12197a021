// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace lockscope {

// Monotonic instants: everything that is compared or waited for. Wall instants: only for showing.
using Instant = std::chrono::steady_clock::time_point;
using WallInstant = std::chrono::sys_time<std::chrono::milliseconds>;
using Millis = std::chrono::milliseconds;

// Makes `next` the earlier of both; empty: never.
inline void soonest(std::optional<Instant> &next, std::optional<Instant> at)
{
    if (at && (!next || *at < *next))
        next = at;
}

// Time as a dependency, so that rules can be tested without waiting. Implementations may be called
// from any thread.
class Clock
{
public:
    Clock() = default;
    Clock(const Clock &) = delete;
    Clock &operator=(const Clock &) = delete;
    virtual ~Clock() = default;

    virtual Instant now() const = 0;
    virtual WallInstant wallNow() const = 0;
};

class SystemClock final : public Clock
{
public:
    Instant now() const override { return std::chrono::steady_clock::now(); }
    WallInstant wallNow() const override
    {
        return std::chrono::time_point_cast<Millis>(std::chrono::system_clock::now());
    }
};

} // namespace lockscope
