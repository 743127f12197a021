// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/quorum/multis.h"

#include "core/base/text.h"
#include "core/format/traits.h"

#include <QStringList>

#include <algorithm>
#include <memory>
#include <tuple>

using namespace Qt::StringLiterals;

namespace lockscope::insight {

namespace {

// Members are taken and renewed one after the other.
constexpr Millis together{50};
// Locks that are taken together are seen together, apart from batches of reads and the round trips
// of a distant client. A watchdog that renews in one go gives a common deadline to all locks of a
// thread, so the deadline alone does not tell.
constexpr Millis seenTogether{1000};

struct Member {
    const OwnerId *owner;
    Instant deadline;
    WallInstant since;
    const watch::LockId *id;
};

using Members = std::vector<Member>;

// Those that were seen together, of some that lapse together.
void takeMultis(Members::iterator begin, Members::iterator end, std::vector<InferredMulti> &multis)
{
    std::sort(begin, end, [](const Member &a, const Member &b) { return a.since < b.since; });
    for (; begin != end;) {
        auto last = begin + 1;
        while (last != end && last->since - (last - 1)->since <= seenTogether)
            ++last;
        std::sort(begin, last, [](const Member &a, const Member &b) {
            return std::tie(a.deadline, *a.id) < std::tie(b.deadline, *b.id);
        });
        InferredMulti multi{*begin->owner, {}};
        for (; begin != last; ++begin) {
            // Twice for an owner that holds a read-write lock in both modes.
            if (std::find(multi.locks.begin(), multi.locks.end(), *begin->id) == multi.locks.end())
                multi.locks.push_back(*begin->id);
        }
        if (multi.locks.size() > 1)
            multis.push_back(std::move(multi));
    }
}

} // namespace

std::vector<InferredMulti> inferMultis(const std::vector<watch::LockPointer> &locks)
{
    Members members;
    for (const watch::LockPointer &lock : locks) {
        if (!format::libraryTraitsOf(*lock->library).hasClients
            || !format::traitsOf(*lock->kind).hasOwners)
            continue;
        for (const watch::HoldRecord &hold : lock->holds) {
            // An owner of another form is no thread of a client.
            if (!hold.stale && hold.deadline && hold.owner.bytes.contains(':'))
                members.push_back({&hold.owner, *hold.deadline, hold.observedSince, &lock->id});
        }
    }
    std::sort(members.begin(), members.end(), [](const Member &a, const Member &b) {
        return std::tie(*a.owner, a.deadline) < std::tie(*b.owner, b.deadline);
    });
    std::vector<InferredMulti> multis;
    for (auto begin = members.begin(); begin != members.end();) {
        auto end = begin + 1;
        while (end != members.end() && *end->owner == *begin->owner
               && end->deadline - (end - 1)->deadline <= together)
            ++end;
        if (end - begin > 1)
            takeMultis(begin, end, multis);
        begin = end;
    }
    return multis;
}

QByteArray keyOf(const InferredMulti &multi)
{
    const watch::LockId &first = *std::min_element(multi.locks.begin(), multi.locks.end());
    return first.name.bytes + '\0' + QByteArray::number(first.deployment.number) + '\0'
        + multi.owner.bytes;
}

Candidate candidateOf(const InferredMulti &multi)
{
    constexpr std::size_t shown = 5;
    QStringList names;
    for (const watch::LockId &id : multi.locks) {
        if (names.size() < static_cast<qsizetype>(shown))
            names += visibleName(id.name.bytes, 60);
    }
    const QString some = names.join(u", "_s);
    const auto reason = multi.locks.size() > shown
        ? Sentence::say("inferred: the same owner holds %1 and %2 more")
              .arg(some, multi.locks.size() - shown)
        : Sentence::say("inferred: the same owner holds %1").arg(some);
    return {"multi", "redisson", reason};
}

void addMultiCandidates(std::vector<watch::LockPointer> &locks,
                        const std::vector<InferredMulti> &multis)
{
    for (const InferredMulti &multi : multis) {
        const Candidate candidate = candidateOf(multi);
        for (watch::LockPointer &lock : locks) {
            if (std::find(multi.locks.begin(), multi.locks.end(), lock->id) == multi.locks.end())
                continue;
            watch::LockRecord member = *lock;
            std::vector<Candidate> candidates = member.candidates;
            candidates.push_back(candidate);
            member.candidates = std::move(candidates);
            lock = std::make_shared<const watch::LockRecord>(std::move(member));
        }
    }
}

} // namespace lockscope::insight
