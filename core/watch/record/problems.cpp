// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/problems.h"

#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/format/traits.h"

namespace lockscope::watch {

namespace {

constexpr qsizetype textLimit = 200;
constexpr std::size_t mostWaiters = 5; // that are named

// A server's clock maps no instant to more than a hundred years from now.
constexpr std::chrono::hours tooFar{99 * 366 * 24};

} // namespace

std::vector<Sentence> wrongTypes(const LockRecord &lock, qsizetype limit)
{
    namespace redisson = format::redisson;
    std::vector<Sentence> faults;
    if (!lock.otherKeys || !format::traitsOf(*lock.kind, *lock.library).hasFairQueue())
        return faults;
    for (const KeyRecord &key : *lock.otherKeys) {
        const QString name = visibleElided(key.key.bytes, limit);
        if (redisson::behind(redisson::queuePrefix, key.key.bytes) && key.type != "list")
            faults.push_back(
                Sentence::say("the key %1 is not a list, so the waiters are unknown").arg(name));
        else if (redisson::behind(redisson::timeoutPrefix, key.key.bytes) && key.type != "zset")
            faults.push_back(
                (lock.waiters
                     ? Sentence::say(
                         "the key %1 is not a sorted set, so the deadlines of waiters are unknown")
                     : Sentence::say("the key %1 is not a sorted set, so the waiters are unknown"))
                    .arg(name));
    }
    return faults;
}

Sentence endlessDeadline(const QString &owner)
{
    return Sentence::say("the deadline of %1 is too far in the future: its score is infinite, or "
                         "more than 99 years away")
        .arg(owner);
}

bool isEndless(const WaiterRecord &waiter, Instant now)
{
    return waiter.deadline && *waiter.deadline > now + tooFar;
}

std::vector<Problem> problemsOf(const LockRecord &lock, Instant now)
{
    std::vector<Problem> problems;
    if (!format::traitsOf(*lock.kind, *lock.library).hasFairQueue())
        return problems;
    for (const Sentence &fault : wrongTypes(lock, textLimit))
        problems.push_back({"wrong-type", fault});
    if (!lock.waiters)
        return problems;
    std::size_t named = 0;
    for (const WaiterRecord &waiter : *lock.waiters) {
        if (!isEndless(waiter, now) || named == mostWaiters)
            continue;
        ++named;
        problems.push_back(
            {"endless-deadline", endlessDeadline(visibleElided(waiter.owner.bytes, textLimit))});
    }
    return problems;
}

} // namespace lockscope::watch
