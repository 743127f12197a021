// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/partialcoverage.h"

namespace lockscope::health {

namespace {

Judgement judgePartialCoverage(const ServerSight &sight)
{
    const int slots = sight.server.uncoveredSlots;
    if (slots == 0)
        return {};
    return {Finding{Severity::Critical,
                    slots == 1 ? Sentence::say("no shard keeps 1 of 16384 slots")
                               : Sentence::say("no shard keeps %1 of 16384 slots").arg(slots)}};
}

} // namespace

const Rule partialCoverage{
    .name = "partial-coverage",
    .severity = Severity::Critical,
    .title = Sentence::say("Slots without a shard"),
    .why = Sentence::say("A lock whose slot no shard keeps can be neither taken, renewed nor "
                         "released, and its holder loses it. With "
                         "cluster-require-full-coverage the whole cluster refuses commands."),
    .whatToDo = Sentence::say("Assign the slots to a shard: redis-cli --cluster fix, or start the "
                              "primary that kept them."),
    .inShort = Sentence::say("Assign the slots to a shard"),
    .ofServer = judgePartialCoverage,
};

} // namespace lockscope::health
