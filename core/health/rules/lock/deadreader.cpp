// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/deadreader.h"

#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

Judgement judgeDeadReader(const LockSight &sight)
{
    for (const watch::HoldRecord &hold : sight.lock.holds) {
        if (hold.stale && hold.mode == format::Mode::Read)
            return {Finding{Severity::Warning,
                            Sentence::say("the time of the reader %1 has run out, but its entry "
                                          "is still there")
                                .arg(ownerText(hold.owner, hold.alias))}};
    }
    return {};
}

} // namespace

const Rule deadReader{
    .name = "dead-reader",
    .severity = Severity::Warning,
    .title = Sentence::say("Dead reader"),
    .why = Sentence::say(
        "The time of a reader has run out, but its entry is still in the read-write "
        "lock. Writers wait until the whole lock expires, which the living readers keep"
        " putting off."),
    .whatToDo = Sentence::say("Check that the reader is dead, then release its hold."),
    .inShort = Sentence::say("Release the hold of the dead reader"),
    .ofLock = judgeDeadReader,
};

} // namespace lockscope::health
