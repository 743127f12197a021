// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/wrongtype.h"

#include "core/health/rules/words.h"
#include "core/watch/record/problems.h"

namespace lockscope::health {

namespace {

Judgement judgeWrongType(const LockSight &sight)
{
    const std::vector<Sentence> faults = watch::wrongTypes(sight.lock, wordLimit);
    if (faults.empty())
        return {};
    return {Finding{Severity::Warning, faults.front()}};
}

} // namespace

const Rule wrongType{
    .name = "wrong-type",
    .severity = Severity::Warning,
    .title = Sentence::say("Key of a wrong type"),
    .why =
        Sentence::say("A key that belongs to the fair queue has another type than Redisson uses. "
                      "Commands of Redisson fail on it, and the waiters or their deadlines are "
                      "unknown."),
    .whatToDo = Sentence::say("Find out who wrote the key. If nobody needs it, delete it."),
    .inShort = Sentence::say("Find out who wrote the key"),
    .ofLock = judgeWrongType,
};

} // namespace lockscope::health
