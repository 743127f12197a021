// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/refuseswrites.h"

namespace lockscope::health {

namespace {

Sentence causeOf(const watch::WriteRefusals &refused)
{
    if (refused.tooFewReplicas > 0)
        return Sentence::say("it refuses writes with NOREPLICAS: fewer replicas follow it in time "
                             "than min-replicas-to-write requires");
    if (refused.unsaved > 0)
        return Sentence::say("it refuses writes with MISCONF: it cannot save its data");
    return Sentence::say("it refuses writes that need memory with OOM: maxmemory is reached");
}

Judgement judgeRefusesWrites(const ServerSight &sight)
{
    if (auto why = watch::whyNoWrites(sight.server))
        return {Finding{Severity::Critical, std::move(*why)}};
    // Each refusal is seen once, as a number that has grown.
    if (!sight.refused || sight.now.at >= sight.refused->at + sight.thresholds.closing)
        return {};
    return {Finding{Severity::Critical, causeOf(sight.refused->counts)},
            sight.refused->at + sight.thresholds.closing};
}

} // namespace

const Rule refusesWrites{
    .name = "refuses-writes",
    .severity = Severity::Critical,
    .title = Sentence::say("Primary takes no writes"),
    .why =
        Sentence::say("This primary refuses writes. No lock can be taken; with NOREPLICAS and "
                      "MISCONF none can be renewed or released either, and with OOM many clients "
                      "cannot release theirs. Holds end with their leases while their owners go "
                      "on working."),
    .whatToDo = Sentence::say(
        "NOREPLICAS: bring a replica back, or connect another one; if two primaries at a time are "
        "impossible here, set min-replicas-to-write 0 until then. MISCONF: make room on the disk; "
        "the server's log has the reason. OOM: free memory, or raise maxmemory. Waking waiters "
        "does not help."),
    .inShort = Sentence::say("Let it take writes again"),
    .ofServer = judgeRefusesWrites,
};

} // namespace lockscope::health
