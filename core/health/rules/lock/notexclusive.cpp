// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/notexclusive.h"

namespace lockscope::health {

namespace {

// Redis Active-Active databases do the same, but do not tell it in INFO.
Judgement judgeNotExclusive(const ServerSight &sight)
{
    if (sight.server.role != "active-replica")
        return {};
    return {Finding{Severity::Critical, Sentence::say("its role is active-replica")}};
}

} // namespace

const Rule notExclusive{
    .name = "not-exclusive",
    .severity = Severity::Critical,
    .title = Sentence::say("Locks are not exclusive here"),
    .why = Sentence::say(
        "This server is one of several that accept writes and replicate them to each other "
        "afterwards. Two clients can acquire the same lock at the same time, each on its server."),
    .whatToDo = Sentence::say(
        "Keep locks on a deployment with one primary, or let all clients of the locks use the same "
        "one of these servers."),
    .inShort = Sentence::say("Move locks to a single primary"),
    .ofServer = judgeNotExclusive,
};

} // namespace lockscope::health
