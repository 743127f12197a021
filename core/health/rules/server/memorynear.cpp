// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/memorynear.h"

namespace lockscope::health {

namespace {

Judgement judgeMemoryNear(const ServerSight &sight)
{
    const watch::ServerFacts &facts = sight.server.facts;
    const qint64 most = facts.mostMemory.value_or(0);
    if (most <= 0 || !facts.usedMemory)
        return {};
    constexpr qint64 warned = 90;
    constexpr qint64 critical = 97;
    const qint64 percent = *facts.usedMemory * 100 / most;
    if (percent < warned)
        return {};
    return {Finding{percent >= critical ? Severity::Critical : Severity::Warning,
                    Sentence::say("%1 % of maxmemory is in use").arg(percent)}};
}

} // namespace

const Rule memoryNear{
    .name = "memory-near",
    .severity = Severity::Critical,
    .title = Sentence::say("Memory nearly full"),
    .why = Sentence::say(
        "The server has used nearly all the memory that it may use. When it is full, it"
        " refuses new locks, renewals that need memory, or evicts keys."),
    .whatToDo =
        Sentence::say("Find what fills the memory (redis-cli --bigkeys), or raise maxmemory."),
    .inShort = Sentence::say("Free memory or raise maxmemory"),
    .ofServer = judgeMemoryNear,
};

} // namespace lockscope::health
