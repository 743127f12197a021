// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <optional>

namespace lockscope::lock {

// The requested duration of a hold. A value.
struct Lease {
    static constexpr Millis usualTimeout = std::chrono::seconds(30); // Redisson's, too

    std::optional<Millis> fixed; // empty: the watchdog renews
    Millis watchdogTimeout = usualTimeout;
    std::optional<int> maxRenewals; // the cap, after which the watchdog stops; empty: none

    static Lease of(Millis time) { return {time, {}, {}}; }
    static Lease watchdog(Millis timeout = usualTimeout) { return {{}, timeout, {}}; }

    Millis time() const { return fixed.value_or(watchdogTimeout); }
    bool isRenewed() const { return !fixed.has_value(); }
};

// The time from one renewal to the next: a third of the lease, as Redisson does; never zero.
constexpr Millis renewalInterval(Millis lease)
{
    return std::max(lease / 3, Millis(1));
}

} // namespace lockscope::lock
