// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/lonesentinel.h"

namespace lockscope::health {

namespace {

constexpr int fewest = 3; // a majority is left if one of them fails

// By the Sentinels' own account: that they do not answer Lockscope says nothing of what they can
// do.
Judgement judgeLoneSentinel(const ServerSight &sight)
{
    if (!sight.server.sentinels)
        return {};
    const watch::SentinelRecord &sentinels = *sight.server.sentinels;
    const auto found = [](const Sentence &evidence) {
        return Judgement{Finding{Severity::Warning, evidence}};
    };
    if (sentinels.quorum > sentinels.known)
        return found(Sentence::say("the quorum is %1, and %2 Sentinels are known")
                         .arg(sentinels.quorum, sentinels.known));
    if (!sentinels.canFailOver.value_or(true))
        return found(
            Sentence::say("too few of the %1 Sentinels see each other for the quorum of %2")
                .arg(sentinels.known, sentinels.quorum));
    if (sentinels.known < fewest)
        return found(sentinels.known == 1
                         ? Sentence::say("only 1 Sentinel is known")
                         : Sentence::say("only %1 Sentinels are known").arg(sentinels.known));
    if (sentinels.quorum == sentinels.known)
        return found(Sentence::say("all %1 Sentinels have to agree that the primary is down")
                         .arg(sentinels.known));
    return {};
}

} // namespace

const Rule loneSentinel{
    .name = "lone-sentinel",
    .severity = Severity::Warning,
    .title = Sentence::say("Too few Sentinels"),
    .why =
        Sentence::say("A failover needs the quorum, and a majority of all Sentinels. One failure "
                      "is enough to prevent it: if the primary then fails, no lock can be taken "
                      "or released until it is back."),
    .whatToDo = Sentence::say("Run at least three Sentinels on separate machines, start those that "
                              "are down, and set a quorum that still is reached without one of "
                              "them. SENTINEL CKQUORUM tells whether it is."),
    .inShort = Sentence::say("Run at least three Sentinels"),
    .ofServer = judgeLoneSentinel,
};

} // namespace lockscope::health
