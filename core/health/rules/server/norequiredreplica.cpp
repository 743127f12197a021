// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/norequiredreplica.h"

namespace lockscope::health {

namespace {

Judgement judgeNoRequiredReplica(const ServerSight &sight)
{
    if (!sight.server.replication || sight.held == 0
        || sight.server.replication->requiresReplicas.value_or(true))
        return {};
    return {Finding{Severity::Warning,
                    Sentence::say("it has replicas, and min-replicas-to-write is not set")}};
}

} // namespace

const Rule noRequiredReplica{
    .name = "no-required-replica",
    .severity = Severity::Warning,
    .title = Sentence::say("A cut-off primary would take locks"),
    .why = Sentence::say("This primary takes locks also while none of its replicas is connected. "
                         "If it is cut off and a replica is promoted, each of the two grants the "
                         "same lock."),
    .whatToDo =
        Sentence::say("Set min-replicas-to-write 1 and min-replicas-max-lag 10 on all servers of "
                      "the deployment: a primary that is cut off then refuses new locks."),
    .inShort = Sentence::say("Set min-replicas-to-write"),
    .ofServer = judgeNoRequiredReplica,
};

} // namespace lockscope::health
