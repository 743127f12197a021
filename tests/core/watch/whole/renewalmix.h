// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/watch/server/harness.h"

#include <chrono>

namespace lockscope::test {

// A mix of watchdog renewals, re-entries and quick re-acquisitions, played against a real server by
// a thread that keeps the truth, watched through a Watcher, and scored: which of the renewals that
// it told were renewals, and which of the renewals it told (reference: observation §8). Time runs
// 20 times as fast as with Redisson's defaults: leases of 1.5 s, renewals every 0.5 s, half of the
// clients with a timer for each lock and no latches (before 3.24), half with a shared tick and
// latches (3.44 and newer).
struct MixPlan {
    std::chrono::microseconds idle{2'000'000}; // mean time between a release and the next owner
    double sameOwner = 0.5; // how often that is the same as before
    Millis length{12'000};
    int locks = 40;
    bool channels = true; // the user may listen to wake-ups
};

struct MixScore {
    qint64 renewals = 0; // that there were
    qint64 told = 0;
    qint64 right = 0; // told, and it was one
    qint64 unsure = 0; // told as "renewed or re-acquired"
    qint64 wrong = 0; // told without a doubt, and it was none
    qint64 changes = 0; // all that there were

    double precision() const { return told ? static_cast<double>(right) / double(told) : 1; }
    double recall() const { return renewals ? static_cast<double>(right) / double(renewals) : 1; }
};

// Empty: it was not seen to its end.
std::optional<MixScore> playMix(const RedisProcess &server, const MixPlan &plan);

} // namespace lockscope::test
