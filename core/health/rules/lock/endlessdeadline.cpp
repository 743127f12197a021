// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/endlessdeadline.h"

#include "core/format/traits.h"
#include "core/health/rules/words.h"
#include "core/watch/record/problems.h"

namespace lockscope::health {

namespace {

Judgement judgeEndlessDeadline(const LockSight &sight)
{
    const watch::LockRecord &lock = sight.lock;
    if (!lock.waiters || !format::traitsOf(*lock.kind, *lock.library).hasFairQueue())
        return {};
    for (const watch::WaiterRecord &waiter : *lock.waiters) {
        if (watch::isEndless(waiter, sight.now.at))
            return {Finding{Severity::Warning,
                            watch::endlessDeadline(ownerText(waiter.owner, waiter.alias))}};
    }
    return {};
}

} // namespace

const Rule endlessDeadline{
    .name = "endless-deadline",
    .severity = Severity::Warning,
    .title = Sentence::say("Deadline that never comes"),
    .why = Sentence::say(
        "The deadline of a waiter is infinite or more than 99 years away. If the waiter"
        " dies, Redisson never drops it, and it blocks the queue."),
    .whatToDo = Sentence::say(
        "Find out whether the waiter is alive. If it is not, remove it from the queue."),
    .inShort = Sentence::say("Remove the waiter if it is dead"),
    .ofLock = judgeEndlessDeadline,
};

} // namespace lockscope::health
