// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/nopromotable.h"

#include <algorithm>

namespace lockscope::health {

namespace {

Judgement judgeNoPromotable(const ServerSight &sight)
{
    if (!sight.server.replication || sight.server.replication->replicas.empty())
        return {};
    const auto &replicas = sight.server.replication->replicas;
    const bool areAllPassedOver =
        std::all_of(replicas.begin(), replicas.end(),
                    [](const watch::ReplicaRecord &replica) { return replica.priority == 0; });
    if (!areAllPassedOver)
        return {};
    return {
        Finding{Severity::Warning,
                replicas.size() == 1
                    ? Sentence::say("its replica has the priority 0")
                    : Sentence::say("all %1 replicas have the priority 0").arg(replicas.size())}};
}

} // namespace

const Rule noPromotable{
    .name = "no-promotable-replica",
    .severity = Severity::Warning,
    .title = Sentence::say("No replica can be promoted"),
    .why = Sentence::say("A sentinel never promotes a replica of priority 0. If this primary "
                         "fails, no lock can be taken or released until it is back."),
    .whatToDo = Sentence::say("Give a replica another priority (replica-priority 100)."),
    .inShort = Sentence::say("Give a replica another priority"),
    .ofServer = judgeNoPromotable,
};

} // namespace lockscope::health
