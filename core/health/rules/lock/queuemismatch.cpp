// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/queuemismatch.h"

#include "core/format/traits.h"
#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

Judgement judgeQueueMismatch(const LockSight &sight)
{
    const watch::LockRecord &lock = sight.lock;
    if (!lock.waiters || !format::traitsOf(*lock.kind, *lock.library).hasFairQueue())
        return {};
    for (const watch::WaiterRecord &waiter : *lock.waiters) {
        if (!waiter.deadline && !waiter.isDeadlineUnread)
            return {Finding{Severity::Warning,
                            Sentence::say("%1 is in the queue without a deadline")
                                .arg(ownerText(waiter.owner, waiter.alias))}};
    }
    return {};
}

} // namespace

const Rule queueMismatch{
    .name = "queue-mismatch",
    .severity = Severity::Warning,
    .title = Sentence::say("Queue and deadlines disagree"),
    .why =
        Sentence::say("A waiter of the fair queue has no deadline in the set beside it. Redisson "
                      "cannot drop it when it dies, so it can block the queue for ever."),
    .whatToDo = Sentence::say(
        "Find out whether the waiter is alive. If it is not, remove it from the queue. "
        "The usual cause is a key that was deleted or restored by hand."),
    .inShort = Sentence::say("Remove the waiter if it is dead"),
    .ofLock = judgeQueueMismatch,
};

} // namespace lockscope::health
