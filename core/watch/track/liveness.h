// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace lockscope::watch {

// Whether a waiter of a queue still waits. These rules alone decide it, for the queue, the tables,
// Blocking and lockctl. Plain functions over values, any thread.

enum class Liveness : quint8 {
    Unchecked, // within its deadline, but nobody has looked (yet) whether it listens
    Alive, // listens to its own channel
    Ghost, // within its deadline, but nobody listens: a wake-up for it is lost
    Dead, // past its deadline: the next unlock drops it
};

// alive, dead, ghost, unchecked
QByteArray name(Liveness liveness);

Liveness livenessOf(const WaiterRecord &waiter, Instant now);

// Whether it still waits, as far as is known.
inline bool mayWait(Liveness liveness)
{
    return liveness == Liveness::Alive || liveness == Liveness::Unchecked;
}

// The place in the queue of the first that is neither dead nor a ghost; empty: nobody. `waiterOf`:
// for a queue of other elements than records.
template <typename Queue, typename WaiterOf = std::identity>
std::optional<int> nextToWake(const Queue &queue, Instant now, WaiterOf waiterOf = {})
{
    const auto found = std::find_if(queue.begin(), queue.end(), [&](const auto &entry) {
        return mayWait(livenessOf(waiterOf(entry), now));
    });
    if (found == queue.end())
        return std::nullopt;
    return static_cast<int>(found - queue.begin());
}

// The ghost whose turn it is, since those before it are past their deadline; null: none. A wake-up
// for it is lost: everybody after it waits until its deadline, or until somebody removes it.
const WaiterRecord *ghostInTurn(const LockRecord &lock, Instant now);

// The number of waiters in a queue, by liveness.
struct QueueCensus {
    qint64 alive = 0;
    qint64 dead = 0;
    qint64 ghosts = 0;
    qint64 unchecked = 0; // those that were not read among them
};

QueueCensus censusOf(const LockRecord &lock, Instant now);

} // namespace lockscope::watch
