// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/durations.h"

#include <algorithm>
#include <bit>

namespace lockscope::recorder {

namespace {

// Up to 64 ms a step for each millisecond; from there 64 for each doubling.
constexpr int bits = 6;
constexpr quint64 stepsOfDoubling = 1U << bits;

std::size_t stepOf(quint64 span)
{
    if (span < stepsOfDoubling)
        return span;
    const int shift = 63 - std::countl_zero(span) - bits; // its highest bit, counted from 0
    return static_cast<std::size_t>((span >> shift)
                                    + static_cast<quint64>(shift) * stepsOfDoubling);
}

quint64 longestOf(std::size_t step)
{
    if (step < 2 * stepsOfDoubling)
        return step;
    const auto shift = static_cast<int>(step / stepsOfDoubling) - 1;
    const quint64 first = step - static_cast<quint64>(shift) * stepsOfDoubling;
    return ((first + 1) << shift) - 1;
}

} // namespace

void Durations::add(Millis span)
{
    span = std::max(span, Millis(0));
    const std::size_t step = stepOf(static_cast<quint64>(span.count()));
    if (m_steps.size() <= step)
        m_steps.resize(step + 1);
    ++m_steps[step];
    ++m_count;
    m_sum += span;
    m_longest = std::max(m_longest, span);
}

std::optional<Millis> Durations::percentile(int percent) const
{
    if (m_count == 0)
        return std::nullopt;
    const qint64 rank = std::max<qint64>(1, (m_count * percent + 99) / 100);
    qint64 counted = 0;
    for (std::size_t step = 0; step < m_steps.size(); ++step) {
        counted += m_steps[step];
        if (counted >= rank)
            return std::min(m_longest, Millis(static_cast<qint64>(longestOf(step))));
    }
    return m_longest;
}

} // namespace lockscope::recorder
