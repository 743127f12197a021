// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/lazypersistence.h"

#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

Judgement judgeLazyPersistence(const ServerSight &sight)
{
    const watch::ServerFacts &facts = sight.server.facts;
    if (facts.keepsLog.value_or(true) || !facts.savedAt || sight.held == 0
        || facts.unsavedChanges.value_or(0) == 0)
        return {};
    const Millis ahead = sight.server.clock ? sight.server.clock->offset : Millis(0);
    const Millis serverNow = sight.now.wall.time_since_epoch() + ahead;
    const Millis age = serverNow - std::chrono::seconds(*facts.savedAt);
    const Instant savedAt = sight.now.at - age;
    if (age < sight.thresholds.unsaved)
        return {{}, savedAt + sight.thresholds.unsaved};
    return {Finding{Severity::Warning,
                    Sentence::say("no append-only file, and no snapshot since %1")
                        .arg(sight.now.wallOf(savedAt))},
            {},
            {},
            true};
}

} // namespace

const Rule lazyPersistence{
    .name = "lazy-persistence",
    .severity = Severity::Warning,
    .title = Sentence::say("A restart would lose locks"),
    .why = Sentence::say(
        "The server keeps no append-only file, and its last snapshot is old. If it "
        "restarts now, the locks that are held are free for others, while their owners "
        "go on working."),
    .whatToDo = Sentence::say(
        "Turn on the append-only file on servers with locks (appendonly yes), or accept"
        " that a restart loses locks, and mute this rule."),
    .inShort = Sentence::say("Turn on the append-only file"),
    .ofServer = judgeLazyPersistence,
};

} // namespace lockscope::health
