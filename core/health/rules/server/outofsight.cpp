// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/outofsight.h"

namespace lockscope::health {

namespace {

// A restart or a failover takes a few seconds, and is told by its own event.
Judgement judgeOutOfSight(const ServerSight &sight)
{
    const watch::ServerRecord &server = sight.server;
    if (server.state == watch::ServerState::Up || !server.lostAt)
        return {};
    const Instant opensAt = *server.lostAt + sight.thresholds.outOfSight;
    if (sight.now.at < opensAt)
        return {.again = opensAt};
    const WallInstant since = sight.now.wallOf(*server.lostAt);
    const Sentence evidence = server.error
        ? Sentence::say("nothing is known of its locks since %1: %2").arg(since, server.error->text)
        : Sentence::say("nothing is known of its locks since %1").arg(since);
    return {.finding = Finding{Severity::Critical, evidence},
            .again = {},
            .since = server.lostAt,
            .hasLasted = true};
}

} // namespace

const Rule outOfSight{
    .name = "server-out-of-sight",
    .severity = Severity::Critical,
    .title = Sentence::say("Server out of sight"),
    .why = Sentence::say(
        "Lockscope cannot read the server. Its locks may be released, expire or get other owners, "
        "and nothing of it is told. Their incidents stay as they were."),
    .whatToDo = Sentence::say(
        "Look at the reason: the server may be down, busy or cut off, or may refuse the user. If "
        "the clients cannot reach it either, they can neither take nor renew a lock there."),
    .inShort = Sentence::say("Find out whether the clients reach it"),
    .ofServer = judgeOutOfSight,
    .judgesUnseen = true,
};

} // namespace lockscope::health
