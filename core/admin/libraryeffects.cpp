// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/libraryeffects.h"

#include <QByteArrayView>

#include <algorithm>
#include <span>

namespace lockscope::admin {

namespace {

// As read in the libraries' sources.
constexpr Effect unwarned[] = {Effect::HolderNeverNotices};
constexpr Effect unwarnedAndWrong[] = {Effect::HolderNeverNotices, Effect::HolderUnlockFails};
constexpr Effect extending[] = {Effect::HolderLosesLock, Effect::HolderLearnsAtExtension,
                                Effect::HolderUnlockFails};
constexpr Effect renewing[] = {Effect::HolderLosesLock, Effect::HolderLearnsAtRenewal,
                               Effect::HolderUnlockFails};
constexpr Effect returning[] = {Effect::HolderLosesLock, Effect::HolderTakesItBack};
constexpr Effect mayReturn[] = {Effect::HolderLosesLock, Effect::HolderMayTakeItBack,
                                Effect::HolderUnlockFails};
constexpr Effect told[] = {Effect::HolderStopsAtOnce};
constexpr Effect ending[] = {Effect::HolderExits};
constexpr Effect queued[] = {Effect::JobRunsTwice};
constexpr Effect failing[] = {Effect::JobFails};
constexpr Effect careless[] = {Effect::HolderNeverNotices, Effect::HolderBreaksNext};
constexpr Effect unique[] = {Effect::AnotherJobMayStart};
constexpr Effect doubling[] = {Effect::HolderNeverNotices, Effect::PermitMayDouble};
constexpr Effect resolving[] = {Effect::HolderLosesLock, Effect::HolderLearnsAtRenewal};
constexpr Effect unknown[] = {Effect::HolderLosesLock, Effect::HolderUnlockFails};

struct Row {
    const char *library;
    std::span<const Effect> effects;
};

constexpr Row rows[] = {
    {"activejob-uniqueness", unique},
    {"aioredlock", returning},
    {"bull", queued},
    {"bullmq", queued},
    {"celery-once", unique},
    {"generic", unknown},
    {"hangfire", failing},
    {"horizon", unwarned},
    {"laravel", unwarned},
    {"lock4j", unknown},
    {"python-redis-lock", renewing},
    {"redbeat", ending},
    {"redis-queued-locks", unwarned},
    {"redis-semaphore", resolving}, // its release succeeds, whoever has it by then
    {"redis-semaphore-ruby", doubling},
    {"redlock-net", returning},
    {"redlock-rb", mayReturn},
    {"redsync", mayReturn},
    {"rueidislock", told},
    {"shedlock", careless},
    {"sidekiq-unique-jobs", unique},
    {"stackexchange-redis", unwarnedAndWrong},
};

std::span<const Effect> effectsOf(const Sight &sight, QByteArrayView library)
{
    // It extends only where the program does so, and without an end there is nothing to extend.
    if (library == QByteArrayView("redis-py") && !sight.timeToLive)
        return unwarnedAndWrong;
    const auto *const row = std::find_if(std::begin(rows), std::end(rows), [&](const Row &each) {
        return library == QByteArrayView(each.library);
    });
    return row == std::end(rows) ? std::span<const Effect>(extending) : row->effects;
}

bool contains(std::span<const Effect> effects, Effect wanted)
{
    return std::find(effects.begin(), effects.end(), wanted) != effects.end();
}

} // namespace

std::vector<Effect> libraryLossEffects(const Sight &sight)
{
    const auto own = effectsOf(sight, sight.library);
    std::vector<Effect> effects(own.begin(), own.end());
    const bool mayReturnElsewhere = std::any_of(
        sight.otherLibraries.begin(), sight.otherLibraries.end(), [&](const QByteArray &library) {
            const auto others = effectsOf(sight, library);
            return contains(others, Effect::HolderTakesItBack)
                || contains(others, Effect::HolderMayTakeItBack);
        });
    if (mayReturnElsewhere && !contains(effects, Effect::HolderTakesItBack)
        && !contains(effects, Effect::HolderMayTakeItBack))
        effects.push_back(Effect::HolderMayTakeItBack);
    return effects;
}

} // namespace lockscope::admin
