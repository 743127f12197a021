// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/format/reading.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::watch {

// Which waiters of one queue are alive: a waiting thread listens to a channel of its own. It queues
// before it subscribes, and a reconnect takes a moment, so only two looks, a second apart, that
// find nobody listening make it dead. Plain data with the time passed in.
class WaiterPulses
{
public:
    // So many of a queue, next to wake first; of the rest nothing is known.
    static constexpr std::size_t maxAsked = 32;

    // The queue as it is now: who has left it is forgotten.
    void follow(const std::vector<format::Waiter> &waiters, Instant now);
    // How many listen to the waiter's channel.
    void counted(const OwnerId &waiter, qint64 subscribers, Instant now);

    // Empty: not known, or not for certain.
    std::optional<bool> isListening(const OwnerId &waiter) const;
    bool isEmpty() const { return m_waiters.empty(); }

private:
    struct Pulse {
        Instant since;
        std::optional<Instant> missedAt; // the first look that found nobody
        std::optional<bool> isListening;
    };

    std::unordered_map<OwnerId, Pulse> m_waiters;
};

} // namespace lockscope::watch
