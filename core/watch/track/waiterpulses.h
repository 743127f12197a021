// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/format/reading.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::watch {

// Knows which waiters of one queue are alive: a waiting thread listens to a channel of its own. It
// queues before it subscribes, and a reconnect takes a moment, so only two looks, a second apart,
// that find nobody listening make it a ghost. Of a long queue a part is asked at a time: the first,
// and in turns the others. A waiter that was not asked yet is unknown. Plain data with the time
// passed in.
class WaiterPulses
{
public:
    // The number of waiters of a queue that are asked at a time.
    static constexpr std::size_t maxAsked = 32;
    // The first of them each time, since one of them is woken next.
    static constexpr std::size_t alwaysAsked = 8;

    // The queue as it is now: waiters that have left it are forgotten.
    void follow(const std::vector<format::Waiter> &waiters, Instant now);
    // The places in a queue of that length whose turn it is, ascending.
    std::vector<std::size_t> places(std::size_t length) const;
    // They were asked: it is the turn of the next.
    void asked(std::size_t length);
    // The number of listeners on the waiter's channel; empty: unknown.
    void counted(const OwnerId &waiter, std::optional<qint64> subscribers, Instant now);

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
    std::size_t m_turn = 0; // the first of the others to ask next
};

} // namespace lockscope::watch
