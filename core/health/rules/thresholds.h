// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <map>

namespace lockscope::health {

// The limits from which rules report. The absolute ones are the least that counts: if the usual
// durations of a lock are known, a multiple of their 95th percentile replaces them if that is
// longer. Plain values, any thread.
struct Thresholds {
    // max(this, 5 times the usual wait, but no more than criticalWait)
    Millis wait{std::chrono::seconds(30)};
    Millis criticalWait{std::chrono::seconds(120)}; // max(this, 10 times the usual wait)
    Millis hold{std::chrono::minutes(10)}; // of a lock of which nothing is known
    Millis leastHold{std::chrono::seconds(30)}; // max(this, 5 times the usual hold)
    Millis freeButWaited{std::chrono::seconds(5)};
    Millis recent{std::chrono::seconds(60)}; // for how long what happened once is a problem
    Millis unsaved{std::chrono::minutes(5)}; // changes that no file has yet
    Millis replicaBehind{std::chrono::seconds(10)}; // the data that a failover would lose
    Millis outOfSight{std::chrono::seconds(10)}; // longer than a restart or a failover
    Millis neverSeen{std::chrono::seconds(3)}; // a server that was not seen yet
    Millis opening{std::chrono::seconds(1)}; // a condition holds this long before a problem opens
    Millis closing{std::chrono::seconds(10)}; // and is over this long before it closes

    friend bool operator==(const Thresholds &, const Thresholds &) = default;
};

// The defaults with a profile's settings in their place. The words are those of `profile save`:
// wait, critical-wait, hold, least-hold, free-but-waited, recent, unsaved. InvalidInput names one
// that is not known.
Result<Thresholds> thresholdsFrom(const std::map<QByteArray, Millis> &settings);

} // namespace lockscope::health
