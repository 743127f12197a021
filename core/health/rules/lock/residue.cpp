// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/residue.h"

namespace lockscope::health {

namespace {

Judgement judgeResidue(const QuorumSight &sight)
{
    const insight::QuorumFinding &finding = sight.quorum.finding;
    if (finding.verdict != insight::QuorumVerdict::Residue)
        return {};
    return {Finding{Severity::Warning,
                    Sentence::say("%1 of %2 servers have it; a majority is %3")
                        .arg(finding.votes, finding.total, finding.needed)}};
}

} // namespace

const Rule residue{
    .name = "residue",
    .severity = Severity::Warning,
    .title = Sentence::say("Minority residue"),
    .why = Sentence::say(
        "An owner has the lock on fewer servers than a majority: nobody holds it. The "
        "remaining votes block the next owner until they expire."),
    .whatToDo = Sentence::say(
        "Wait for the expiry, or release the rest on all servers. If it happens often: "
        "the client does not release after an attempt that failed."),
    .inShort = Sentence::say("Release the rest on all servers"),
    .ofQuorum = judgeResidue,
};

} // namespace lockscope::health
