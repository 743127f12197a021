// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace lockscope::watch {

// A few numbers that tell how many durations are distributed; zero where there are none.
struct Percentiles {
    quint64 count = 0;
    Millis p50{0};
    Millis p90{0};
    Millis p99{0};
    Millis longest{0};

    friend bool operator==(const Percentiles &, const Percentiles &) = default;
};

// How durations are distributed, in little room: counted in buckets, four to each doubling, so that
// a percentile is at most an eighth off. Only the buckets between the shortest and the longest take
// room. A value, one thread.
class LogBuckets
{
public:
    void add(Millis duration)
    {
        const qint64 value = std::clamp<qint64>(duration.count(), 0, most);
        const int bucket = bucketOf(value);
        if (m_counts.empty())
            m_first = bucket;
        if (bucket < m_first) {
            m_counts.insert(m_counts.begin(), static_cast<std::size_t>(m_first - bucket), 0);
            m_first = bucket;
        }
        const auto at = static_cast<std::size_t>(bucket - m_first);
        if (at >= m_counts.size())
            m_counts.resize(at + 1);
        ++m_counts[at];
        ++m_count;
        m_longest = std::max(m_longest, value);
    }

    quint64 count() const { return m_count; }

    // The duration that this part of all, from 0 to 1, does not exceed.
    Millis percentile(double part) const
    {
        const auto wanted = std::max<quint64>(
            1, static_cast<quint64>(std::ceil(std::clamp(part, 0.0, 1.0) * double(m_count))));
        quint64 seen = 0;
        for (std::size_t at = 0; at < m_counts.size(); ++at) {
            seen += m_counts[at];
            if (seen >= wanted)
                return Millis(std::min(m_longest, middleOf(m_first + static_cast<int>(at))));
        }
        return Millis(0);
    }

    Percentiles percentiles() const
    {
        return {m_count, percentile(0.5), percentile(0.9), percentile(0.99), Millis(m_longest)};
    }

private:
    static constexpr qint64 most = (qint64(1) << 32) - 1; // seven weeks
    static constexpr int perDoubling = 4;

    static int bucketOf(qint64 value)
    {
        if (value < perDoubling)
            return static_cast<int>(value);
        const auto doublings = static_cast<int>(std::bit_width(static_cast<quint64>(value))) - 1;
        return perDoubling * (doublings - 1) + static_cast<int>((value >> (doublings - 2)) & 3);
    }

    static qint64 middleOf(int bucket)
    {
        if (bucket < perDoubling)
            return bucket;
        const int shift = bucket / perDoubling - 1;
        const qint64 low = qint64(perDoubling + bucket % perDoubling) << shift;
        return low + ((qint64(1) << shift) - 1) / 2;
    }

    std::vector<quint32> m_counts; // of the buckets from the first on
    quint64 m_count = 0;
    qint64 m_longest = 0;
    int m_first = 0;
};

} // namespace lockscope::watch
