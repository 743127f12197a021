// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/rhythm.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace lockscope::watch {

namespace {

// Timers are late, never early; readings tell deadlines to the millisecond.
constexpr Millis timerSlack{250};

Millis usualPeriod(Millis lease, std::optional<Millis> period)
{
    // Somewhat late is still every third.
    return period && *period > lease * 2 / 5 ? *period : lease / 3;
}

} // namespace

void Rhythm::Samples::add(Millis value)
{
    constexpr qint64 most = std::numeric_limits<qint32>::max(); // 24 days
    values[next] = static_cast<qint32>(std::clamp<qint64>(value.count(), 0, most));
    next = static_cast<quint8>((next + 1) % values.size());
    count = static_cast<quint8>(std::min<std::size_t>(count + 1U, values.size()));
}

std::optional<Millis> Rhythm::Samples::median() const
{
    if (count == 0)
        return std::nullopt;
    auto sorted = values;
    const auto middle = sorted.begin() + count / 2;
    std::nth_element(sorted.begin(), middle, sorted.begin() + count);
    return Millis(*middle);
}

void Rhythm::restart(std::optional<Millis> lease)
{
    *this = {};
    m_first = lease;
}

void Rhythm::renewed(Millis moved, std::optional<Millis> lease)
{
    const auto before = this->lease();
    // A step to another lease says nothing of the time between renewals, and ends the old rhythm.
    const bool isStep = before && lease && (*lease > *before * 21 / 20 || *lease < *before / 2);
    if (isStep)
        restart(lease);
    else if (!std::exchange(m_isFirst, false))
        m_intervals.add(moved);
    if (lease)
        m_leases.add(*lease);
}

std::optional<Millis> Rhythm::lease() const
{
    const auto median = m_leases.median();
    if (!median)
        return m_first;
    // The lease at the beginning counts while little else is known: readings come late, not early.
    return m_leases.count < 3 && m_first ? std::max(*median, *m_first) : *median;
}

std::optional<Millis> Rhythm::period() const
{
    if (m_intervals.count < 2)
        return std::nullopt;
    return m_intervals.median();
}

// Whether all of the latest renewals came whole steps apart.
bool Rhythm::comesInStepsOf(Millis step) const
{
    if (step.count() < 10)
        return false;
    const Millis slack = std::min(timerSlack, step / 10);
    return std::all_of(
        m_intervals.values.begin(), m_intervals.values.begin() + m_intervals.count,
        [&](qint64 interval) {
            const qint64 steps = (interval + step.count() / 2) / step.count();
            return steps > 0 && std::abs(interval - steps * step.count()) <= slack.count() * steps;
        });
}

bool Rhythm::isRegular() const
{
    const auto known = lease();
    // A third of the lease is no accident; steps of another length take one more to be believed.
    return (m_intervals.count >= 2 && known && comesInStepsOf(*known / 3))
        || (m_intervals.count >= 3 && comesInStepsOf(*m_intervals.median()));
}

std::optional<Millis> askedLease(std::optional<Millis> left)
{
    if (!left || left->count() == 0)
        return std::nullopt;
    // Our idea of the server's clock may be behind by a millisecond or two.
    const auto roundedUp = [&](qint64 step) {
        return (left->count() - 2 + step - 1) / step * step;
    };
    if (const qint64 rounded = roundedUp(1000);
        *left > Millis(5000) && rounded - left->count() <= 150)
        return Millis(rounded);
    const qint64 rounded = roundedUp(100);
    return rounded - left->count() <= 60 ? Millis(rounded) : *left;
}

Millis overdueBelow(Millis lease, std::optional<Millis> period)
{
    const Millis left = lease - usualPeriod(lease, period);
    return std::max({left - Millis(1000), left / 2, Millis(0)});
}

Millis presumedDeadBelow(Millis lease, std::optional<Millis> period)
{
    const Millis left = lease - 2 * usualPeriod(lease, period);
    // Never before it is overdue.
    return std::clamp(left, Millis(0), overdueBelow(lease, period));
}

} // namespace lockscope::watch
