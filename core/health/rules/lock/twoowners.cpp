// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/twoowners.h"

#include "core/format/traits.h"
#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

bool isExclusive(const watch::HoldRecord &hold)
{
    return hold.mode != format::Mode::Read;
}

// At one time: only one of the holds may be there, if one of them is exclusive.
std::optional<Finding> together(const LockSight &sight)
{
    const watch::HoldRecord *first = nullptr;
    bool hasExclusive = false;
    for (const watch::HoldRecord &hold : sight.lock.holds) {
        if (hold.stale)
            continue;
        hasExclusive = hasExclusive || isExclusive(hold);
        if (first && hasExclusive && first->owner != hold.owner)
            return Finding{
                Severity::Critical,
                Sentence::say("%1 and %2 hold it at the same time")
                    .arg(ownerText(first->owner, first->alias), ownerText(hold.owner, hold.alias))};
        if (!first)
            first = &hold;
    }
    return std::nullopt;
}

// One after the other: the first has lost it without having released it.
Judgement inTurn(const LockSight &sight)
{
    const LapsedHold *lapsed = sight.lapsed;
    if (!lapsed || !lapsed->isExclusive || sight.usual().lapses)
        return {};
    for (const watch::HoldRecord &hold : sight.lock.holds) {
        if (hold.stale || hold.owner == lapsed->owner)
            continue;
        const QString before = ownerText(lapsed->owner, lapsed->alias);
        const QString after = ownerText(hold.owner, hold.alias);
        const bool isLost = lapsed->how == watch::EventType::Lost;
        return {Finding{Severity::Critical,
                        (isLost ? Sentence::say("%1 lost it without a release, and %2 has it now")
                                : Sentence::say("the hold of %1 expired, and %2 has it now"))
                            .arg(before, after)},
                lapsed->at + sight.thresholds.recent};
    }
    return {};
}

Judgement judgeTwoOwners(const LockSight &sight)
{
    const format::KindTraits &traits = format::traitsOf(*sight.lock.kind, *sight.lock.library);
    if (!traits.hasOwners || *sight.lock.kind == "counting-semaphore")
        return {};
    if (auto finding = together(sight))
        return {std::move(finding)};
    return inTurn(sight);
}

} // namespace

const Rule twoOwners{
    .name = "two-owners",
    .severity = Severity::Critical,
    .title = Sentence::say("Two owners"),
    .why = Sentence::say(
        "One exclusive lock has two owners, or a second one although the first has not released "
        "it. The first may not know that, and both may change what the lock protects."),
    .whatToDo =
        Sentence::say("Stop one of the two at once, by preference the one whose hold has expired. "
                      "Check what both have changed since."),
    .inShort = Sentence::say("Stop one of the two owners"),
    .ofLock = judgeTwoOwners,
};

} // namespace lockscope::health
