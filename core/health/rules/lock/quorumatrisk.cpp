// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/quorumatrisk.h"

namespace lockscope::health {

namespace {

Judgement judgeQuorumAtRisk(const QuorumSight &sight)
{
    const insight::QuorumFinding &finding = sight.quorum.finding;
    if (finding.verdict != insight::QuorumVerdict::AtRisk || !finding.bare)
        return {};
    return {Finding{Severity::Warning,
                    Sentence::say("%1 of %2 servers have it, and %3 are needed")
                        .arg(finding.votes, finding.total, finding.needed)}};
}

} // namespace

const Rule quorumAtRisk{
    .name = "quorum-at-risk",
    .severity = Severity::Warning,
    .title = Sentence::say("Quorum at risk"),
    .why =
        Sentence::say("The owner has exactly a majority. If one more server restarts or loses the "
                      "key, another owner can take the lock at the same time."),
    .whatToDo =
        Sentence::say("Look at the servers that do not have the lock: are they down, or did they "
                      "restart? Do not restart a server of this group now."),
    .inShort = Sentence::say("Do not restart servers of this group"),
    .ofQuorum = judgeQuorumAtRisk,
};

} // namespace lockscope::health
