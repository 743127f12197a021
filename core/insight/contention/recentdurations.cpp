// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/contention/recentdurations.h"

#include "core/insight/contention/contentionseries.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace lockscope::insight {

namespace {

constexpr qint64 most = (qint64(1) << 32) - 1; // seven weeks
constexpr int perDoubling = 4;

// A cell: seven bits of the step, seven of the bucket, then the count.
constexpr quint32 stepShift = 25;
constexpr quint32 bucketShift = 18;
constexpr quint32 sevenBits = 127;
constexpr quint32 countMask = (1U << bucketShift) - 1;

using Counts = std::array<quint64, sevenBits + 1>; // by bucket

quint32 bucketOf(qint64 value)
{
    if (value < perDoubling)
        return static_cast<quint32>(value);
    const int doublings = 63 - std::countl_zero(static_cast<quint64>(value));
    return static_cast<quint32>(perDoubling * (doublings - 1)
                                + static_cast<int>((value >> (doublings - 2)) & 3));
}

struct Span {
    qint64 low;
    qint64 high;
};

Span spanOf(quint32 bucket)
{
    if (bucket < perDoubling)
        return {bucket, bucket};
    const quint32 shift = bucket / perDoubling - 1;
    const qint64 low = qint64(perDoubling + bucket % perDoubling) << shift;
    return {low, low + (qint64(1) << shift) - 1};
}

// The duration that this part of all does not exceed.
Millis percentile(const Counts &counts, quint64 all, double part, qint64 longest)
{
    const auto wanted =
        std::max<quint64>(1, static_cast<quint64>(std::ceil(part * static_cast<double>(all))));
    quint64 seen = 0;
    for (quint32 bucket = 0; bucket < counts.size(); ++bucket) {
        seen += counts[bucket];
        if (seen >= wanted)
            return Millis(
                std::min(longest, std::midpoint(spanOf(bucket).low, spanOf(bucket).high)));
    }
    return Millis(0);
}

} // namespace

qint64 RecentDurations::stepOf(quint32 cell) const
{
    return m_last - ((m_last - (cell >> stepShift)) & sevenBits);
}

// Drops cells that are too old if this one is the newest step.
void RecentDurations::forget(qint64 newest)
{
    const auto isOld = [&](quint32 cell) { return newest - stepOf(cell) >= qint64(m_steps); };
    m_cells.erase(m_cells.begin(), std::find_if_not(m_cells.begin(), m_cells.end(), isOld));
    if (m_cells.empty())
        m_longest = 0;
}

void RecentDurations::add(Millis duration, Instant now)
{
    const qint64 value = std::clamp<qint64>(duration.count(), 0, most);
    const qint64 step = std::max(m_last, ContentionSeries::numberOf(now));
    if (step != m_last)
        forget(step);
    m_last = step;
    m_longest = std::max(m_longest, static_cast<quint32>(value));
    const quint32 ofStep = (static_cast<quint32>(step) & sevenBits) << stepShift;
    const quint32 cell = ofStep | (bucketOf(value) << bucketShift);
    for (auto at = m_cells.rbegin();
         at != m_cells.rend() && *at >> stepShift == ofStep >> stepShift; ++at) {
        if ((*at & ~countMask) != cell || (*at & countMask) == countMask)
            continue;
        ++*at;
        return;
    }
    m_cells.push_back(cell | 1U);
}

Percentiles RecentDurations::percentiles(Instant since, Instant now) const
{
    const qint64 first = std::max(ContentionSeries::numberOf(since),
                                  ContentionSeries::numberOf(now) - qint64(m_steps) + 1);
    Counts counts{};
    Percentiles found;
    quint32 highest = 0;
    for (auto at = m_cells.rbegin(); at != m_cells.rend() && stepOf(*at) >= first; ++at) {
        const quint32 bucket = (*at >> bucketShift) & sevenBits;
        counts[bucket] += *at & countMask;
        found.count += *at & countMask;
        highest = std::max(highest, bucket);
    }
    if (found.count == 0)
        return found;
    const qint64 longest = std::min<qint64>(m_longest, spanOf(highest).high);
    found.p50 = percentile(counts, found.count, 0.5, longest);
    found.p90 = percentile(counts, found.count, 0.9, longest);
    found.p95 = percentile(counts, found.count, 0.95, longest);
    found.p99 = percentile(counts, found.count, 0.99, longest);
    found.longest = Millis(longest);
    return found;
}

} // namespace lockscope::insight
