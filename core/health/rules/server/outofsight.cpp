// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/outofsight.h"

#include "core/base/tlsfault.h"

namespace lockscope::health {

namespace {

// A restart or a failover takes a few seconds, and is told by its own event. A server that nobody
// has seen yet is not restarting, as far as is known.
Judgement judgeOutOfSight(const ServerSight &sight)
{
    const watch::ServerRecord &server = sight.server;
    if (server.state == watch::ServerState::Up || !server.lostAt)
        return {};
    if (server.error && tlsFaultOf(*server.error) == TlsFault::OtherFingerprint)
        return {}; // ChangedCertificate says so
    const Millis patience =
        sight.wasSeen ? sight.thresholds.outOfSight : sight.thresholds.neverSeen;
    const Instant opensAt = *server.lostAt + patience;
    if (sight.now.at < opensAt && !sight.isOpen)
        return {.again = opensAt};
    const Sentence cause =
        server.error ? server.error->text : Sentence::say("it has not answered yet");
    const Sentence evidence = sight.wasSeen
        ? Sentence::say("nothing is known of its locks since %1: %2")
              .arg(sight.now.wallOf(*server.lostAt), cause)
        : Sentence::say("it could not be read yet: %1").arg(cause);
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
