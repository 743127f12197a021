// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/waiterpulses.h"

#include <algorithm>

namespace lockscope::watch {

namespace {

constexpr auto apart = std::chrono::seconds(1);

} // namespace

void WaiterPulses::follow(const std::vector<format::Waiter> &waiters, Instant now)
{
    std::unordered_map<OwnerId, Pulse> kept;
    const std::size_t count = std::min(waiters.size(), maxAsked);
    for (std::size_t i = 0; i < count; ++i) {
        const auto known = m_waiters.find(waiters[i].owner);
        kept.emplace(waiters[i].owner,
                     known != m_waiters.end() ? known->second : Pulse{now, {}, {}});
    }
    m_waiters = std::move(kept);
}

void WaiterPulses::counted(const OwnerId &waiter, qint64 subscribers, Instant now)
{
    const auto known = m_waiters.find(waiter);
    if (known == m_waiters.end())
        return;
    Pulse &pulse = known->second;
    if (subscribers > 0) {
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
