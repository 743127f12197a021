// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/liveness.h"

namespace lockscope::watch {

QByteArray name(Liveness liveness)
{
    switch (liveness) {
    case Liveness::Alive:
        return "alive";
    case Liveness::Dead:
        return "dead";
    case Liveness::Ghost:
        return "ghost";
    case Liveness::Unchecked:
        break;
    }
    return "unchecked";
}

Liveness livenessOf(const WaiterRecord &waiter, Instant now)
{
    if (waiter.deadline && *waiter.deadline <= now)
        return Liveness::Dead;
    if (waiter.listening == false)
        return Liveness::Ghost;
    if (waiter.stale)
        return Liveness::Dead; // by the server's clock
    return waiter.listening == true ? Liveness::Alive : Liveness::Unchecked;
}

const WaiterRecord *ghostInTurn(const LockRecord &lock, Instant now)
{
    if (!lock.waiters)
        return nullptr;
    for (const WaiterRecord &waiter : *lock.waiters) {
        const Liveness liveness = livenessOf(waiter, now);
        if (liveness != Liveness::Dead)
            return liveness == Liveness::Ghost ? &waiter : nullptr;
    }
    return nullptr;
}

QueueCensus censusOf(const LockRecord &lock, Instant now)
{
    QueueCensus census;
    if (!lock.waiters)
        return census;
    for (const WaiterRecord &waiter : *lock.waiters) {
        switch (livenessOf(waiter, now)) {
        case Liveness::Alive:
            ++census.alive;
            break;
        case Liveness::Dead:
            ++census.dead;
            break;
        case Liveness::Ghost:
            ++census.ghosts;
            break;
        case Liveness::Unchecked:
            ++census.unchecked;
            break;
        }
    }
    census.unchecked += waiterCount(lock).value_or(0) - static_cast<qint64>(lock.waiters->size());
    return census;
}

} // namespace lockscope::watch
