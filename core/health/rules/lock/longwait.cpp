// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/longwait.h"

#include "core/base/spantext.h"
#include "core/health/rules/words.h"
#include "core/watch/track/liveness.h"

#include <algorithm>

namespace lockscope::health {

namespace {

// The longest wait that is known of: of a waiter that still waits, or of connections that nobody
// can tell apart, behind the same hold.
std::optional<Instant> oldestWait(const LockSight &sight)
{
    std::optional<Instant> oldest = sight.waitedSince;
    if (!sight.lock.waiters)
        return oldest;
    for (const watch::WaiterRecord &waiter : *sight.lock.waiters) {
        const auto since = sight.queue.since(waiter.owner);
        if (since && (!oldest || *since < *oldest)
            && watch::mayWait(watch::livenessOf(waiter, sight.now.at)))
            oldest = since;
    }
    return oldest;
}

Judgement judgeLongWait(const LockSight &sight)
{
    const auto since = oldestWait(sight);
    if (!since || sight.lock.state == watch::LockState::Free)
        return {};
    const Thresholds &thresholds = sight.thresholds;
    if (sight.now.at < *since + thresholds.wait)
        return {{}, *since + thresholds.wait};
    constexpr int many = 5;
    // Of the waits before this one: those beside it would make it usual. And what is critical of a
    // lock of which nothing is known deserves a word in any case.
    const Millis usual = sight.usualAt(*since).wait.value_or(Millis(0));
    const Millis warned =
        std::max(thresholds.wait, std::min(usual * many, thresholds.criticalWait));
    const Millis critical = std::max(thresholds.criticalWait, usual * many * 2);
    if (sight.now.at < *since + warned)
        return {{}, *since + warned};
    const bool isCritical = sight.now.at >= *since + critical;
    return {Finding{isCritical ? Severity::Critical : Severity::Warning,
                    Sentence::say("somebody has waited since at least %1; more than %2 is unusual")
                        .arg(sight.now.wallOf(*since), spanText(warned))},
            isCritical ? std::nullopt : std::optional(*since + critical), *since + warned, true};
}

} // namespace

const Rule longWait{
    .name = "long-wait",
    .severity = Severity::Critical,
    .title = Sentence::say("Long wait"),
    .why = Sentence::say(
        "Somebody waits for the lock much longer than usual. The request behind it is "
        "probably lost to its user already."),
    .whatToDo = Sentence::say(
        "Look at the holder: a long hold, a deadlock, or simply too much work for one "
        "lock. Blocking shows who waits for whom."),
    .inShort = Sentence::say("Look at the holder"),
    .ofLock = judgeLongWait,
};

} // namespace lockscope::health
