// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/problems.h"

#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/format/traits.h"

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr qsizetype textLimit = 200;
constexpr std::size_t mostWaiters = 5; // that are named

// A server's clock maps no instant to more than a hundred years from now.
constexpr std::chrono::hours tooFar{99 * 366 * 24};

void addWrongTypes(std::vector<Problem> &problems, const LockRecord &lock)
{
    namespace redisson = format::redisson;
    for (const KeyRecord &key : lock.otherKeys.value_or({})) {
        const QString name = visibleElided(key.key.bytes, textLimit);
        if (redisson::behind(redisson::queuePrefix, key.key.bytes) && key.type != "list")
            problems.push_back(
                {"wrong-type",
                 u"the key %1 is not a list, so the waiters are unknown"_s.arg(name)});
        else if (redisson::behind(redisson::timeoutPrefix, key.key.bytes) && key.type != "zset")
            problems.push_back(
                {"wrong-type",
                 lock.waiters
                     ? u"the key %1 is not a sorted set, so the deadlines of waiters are unknown"_s
                           .arg(name)
                     : u"the key %1 is not a sorted set, so the waiters are unknown"_s.arg(name)});
    }
}

} // namespace

bool isEndless(const WaiterRecord &waiter, Instant now)
{
    return waiter.deadline && *waiter.deadline > now + tooFar;
}

std::vector<Problem> problemsOf(const LockRecord &lock, Instant now)
{
    std::vector<Problem> problems;
    if (!format::traitsOf(*lock.kind, *lock.library).hasFairQueue())
        return problems;
    addWrongTypes(problems, lock);
    if (!lock.waiters)
        return problems;
    std::size_t named = 0;
    for (const WaiterRecord &waiter : *lock.waiters) {
        if (!isEndless(waiter, now) || named == mostWaiters)
            continue;
        ++named;
        problems.push_back(
            {"endless-deadline",
             u"the deadline of %1 is too far in the future: its score is infinite, or more "
             "than 99 years away"_s.arg(visibleElided(waiter.owner.bytes, textLimit))});
    }
    return problems;
}

} // namespace lockscope::watch
