// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/combine.h"
#include "core/lock/kind/multilockprivate.h"
#include "core/lock/protocol/owners.h"
#include "core/lock/single/extension.h"

namespace lockscope::lock {

namespace {

ReleaseOutcome worstOf(const std::vector<Result<ReleaseOutcome>> &outcomes)
{
    ReleaseOutcome worst;
    worst.status = ReleaseOutcome::Status::Released;
    for (const auto &outcome : outcomes) {
        ReleaseOutcome one;
        one.status = ReleaseOutcome::Status::Unknown;
        if (outcome)
            one = *outcome;
        else
            one.error = outcome.error();
        const bool isMore = rank(one.status) == rank(worst.status) && one.count > worst.count;
        if (rank(one.status) > rank(worst.status) || isMore)
            worst = one;
    }
    return worst;
}

} // namespace

void Round::abandon()
{
    isAbandoned = true;
    for (Taking &taking : takings) {
        if (taking.outcome && taking.outcome->isHeld())
            (void)taking.member->unlock(owner);
    }
}

void Round::onAnswer(std::size_t i, Result<AcquireOutcome> &&result)
{
    Taking &taking = takings[i];
    if (result) {
        taking.outcome = std::move(*result);
    } else {
        taking.outcome.emplace();
        taking.outcome->status = AcquireOutcome::Status::Cancelled;
        taking.outcome->error = result.error();
    }
    if (isAbandoned && taking.outcome->isHeld())
        (void)taking.member->unlock(owner);
    if (--missing == 0)
        done.complete(Result<void>());
}

int rank(ReleaseOutcome::Status status)
{
    using Released = ReleaseOutcome::Status;
    switch (status) {
    case Released::Released:
        return 0;
    case Released::StillHeld:
        return 1;
    case Released::NotHeld:
        return 2;
    case Released::WrongType:
        return 3;
    case Released::Failed:
        return 4;
    case Released::Unknown:
        break;
    }
    return 5;
}

Pending<ReleaseOutcome> unlockAll(const Members &members, const OwnerId &owner)
{
    std::vector<Pending<ReleaseOutcome>> unlocking;
    for (const auto &member : members)
        unlocking.push_back(member->unlock(owner));
    return mapped<ReleaseOutcome>(whenAll(std::move(unlocking)), worstOf);
}

Pending<ExtendOutcome> extendAll(const Members &members, const OwnerId &owner, Millis time)
{
    std::vector<Pending<ExtendOutcome>> extending;
    for (const auto &member : members)
        extending.push_back(member->extend(owner, time));
    return mapped<ExtendOutcome>(whenAll(std::move(extending)), worstExtension);
}

Pending<ReleaseOutcome> giveBack(const Rounds &rounds, const OwnerId &owner)
{
    Members taken;
    for (const auto &round : rounds) {
        for (const Round::Taking &taking : round->takings) {
            const bool isUnknown = taking.outcome->status == AcquireOutcome::Status::Unknown
                && !taking.wasHeld
                && isOnlyOurs(owner); // else others may hold it as the same owner
            if (taking.outcome->isHeld() || isUnknown)
                taken.push_back(taking.member);
        }
    }
    return unlockAll(taken, owner);
}

} // namespace lockscope::lock
