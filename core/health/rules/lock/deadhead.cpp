// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/deadhead.h"

#include "core/health/rules/words.h"
#include "core/watch/track/liveness.h"

namespace lockscope::health {

namespace {

// In a queue that never empties, the places of living waiters end before their turn comes. One that
// listens is taken for dead only after long: its host may be gone, which the server learns late.
std::optional<Instant> aliveUntil(const watch::WaiterRecord &waiter, const LockSight &sight)
{
    if (waiter.listening != true || !waiter.deadline)
        return std::nullopt;
    const Instant until = *waiter.deadline + sight.thresholds.wait;
    return sight.now.at < until ? std::optional(until) : std::nullopt;
}

Judgement judgeDeadHead(const LockSight &sight)
{
    const auto &waiters = sight.lock.waiters;
    if (!waiters || waiters->empty())
        return {};
    const watch::WaiterRecord &head = waiters->front();
    if (const auto until = aliveUntil(head, sight))
        return {{}, until};
    const bool isAwaited = watch::nextToWake(*waiters, sight.now.at).has_value();
    // While nobody holds it, nobody works: a newcomer has to wait behind the ghost, too.
    const bool isFree = sight.lock.state == watch::LockState::Free;
    const watch::WaiterRecord *ghost = watch::ghostInTurn(sight.lock, sight.now.at);
    if (ghost != nullptr && (isFree || isAwaited))
        return {Finding{isFree ? Severity::Critical : Severity::Warning,
                        Sentence::say("%1 is first in the queue, but no longer listens")
                            .arg(ownerText(ghost->owner, ghost->alias))},
                ghost->deadline};
    const watch::Liveness liveness = watch::livenessOf(head, sight.now.at);
    if (liveness == watch::Liveness::Dead && isAwaited)
        return {Finding{Severity::Warning,
                        Sentence::say("%1 is first in the queue and past its deadline")
                            .arg(ownerText(head.owner, head.alias))}};
    return {{}, liveness == watch::Liveness::Dead ? std::nullopt : head.deadline};
}

} // namespace

const Rule deadHead{
    .name = "dead-head",
    .severity = Severity::Critical,
    .title = Sentence::say("Dead head of the queue"),
    .why = Sentence::say(
        "The first waiter of the fair queue is past its deadline or listens no more. A wake-up for "
        "it is lost: those behind it, and those who still come, wait until its time-out."),
    .whatToDo = Sentence::say(
        "Remove the dead waiter or ghost from the queue. If it happens often: the clients are "
        "killed while they wait; let them cancel the wait first."),
    .inShort = Sentence::say("Remove the dead waiter"),
    .ofLock = judgeDeadHead,
};

} // namespace lockscope::health
