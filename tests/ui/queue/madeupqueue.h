// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/madeup.h"

namespace lockscope::test {

inline watch::WaiterRecord waiterOf(const QByteArray &owner, std::optional<Instant> deadline,
                                    std::optional<bool> listening)
{
    watch::WaiterRecord waiter;
    waiter.owner = OwnerId(owner);
    waiter.deadline = deadline;
    waiter.listening = listening;
    return waiter;
}

// Positions as a queue has them.
inline void number(watch::LockRecord &lock)
{
    int position = 0;
    for (watch::WaiterRecord &waiter : *lock.waiters)
        waiter.position = ++position;
}

// Held; in its queue one that is dead, a ghost, and so many that are alive.
inline watch::LockRecord queueOf(int alive, const Clock &clock)
{
    using namespace std::chrono_literals;
    watch::LockRecord lock = fairLock("ledger", clock, 0);
    lock.waiters->push_back(waiterOf("dead:1", clock.now() - 2s, {}));
    lock.waiters->push_back(waiterOf("ghost:1", clock.now() + 20s, false));
    for (int i = 0; i < alive; ++i)
        lock.waiters->push_back(
            waiterOf("alive:" + QByteArray::number(i), clock.now() + 30s, true));
    number(lock);
    return lock;
}

} // namespace lockscope::test
