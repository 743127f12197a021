// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/replicabehind.h"

#include "core/base/spantext.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockscope::health {

namespace {

Judgement judgeReplicaBehind(const ServerSight &sight)
{
    if (!sight.server.replication || sight.held == 0)
        return {};
    QStringList behind;
    for (const watch::ReplicaRecord &replica : sight.server.replication->replicas) {
        if (replica.behind && *replica.behind >= sight.thresholds.replicaBehind)
            behind.append(replica.server);
    }
    if (behind.isEmpty())
        return {};
    return {Finding{Severity::Warning,
                    Sentence::say("more than %1 behind: %2")
                        .arg(spanText(sight.thresholds.replicaBehind), behind.join(u", "_s))}};
}

} // namespace

const Rule replicaBehind{
    .name = "replica-behind",
    .severity = Severity::Warning,
    .title = Sentence::say("A replica is behind"),
    .why = Sentence::say("A replica does not have what was written lately. If it is promoted, the "
                         "locks that were taken since are free for others, while their owners go "
                         "on working."),
    .whatToDo =
        Sentence::say("Find out what holds the replica up: its network, its processor, or a "
                      "full synchronisation. Do not fail over to it meanwhile."),
    .inShort = Sentence::say("Find out what holds the replica up"),
    .ofServer = judgeReplicaBehind,
};

} // namespace lockscope::health
