// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/freebutwaited.h"

#include "core/health/rules/words.h"
#include "core/watch/track/liveness.h"

namespace lockscope::health {

namespace {

Judgement judgeFreeButWaited(const LockSight &sight)
{
    // To wake somebody does not help where the one whose turn it is does not listen: DeadHead.
    if (!sight.freeSince || watch::ghostInTurn(sight.lock, sight.now.at))
        return {};
    const Thresholds &thresholds = sight.thresholds;
    const Instant warned = *sight.freeSince + thresholds.freeButWaited;
    if (sight.now.at < warned)
        return {{}, warned};
    const bool isLong = sight.now.at >= *sight.freeSince + thresholds.wait;
    const Sentence evidence = Sentence::say("free since at least %1, and somebody still waits")
                                  .arg(sight.now.wallOf(*sight.freeSince));
    return {Finding{isLong ? Severity::Critical : Severity::Warning, evidence},
            isLong ? std::nullopt : std::optional(*sight.freeSince + thresholds.wait),
            sight.freeSince, true};
}

} // namespace

const Rule freeButWaited{
    .name = "free-but-waited",
    .severity = Severity::Critical,
    .title = Sentence::say("Free but waited for"),
    .why = Sentence::say(
        "The lock is free and somebody waits for it. Its wake-up was lost: the waiters "
        "sleep until their own time-out, and for this time nobody works."),
    .whatToDo =
        Sentence::say("Wake the waiters (nudge). If it happens again: somebody deletes the lock or "
                      "lets it expire without publishing the wake-up message, or nobody has given "
                      "a semaphore or latch its number."),
    .inShort = Sentence::say("Wake the waiters"),
    .ofLock = judgeFreeButWaited,
};

} // namespace lockscope::health
