// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/evictionpolicy.h"

#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

Judgement judgeEvictionPolicy(const ServerSight &sight)
{
    const watch::ServerFacts &facts = sight.server.facts;
    const bool mayEvict = facts.mostMemory.value_or(0) > 0 && !facts.evictionPolicy.isEmpty()
        && facts.evictionPolicy != "noeviction";
    if (!mayEvict)
        return {};
    const QString policy = visibleElided(facts.evictionPolicy, wordLimit);
    if (!sight.evictedAt || sight.now.at >= *sight.evictedAt + sight.thresholds.recent)
        return {Finding{Severity::Warning, Sentence::say("maxmemory-policy is %1").arg(policy)}};
    return {
        Finding{Severity::Critical,
                Sentence::say("maxmemory-policy is %1, and keys are being evicted").arg(policy)},
        *sight.evictedAt + sight.thresholds.recent};
}

} // namespace

const Rule evictionPolicy{
    .name = "eviction-policy",
    .severity = Severity::Critical,
    .title = Sentence::say("Locks may be evicted"),
    .why = Sentence::say(
        "When the memory is full, this server deletes keys that other clients still "
        "need. Policies that begin with volatile- choose keys with an expiry, which are"
        " the locks. An evicted lock is free for the next owner."),
    .whatToDo = Sentence::say(
        "Keep locks on a server with maxmemory-policy noeviction, apart from caches."),
    .inShort = Sentence::say("Move locks to a server without eviction"),
    .ofServer = judgeEvictionPolicy,
};

} // namespace lockscope::health
