// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/refuseswrites.h"

namespace lockscope::health {

namespace {

// How many are required, INFO does not tell: that is certain to be too few only if there are none.
Judgement judgeRefusesWrites(const ServerSight &sight)
{
    if (sight.server.goodReplicas != 0)
        return {};
    return {
        Finding{Severity::Critical,
                Sentence::say("min-replicas-to-write is set, and no replica follows it in time")}};
}

} // namespace

const Rule refusesWrites{
    .name = "refuses-writes",
    .severity = Severity::Critical,
    .title = Sentence::say("Primary takes no writes"),
    .why = Sentence::say("This primary refuses every write (NOREPLICAS). No lock can be taken, "
                         "renewed or released, and holds end with their leases while their owners "
                         "go on working."),
    .whatToDo = Sentence::say("Bring a replica back, or connect another one. If two primaries at a "
                              "time are impossible here, set min-replicas-to-write 0 until then. "
                              "Waking waiters does not help."),
    .inShort = Sentence::say("Bring a replica back"),
    .ofServer = judgeRefusesWrites,
};

} // namespace lockscope::health
