// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/libraryeffects.h"

#include "core/format/traits.h"

#include <QByteArrayView>

#include <algorithm>

namespace lockscope::admin {

namespace {

using Loss = format::LibraryTraits::Loss;

Loss lossOf(const Sight &sight, QByteArrayView library)
{
    // It extends only if the program calls for it, and without an expiry there is nothing to
    // extend.
    if (library == QByteArrayView("redis-py") && !sight.timeToLive)
        return Loss::SeenAtUnlock;
    return format::libraryTraitsOf(library).loss;
}

std::vector<Effect> effectsOf(Loss loss)
{
    switch (loss) {
    case Loss::SeenAtExtension:
        return {Effect::HolderLosesLock, Effect::HolderLearnsAtExtension,
                Effect::HolderUnlockFails};
    case Loss::SeenAtRenewal:
        return {Effect::HolderLosesLock, Effect::HolderLearnsAtRenewal, Effect::HolderUnlockFails};
    case Loss::SeenAtRenewalOnly:
        return {Effect::HolderLosesLock, Effect::HolderLearnsAtRenewal};
    case Loss::NeverSeen:
        return {Effect::HolderNeverNotices};
    case Loss::SeenAtUnlock:
        return {Effect::HolderNeverNotices, Effect::HolderUnlockFails};
    case Loss::Unknown:
        return {Effect::HolderLosesLock, Effect::HolderUnlockFails};
    case Loss::TakenBack:
        return {Effect::HolderLosesLock, Effect::HolderTakesItBack};
    case Loss::PerhapsTakenBack:
        return {Effect::HolderLosesLock, Effect::HolderMayTakeItBack, Effect::HolderUnlockFails};
    case Loss::StopsHolder:
        return {Effect::HolderStopsAtOnce};
    case Loss::EndsProcess:
        return {Effect::HolderExits};
    case Loss::RunsJobTwice:
        return {Effect::JobRunsTwice};
    case Loss::FailsJob:
        return {Effect::JobFails};
    case Loss::BreaksNextHolder:
        return {Effect::HolderNeverNotices, Effect::HolderBreaksNext};
    case Loss::StartsAnotherJob:
        return {Effect::AnotherJobMayStart};
    case Loss::DoublesPermit:
        return {Effect::HolderNeverNotices, Effect::PermitMayDouble};
    }
    return {};
}

bool isTakenBack(Loss loss)
{
    return loss == Loss::TakenBack || loss == Loss::PerhapsTakenBack;
}

} // namespace

std::vector<Effect> libraryLossEffects(const Sight &sight)
{
    const Loss own = lossOf(sight, sight.library);
    std::vector<Effect> effects = effectsOf(own);
    const bool mayReturnElsewhere =
        std::any_of(sight.otherLibraries.begin(), sight.otherLibraries.end(),
                    [&](const QByteArray &other) { return isTakenBack(lossOf(sight, other)); });
    if (mayReturnElsewhere && !isTakenBack(own))
        effects.push_back(Effect::HolderMayTakeItBack);
    return effects;
}

bool mayExtend(const Sight &sight)
{
    const Loss loss = lossOf(sight, sight.library);
    return loss != Loss::NeverSeen && loss != Loss::SeenAtUnlock;
}

} // namespace lockscope::admin
