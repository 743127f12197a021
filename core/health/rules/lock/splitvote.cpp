// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/splitvote.h"

namespace lockscope::health {

namespace {

Judgement judgeSplitVote(const QuorumSight &sight)
{
    const insight::QuorumFinding &finding = sight.quorum.finding;
    if (finding.verdict != insight::QuorumVerdict::Split)
        return {};
    return {Finding{Severity::Critical,
                    Sentence::say("%1 owners share %2 servers, and none has the majority of %3")
                        .arg(finding.owners, finding.total, finding.needed)}};
}

} // namespace

const Rule splitVote{
    .name = "split-vote",
    .severity = Severity::Critical,
    .title = Sentence::say("Split vote"),
    .why = Sentence::say(
        "Several owners have the lock on some of its servers, and none has a majority. "
        "Nobody holds it, and all of them may believe otherwise if they count wrongly."),
    .whatToDo =
        Sentence::say("Check whether one of the owners is working. Release what is left on all "
                      "servers. Clients should retry after a random delay."),
    .inShort = Sentence::say("Release the rest on all servers"),
    .ofQuorum = judgeSplitVote,
};

} // namespace lockscope::health
