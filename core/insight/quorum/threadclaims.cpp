// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/quorum/threadclaims.h"

#include "core/format/redissonnames.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockscope::insight {

namespace {

// Redisson's own time-out for a command, and its watchdog's default.
constexpr Millis commandTimeout{3000};
constexpr Millis usualLease{30'000};
constexpr Millis slack{500}; // timers and readings that come late

// The thread's number; empty: not uuid:threadId.
QByteArray threadOf(const OwnerId &owner)
{
    const auto field = format::redisson::parseOwner(owner.bytes);
    if (field.form != format::redisson::OwnerForm::Strict || field.write || field.owner != owner)
        return {};
    return owner.bytes.mid(owner.bytes.indexOf(':') + 1);
}

using Holds = std::vector<ThreadHold>;

// The greatest distance between the deadlines of one red lock.
struct Spread {
    Millis most{0};
    std::optional<Instant> until; // it shrinks, and is less than it has to be from then on
};

Spread spreadOf(Holds::const_iterator begin, Holds::const_iterator end, Instant now)
{
    std::optional<Millis> lease;
    for (auto hold = begin; hold != end; ++hold) {
        if (hold->lease)
            lease = std::max(lease.value_or(Millis(0)), *hold->lease);
    }
    const Instant latest = (end - 1)->deadline;
    const bool isFixed = std::all_of(begin, end, [](const auto &hold) { return hold.isFixed; });
    if (lease && isFixed)
        return {std::min(*lease / 3, commandTimeout) + slack, {}};
    if (lease)
        return {*lease / 3 + slack, {}};
    // The lease is at least the remaining time.
    const Millis least = usualLease / 3 + slack;
    const Millis byTime = std::chrono::floor<Millis>(latest - now) / 3 + slack;
    if (byTime <= least || latest - begin->deadline <= least)
        return {least, {}};
    return {byTime, latest - 3 * (latest - begin->deadline - slack)};
}

// Takes the most holds that lapse together out of `holds`, which are sorted by deadline.
std::optional<ThreadClaim> takeLargest(Holds &holds, Instant now)
{
    auto bestBegin = holds.cend();
    auto bestEnd = holds.cend();
    std::optional<Instant> until;
    for (auto begin = holds.cbegin(); begin != holds.cend(); ++begin) {
        for (auto end = holds.cend(); end - begin >= 2 && end - begin > bestEnd - bestBegin;
             --end) {
            const Spread spread = spreadOf(begin, end, now);
            if ((end - 1)->deadline - begin->deadline > spread.most)
                continue;
            bestBegin = begin;
            bestEnd = end;
            until = spread.until;
        }
    }
    if (bestBegin == bestEnd)
        return std::nullopt;
    ThreadClaim claim{{bestBegin, bestEnd}, until};
    holds.erase(bestBegin, bestEnd);
    std::sort(claim.holds.begin(), claim.holds.end(),
              [](const auto &a, const auto &b) { return a.server < b.server; });
    return claim;
}

} // namespace

std::vector<ThreadClaim> claimsOfThreads(const std::vector<ThreadHold> &holds, Instant now)
{
    std::map<OwnerId, std::set<int>> serversOf;
    for (const ThreadHold &hold : holds)
        serversOf[hold.owner].insert(hold.server);
    std::map<QByteArray, std::map<int, Holds>> byThread;
    for (const ThreadHold &hold : holds) {
        if (serversOf[hold.owner].size() > 1)
            continue;
        const QByteArray thread = threadOf(hold.owner);
        if (thread.isEmpty())
            continue;
        Holds &same = byThread[thread][hold.server];
        // An owner that reads and writes is there twice.
        if (same.empty() || same.back().owner != hold.owner)
            same.push_back(hold);
    }
    std::vector<ThreadClaim> claims;
    for (const auto &[thread, servers] : byThread) {
        Holds alone;
        for (const auto &[server, all] : servers) {
            if (all.size() == 1)
                alone.push_back(all.front());
        }
        std::sort(alone.begin(), alone.end(),
                  [](const auto &a, const auto &b) { return a.deadline < b.deadline; });
        while (auto claim = takeLargest(alone, now))
            claims.push_back(std::move(*claim));
    }
    return claims;
}

} // namespace lockscope::insight
