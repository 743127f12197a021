// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/renewaloverdue.h"

#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

// Less than a sixth of the lease is left: the renewals after this one will come too late as well.
bool isLate(const watch::HoldRecord &hold, Instant now)
{
    return hold.presumedDead
        || (hold.lease && hold.deadline && *hold.deadline - now < *hold.lease / 6);
}

Judgement judgeRenewalOverdue(const LockSight &sight)
{
    Judgement judgement;
    for (const watch::HoldRecord &hold : sight.lock.holds) {
        if (hold.watchdog != watch::Watchdog::Overdue || hold.stale)
            continue;
        const bool isCritical = isLate(hold, sight.now.at);
        const Sentence evidence = hold.deadline
            ? Sentence::say("%1 has not renewed it; it expires at %2")
                  .arg(ownerText(hold.owner, hold.alias), sight.now.wallOf(*hold.deadline))
            : Sentence::say("%1 has not renewed it").arg(ownerText(hold.owner, hold.alias));
        if (!judgement.finding || isCritical)
            judgement.finding =
                Finding{isCritical ? Severity::Critical : Severity::Warning, evidence};
        if (!isCritical && hold.lease && hold.deadline)
            judgement.again = *hold.deadline - *hold.lease / 6 + Millis(1);
    }
    return judgement;
}

} // namespace

const Rule renewalOverdue{
    .name = "renewal-overdue",
    .severity = Severity::Critical,
    .title = Sentence::say("Renewal overdue"),
    .why = Sentence::say(
        "The watchdog of the owner has stopped renewing: the process is dead, paused or"
        " cut off. The lock expires soon, and another owner can take it while this one "
        "may still be working."),
    .whatToDo = Sentence::say(
        "Look at the process of the owner: a long garbage collection, a lost network or"
        " a crash. If it is alive, stop its work before the lock expires. If it is "
        "dead, wait for the expiry."),
    .inShort = Sentence::say("Look at the owner before it expires"),
    .ofLock = judgeRenewalOverdue,
};

} // namespace lockscope::health
