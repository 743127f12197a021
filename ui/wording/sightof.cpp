// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/sightof.h"

#include "core/format/redissonnames.h"
#include "core/format/traits.h"

#include <algorithm>

namespace lockscope::wording {

namespace {

std::optional<Millis> spanUntil(const std::optional<Instant> &deadline, Instant now)
{
    if (!deadline)
        return std::nullopt;
    return std::chrono::ceil<Millis>(*deadline - now);
}

std::optional<Millis> timeToLive(const std::optional<Instant> &deadline, Instant now)
{
    const auto span = spanUntil(deadline, now);
    return span ? std::optional(std::max(Millis(0), *span)) : std::nullopt;
}

// As likely as the first: so the facts about that one may be incomplete.
std::vector<QByteArray> otherLibrariesOf(const watch::LockRecord &lock)
{
    std::vector<QByteArray> others;
    const std::vector<format::Candidate> &candidates = lock.candidates;
    for (const format::Candidate &candidate : candidates) {
        if (candidate.confidence == candidates.front().confidence
            && candidate.library != *lock.library)
            others.push_back(candidate.library);
    }
    return others;
}

// Redisson before 3.52 under a NameMapper: the lock was read with a queue of another name.
std::optional<LockName> queueNameOf(const watch::LockRecord &lock)
{
    namespace redisson = format::redisson;
    if (!format::traitsOf(*lock.kind, *lock.library).hasFairQueue())
        return std::nullopt;
    std::optional<LockName> other;
    for (const watch::KeyRecord &key : watch::keysOf(lock)) {
        for (const char *prefix : {redisson::queuePrefix, redisson::timeoutPrefix}) {
            const auto tag = redisson::behind(prefix, key.key.bytes);
            if (tag && *tag == redisson::tagged(lock.id.name))
                return std::nullopt;
            if (tag)
                other = redisson::untagged(*tag).front();
        }
    }
    return other;
}

} // namespace

admin::Sight sightOf(const watch::LockRecord &lock, Instant now)
{
    admin::Sight sight;
    sight.name = lock.id.name;
    sight.kind = lock.kind;
    sight.library = lock.library;
    sight.otherLibraries = otherLibrariesOf(lock);
    for (const watch::HoldRecord &hold : lock.holds)
        sight.holds.push_back({hold.owner, hold.mode, hold.count, hold.stale,
                               timeToLive(hold.deadline, now), hold.isTextId});
    if (lock.waiters) {
        sight.waiters.emplace();
        for (const watch::WaiterRecord &waiter : *lock.waiters)
            sight.waiters->push_back(
                {waiter.owner, spanUntil(waiter.deadline, now), waiter.listening});
    }
    sight.queueName = queueNameOf(lock);
    sight.waitingConnections = lock.waitingConnections;
    sight.fencingToken = lock.fencingToken;
    // The number itself: permits that have expired, but were not given back, are not in it.
    if (lock.permits && format::traitsOf(*lock.kind, *lock.library).isNumber() && hasNumber(lock))
        sight.number = lock.permits->available
            - std::count_if(lock.holds.begin(), lock.holds.end(),
                            [](const watch::HoldRecord &hold) { return hold.stale; });
    sight.timeToLive = timeToLive(lock.deadline, now);
    sight.truncated = lock.truncated;
    if (lock.totals) {
        sight.holdsTotal = lock.totals->holds;
        sight.waitersTotal = lock.totals->waiters;
    }
    sight.isGuess = lock.guess;
    return sight;
}

bool hasNumber(const watch::LockRecord &lock)
{
    return lock.mainKey != format::KeyType::None
        || !format::traitsOf(*lock.kind, *lock.library).isNumber();
}

admin::Keyspace keyspaceOf(const watch::ServerRecord *server)
{
    if (server == nullptr || !server->isShard)
        return admin::Keyspace::Whole;
    return admin::clusterOf(server->version);
}

} // namespace lockscope::wording
