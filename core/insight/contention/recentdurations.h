// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <algorithm>
#include <vector>

namespace lockscope::insight {

// A few numbers for the distribution of durations; zero if there are none.
struct Percentiles {
    quint64 count = 0;
    Millis p50{0};
    Millis p90{0};
    Millis p95{0};
    Millis p99{0};
    Millis longest{0};

    friend bool operator==(const Percentiles &, const Percentiles &) = default;
};

// The distribution of the durations that ended in the last minutes, in little memory: counted by
// the step of ContentionSeries in which they ended and by buckets, four to each doubling, so that a
// percentile is at most an eighth off and the longest at most a quarter. Four bytes for each bucket
// of a step that has any. A value, the time passed in, one thread.
class RecentDurations
{
public:
    static constexpr std::size_t mostSteps = 127;

    explicit RecentDurations(std::size_t steps) // that are kept
        : m_steps(static_cast<quint32>(std::min(steps, mostSteps)))
    {}

    void add(Millis duration, Instant now); // that ended now
    Percentiles percentiles(Instant since, Instant now) const;

private:
    qint64 stepOf(quint32 cell) const;
    void forget(qint64 newest);

    std::vector<quint32> m_cells; // step, bucket and count, the oldest step first
    qint64 m_last = 0; // the newest step
    quint32 m_longest = 0; // of all that are kept, or longer
    quint32 m_steps;
};

} // namespace lockscope::insight
