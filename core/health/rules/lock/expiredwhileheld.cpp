// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/expiredwhileheld.h"

#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

// Locks that usually end by expiry are meant to: nobody releases a rate limit.
Judgement judgeExpiredWhileHeld(const LockSight &sight)
{
    const LapsedHold *lapsed = sight.lapsed;
    if (!lapsed || lapsed->how != watch::EventType::Expired || sight.usual().lapses)
        return {};
    return {
        Finding{Severity::Critical,
                Sentence::say("the hold of %1 expired at %2")
                    .arg(ownerText(lapsed->owner, lapsed->alias), sight.now.wallOf(lapsed->at))},
        lapsed->at + sight.thresholds.recent, lapsed->at};
}

} // namespace

const Rule expiredWhileHeld{
    .name = "expired-while-held",
    .severity = Severity::Critical,
    .title = Sentence::say("Expired while held"),
    .why = Sentence::say(
        "The time to live ran out before the owner released the lock. The owner may not"
        " know it and may still be working, and nothing protects that work any more."),
    .whatToDo =
        Sentence::say("Find out what the owner did at that time and whether its work was left half "
                      "done. If the work takes longer than the lease: use a longer lease or a "
                      "watchdog. Mute the rule for locks that are meant to expire."),
    .inShort = Sentence::say("Check the work of its last owner"),
    .ofLock = judgeExpiredWhileHeld,
};

} // namespace lockscope::health
