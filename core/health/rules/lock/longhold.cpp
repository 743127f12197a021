// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/longhold.h"

#include "core/base/spantext.h"
#include "core/health/rules/words.h"

#include <algorithm>

namespace lockscope::health {

namespace {

// The longest time that this lock may be held; the absolute limit if nothing is known of it.
Millis allowed(const LockSight &sight)
{
    constexpr int many = 5;
    const auto usual = sight.usual().hold;
    return usual ? std::max(sight.thresholds.leastHold, *usual * many) : sight.thresholds.hold;
}

Judgement judgeLongHold(const LockSight &sight)
{
    const watch::HoldRecord *oldest = nullptr;
    for (const watch::HoldRecord &hold : sight.lock.holds) {
        if (!hold.stale && (!oldest || hold.observedSince < oldest->observedSince))
            oldest = &hold;
    }
    if (!oldest)
        return {};
    const Millis held = sight.now.wall - oldest->observedSince;
    const Instant since = sight.now.at - held;
    // The lock's usual hold is asked for only when it may matter.
    const Millis least = std::min(sight.thresholds.leastHold, sight.thresholds.hold);
    if (held < least)
        return {{}, since + least};
    const Millis longest = allowed(sight);
    if (held < longest)
        return {{}, since + longest};
    return {Finding{Severity::Warning,
                    Sentence::say("%1 has held it since at least %2; more than %3 is unusual")
                        .arg(ownerText(oldest->owner, oldest->alias), oldest->observedSince,
                             spanText(longest))},
            {},
            since + longest,
            true};
}

} // namespace

const Rule longHold{
    .name = "long-hold",
    .severity = Severity::Warning,
    .title = Sentence::say("Long hold"),
    .why = Sentence::say(
        "One owner holds the lock much longer than its owners usually do. It may hang, "
        "and everybody who needs the lock waits."),
    .whatToDo =
        Sentence::say("Look at what the owner does (a thread dump, its log). If it hangs, end the "
                      "process: its lock then expires. Force-unlock only if its work is certain to "
                      "have stopped."),
    .inShort = Sentence::say("Look at what the owner does"),
    .ofLock = judgeLongHold,
};

} // namespace lockscope::health
