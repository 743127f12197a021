// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/sweepplan.h"

#include <algorithm>
#include <unordered_set>

namespace lockscope::watch {

namespace {

constexpr std::size_t turnsOfAPass = 15; // one a second
constexpr std::size_t leastPart = 16;
constexpr auto hurriedTime = std::chrono::minutes(1);

} // namespace

void SweepPlan::setNames(std::vector<LockName> names)
{
    m_names = std::move(names);
    m_isWhole = false;
}

void SweepPlan::hurry(Instant now)
{
    m_hurriedUntil = now + hurriedTime;
}

std::size_t SweepPlan::partOf(Instant now) const
{
    if (isHurried(now))
        return most;
    return std::clamp((m_names.size() + turnsOfAPass - 1) / turnsOfAPass, leastPart, most);
}

// The next ones, and behind the last again the first; none twice.
std::vector<LockName> SweepPlan::take(std::size_t &cursor, std::size_t count)
{
    count = std::min(count, m_names.size());
    m_isWhole = m_isWhole || m_names.empty() || cursor + count >= m_names.size();
    std::vector<LockName> taken;
    taken.reserve(count);
    for (; taken.size() < count; ++cursor)
        taken.push_back(m_names[cursor %= m_names.size()]);
    return taken;
}

std::vector<LockName> SweepPlan::toCompare(Instant now)
{
    m_part = take(m_compared, partOf(now));
    return m_part;
}

std::vector<LockName> SweepPlan::others() const
{
    const std::unordered_set<LockName> part(m_part.begin(), m_part.end());
    std::vector<LockName> others;
    std::copy_if(m_names.begin(), m_names.end(), std::back_inserter(others),
                 [&](const LockName &name) { return !part.contains(name); });
    return others;
}

std::vector<LockName> SweepPlan::toCount()
{
    return take(m_counted, most);
}

std::vector<LockName> SweepPlan::toRead(Instant now,
                                        const std::function<bool(const LockName &)> &hasOtherKeys)
{
    // A reading is some six commands.
    constexpr std::size_t fewest = 3;
    constexpr std::size_t atMost = 50;
    constexpr std::size_t looks = 1000;
    const std::size_t wanted =
        isHurried(now) ? atMost : std::clamp(partOf(now) / 5, fewest, atMost);
    std::vector<LockName> found;
    for (std::size_t i = 0; i < std::min(m_names.size(), looks) && found.size() < wanted; ++i) {
        const LockName &name = m_names[m_read++ % m_names.size()];
        if (hasOtherKeys(name))
            found.push_back(name);
    }
    return found;
}

} // namespace lockscope::watch
