// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/format/reading.h"

#include <optional>
#include <vector>

namespace lockscope::admin {

struct SeenHold {
    OwnerId owner; // without the suffix of a write hold
    format::Mode mode = format::Mode::Exclusive;
    qint64 count = 1;
    bool stale = false;
    std::optional<Millis> timeToLive; // when it was seen; empty: none
    bool isTextId = false; // as of format::Hold

    friend bool operator==(const SeenHold &, const SeenHold &) = default;
};

struct SeenWaiter {
    OwnerId owner;
    std::optional<Millis> timeLeft; // to its deadline when it was seen; empty: has none
    std::optional<bool> listening = {}; // somebody, to its channel; empty: not certain

    // Past its deadline: the next unlock removes it from the head of the queue.
    bool isDead() const { return timeLeft && *timeLeft <= Millis(0); }

    friend bool operator==(const SeenWaiter &, const SeenWaiter &) = default;
};

// The operator's sight of a lock: every action is bound to it and does nothing if the lock has
// changed. A value, any thread.
struct Sight {
    LockName name;
    QByteArray kind; // product.md's word
    QByteArray library;
    std::vector<QByteArray> otherLibraries = {}; // the libraries whose lock it may be as well
    std::vector<SeenHold> holds; // none: the lock was free
    std::optional<std::vector<SeenWaiter>> waiters; // of a fair queue, in its order
    // The name under which its queue is kept, if it is another one (core/format/mappedqueues.h).
    std::optional<LockName> queueName = {};
    std::optional<qint64> waitingConnections; // subscribers of the channel; empty: unknown
    std::optional<qint64> fencingToken;
    // A semaphore's free permits, or a latch's count; empty: there is none. The permits of an
    // expirable semaphore that are taken are its holds, the owners their ids.
    std::optional<qint64> number;
    std::optional<Millis> timeToLive; // when it was seen; empty: none
    bool truncated = false; // there is more than was read: not everything can be done to it
    std::optional<qint64> holdsTotal = {}; // if fewer were read
    std::optional<qint64> waitersTotal = {}; // likewise
    bool isGuess = false; // a lock by its value alone: not to be acted on

    friend bool operator==(const Sight &, const Sight &) = default;
};

} // namespace lockscope::admin
