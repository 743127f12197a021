// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/noexpiry.h"

#include "core/format/traits.h"
#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

Judgement judgeNoExpiry(const LockSight &sight)
{
    // Permits may be taken for good.
    if (!format::traitsOf(*sight.lock.kind, *sight.lock.library).hasOwners)
        return {};
    for (const watch::HoldRecord &hold : sight.lock.holds) {
        if (!hold.deadline && !hold.stale)
            return {Finding{Severity::Warning,
                            Sentence::say("%1 holds it without an expiry, seen since %2")
                                .arg(ownerText(hold.owner, hold.alias), hold.observedSince)}};
    }
    return {};
}

} // namespace

const Rule noExpiry{
    .name = "no-expiry",
    .severity = Severity::Warning,
    .title = Sentence::say("No expiry"),
    .why =
        Sentence::say("The lock has no time to live. If its owner dies, nobody can take the lock "
                      "until somebody deletes it."),
    .whatToDo = Sentence::say(
        "Ask whether the owner is alive. If it is dead, force-unlock. In the code: use "
        "a lease or a watchdog, or set the value and the expiry in one command."),
    .inShort = Sentence::say("Check the owner; give it an expiry"),
    .ofLock = judgeNoExpiry,
};

} // namespace lockscope::health
