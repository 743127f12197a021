// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/recentrestart.h"

#include "core/base/spantext.h"
#include "core/health/rules/words.h"

#include <algorithm>

namespace lockscope::health {

namespace {

// Servers that were started together are a new group, not one with a restart.
bool isYoungest(const ServerSight &sight, Millis lease)
{
    return std::any_of(sight.peers.begin(), sight.peers.end(), [&](const auto *peer) {
        return peer->startedAt && *peer->startedAt + lease < *sight.server.startedAt;
    });
}

Judgement judgeRecentRestart(const ServerSight &sight)
{
    const auto started = sight.restartedAt ? sight.restartedAt : sight.server.startedAt;
    if (!sight.isInGroup || sight.isDurable || !started || !sight.longestLease)
        return {};
    if (!sight.restartedAt && !isYoungest(sight, *sight.longestLease))
        return {};
    const Instant safeAt = *started + *sight.longestLease;
    if (sight.now.at >= safeAt)
        return {};
    return {Finding{Severity::Warning,
                    Sentence::say("started at %1; the longest lease is %2")
                        .arg(sight.now.wallOf(*started), spanText(*sight.longestLease))},
            safeAt};
}

} // namespace

const Rule recentRestart{
    .name = "recent-restart",
    .severity = Severity::Warning,
    .title = Sentence::say("Restarted within the lease"),
    .why =
        Sentence::say("A server of a quorum restarted less than the longest lease ago. It may have "
                      "forgotten locks that are still held, so its vote can give a second owner a "
                      "majority."),
    .whatToDo = Sentence::say(
        "Take no Redlock over this group until the longest lease has passed since the "
        "restart. A server should stay away that long before it joins again."),
    .inShort = Sentence::say("Wait until the longest lease has passed"),
    .ofServer = judgeRecentRestart,
};

} // namespace lockscope::health
