// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/waiterpulses.h"

#include <algorithm>

namespace lockscope::watch {

namespace {

constexpr auto apart = std::chrono::seconds(1);

} // namespace

void WaiterPulses::follow(const std::vector<format::Waiter> &waiters, Instant now)
{
    std::unordered_map<OwnerId, Pulse> kept;
    kept.reserve(waiters.size());
    for (const format::Waiter &waiter : waiters) {
        const auto known = m_waiters.find(waiter.owner);
        kept.emplace(waiter.owner, known != m_waiters.end() ? known->second : Pulse{now, {}, {}});
    }
    m_waiters = std::move(kept);
}

std::vector<std::size_t> WaiterPulses::places(std::size_t length) const
{
    std::vector<std::size_t> places;
    const std::size_t first = length <= maxAsked ? length : alwaysAsked;
    for (std::size_t i = 0; i < first; ++i)
        places.push_back(i);
    const std::size_t others = length - first;
    for (std::size_t i = 0; others > 0 && places.size() < maxAsked; ++i)
        places.push_back(first + (m_turn + i) % others);
    std::sort(places.begin(), places.end());
    return places;
}

void WaiterPulses::asked(std::size_t length)
{
    if (length > maxAsked)
        m_turn = (m_turn + maxAsked - alwaysAsked) % (length - alwaysAsked);
}

void WaiterPulses::counted(const OwnerId &waiter, std::optional<qint64> subscribers, Instant now)
{
    const auto known = m_waiters.find(waiter);
    if (known == m_waiters.end())
        return;
    Pulse &pulse = known->second;
    if (!subscribers) {
        pulse.missedAt.reset();
        pulse.isListening.reset();
        return;
    }
    if (*subscribers > 0) {
        pulse.missedAt.reset();
        pulse.isListening = true;
        return;
    }
    if (now - pulse.since < apart)
        return; // it may be about to subscribe
    if (!pulse.missedAt) {
        pulse.missedAt = now;
        pulse.isListening.reset();
    } else if (now - *pulse.missedAt >= apart) {
        pulse.isListening = false;
    }
}

std::optional<bool> WaiterPulses::isListening(const OwnerId &waiter) const
{
    const auto known = m_waiters.find(waiter);
    return known == m_waiters.end() ? std::nullopt : known->second.isListening;
}

} // namespace lockscope::watch
