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
    if (!waiters || waiters->size() < 2)
        return {};
    const watch::WaiterRecord &head = waiters->front();
    const watch::Liveness liveness = watch::livenessOf(head, sight.now.at);
    const bool isBlocking = watch::nextToWake(*waiters, sight.now.at).has_value();
    if (const auto until = aliveUntil(head, sight))
        return {{}, until};
    if (liveness == watch::Liveness::Dead && isBlocking)
        return {Finding{Severity::Warning,
                        Sentence::say("%1 is first in the queue and past its deadline")
                            .arg(ownerText(head.owner, head.alias))}};
    // While nobody holds it, nobody works.
    const Severity severity = sight.lock.holds.empty() ? Severity::Critical : Severity::Warning;
    if (liveness == watch::Liveness::Ghost && isBlocking)
        return {Finding{severity,
                        Sentence::say("%1 is first in the queue, but no longer listens")
                            .arg(ownerText(head.owner, head.alias))},
                head.deadline};
    return {{}, mayWait(liveness) ? head.deadline : std::nullopt};
}

} // namespace

const Rule deadHead{
    .name = "dead-head",
    .severity = Severity::Critical,
    .title = Sentence::say("Dead head of the queue"),
    .why = Sentence::say(
        "The first waiter of the fair queue is past its deadline or listens no more, "
        "but others wait behind it. A wake-up for it is lost: the others are delayed by"
        " its time-out."),
    .whatToDo = Sentence::say(
        "Remove the dead waiter or ghost from the queue. If it happens often: the clients are "
        "killed while they wait; let them cancel the wait first."),
    .inShort = Sentence::say("Remove the dead waiter"),
    .ofLock = judgeDeadHead,
};

} // namespace lockscope::health
