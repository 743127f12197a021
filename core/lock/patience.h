// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace lockscope::lock {

// How long those who wait for a lock wait for what.

// Every question has a deadline of its own.
inline constexpr Millis forever = std::chrono::hours(24 * 365);
// How long a subscription may take before it is tried again without; Redisson's own limit.
inline constexpr Millis subscriptionPatience{7500};
// Between two attempts where nothing tells of a release, at random; the middle of what other
// clients do. In milliseconds.
inline constexpr int shortestPoll = 50;
inline constexpr int longestPoll = 150;

} // namespace lockscope::lock
