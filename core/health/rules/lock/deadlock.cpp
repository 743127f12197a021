// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/deadlock.h"

#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

Judgement judgeDeadlock(const CycleSight &sight)
{
    const insight::WaitGraph &graph = sight.graph;
    constexpr std::size_t most = 4; // that are named
    Sentence named;
    for (std::size_t i = 0; i < sight.cycle.steps.size() && i < most; ++i) {
        const auto &step = sight.cycle.steps[i];
        const auto &owner = graph.owners[static_cast<std::size_t>(step.owner)];
        const auto &lock = graph.locks[static_cast<std::size_t>(step.lock)];
        named = joined(named,
                       Sentence::say("%1 waits for %2")
                           .arg(ownerText(owner.id, owner.alias), nameText(lock.id.name)));
    }
    return {Finding{Severity::Critical, named}};
}

} // namespace

const Rule deadlock{
    .name = "deadlock",
    .severity = Severity::Critical,
    .title = Sentence::say("Deadlock"),
    .why = Sentence::say(
        "The owners wait for each other in a circle. None of them can proceed until a "
        "time-out ends one of the waits."),
    .whatToDo = Sentence::say(
        "End one of the owners, or force-unlock the lock whose owner can lose its work "
        "most easily. In the code: take locks always in the same order, or wait with a "
        "time-out."),
    .inShort = Sentence::say("End one of the owners"),
    .ofCycle = judgeDeadlock,
};

} // namespace lockscope::health
