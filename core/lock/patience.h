// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <algorithm>
#include <optional>

namespace lockscope::lock {

// The time limits of waiting for a lock, and the time left until them. Plain functions.

// Every question has a deadline of its own.
inline constexpr Millis forever = std::chrono::hours(24 * 365);
// The time limit of a subscription before the next try without one; Redisson's own limit.
inline constexpr Millis subscriptionPatience{7500};
// The random pause between two attempts if nothing announces a release; the middle of other
// clients' pauses. In milliseconds.
inline constexpr int shortestPoll = 50;
inline constexpr int longestPoll = 150;

// Before a server is asked again that said "not now" (core/redis/notnow.h).
inline constexpr Millis notNowPause{100};

// Rounded up, so that it is over when it is 0.
inline Millis timeLeft(Instant until, Instant now)
{
    return std::max(std::chrono::ceil<Millis>(until - now), Millis(0));
}
// Without a deadline: forever.
inline Millis timeLeft(const std::optional<Instant> &deadline, Instant now)
{
    return deadline ? timeLeft(*deadline, now) : forever;
}

// For how long a hold is certain. Rounded down, so that nobody believes it for too long; empty: it
// is not.
inline std::optional<Millis> validityUntil(const std::optional<Instant> &until, Instant now)
{
    return until ? std::optional(std::chrono::floor<Millis>(*until - now)) : std::nullopt;
}

} // namespace lockscope::lock
