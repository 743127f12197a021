// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/wrongtype.h"

#include "core/format/redissonnames.h"
#include "core/format/traits.h"
#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

namespace redisson = format::redisson;

Judgement judge(const LockSight &sight)
{
    const watch::LockRecord &lock = sight.lock;
    if (!lock.otherKeys || !format::traitsOf(*lock.kind, *lock.library).hasFairQueue())
        return {};
    for (const watch::KeyRecord &key : *lock.otherKeys) {
        const QString name = visibleElided(key.key.bytes, wordLimit);
        if (redisson::behind(redisson::queuePrefix, key.key.bytes) && key.type != "list")
            return {Finding{
                Severity::Warning,
                Sentence::say("the key %1 is not a list, so the waiters are unknown").arg(name)}};
        if (redisson::behind(redisson::timeoutPrefix, key.key.bytes) && key.type != "zset")
            return {Finding{
                Severity::Warning,
                (lock.waiters
                     ? Sentence::say(
                         "the key %1 is not a sorted set, so the deadlines of waiters are unknown")
                     : Sentence::say("the key %1 is not a sorted set, so the waiters are unknown"))
                    .arg(name)}};
    }
    return {};
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
    .ofLock = judge,
};

} // namespace lockscope::health
