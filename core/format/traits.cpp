// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/traits.h"

#include "core/format/madelsonreadwrite.h"
#include "core/format/queuedlocks.h"
#include "core/format/redissonpermits.h"
#include "core/format/rubysemaphore.h"
#include "core/format/sidekiqunique.h"

#include <algorithm>
#include <cstring>

namespace lockscope::format {

namespace {

using Family = KindTraits::Family;
using Loss = LibraryTraits::Loss;
using Number = KindTraits::Number;
using Queue = KindTraits::Queue;
using Servers = KindTraits::Servers;

constexpr auto ofRedisson = "redisson";
constexpr std::array<const char *, 2> lockChannels{"redisson_lock__channel:*",
                                                   "redisson_lock__channel__*"};

// The most frequent kinds come first. Of a word with several rows, the row for any library is last.
constexpr std::array kindRows{
    KindTraits{.kind = "reentrant",
               .library = ofRedisson,
               .isReentrant = true,
               .mayBeFair = true,
               .isRedlockPart = true,
               .isPinnable = true,
               .wakesWhenFree = true,
               .family = Family::Mutex,
               .wakeUpPatterns = lockChannels},
    KindTraits{.kind = "string", .isPlainString = true, .family = Family::String},
    KindTraits{.kind = "fair",
               .library = ofRedisson,
               .isReentrant = true,
               .queue = Queue::Fair,
               .isPinnable = true,
               .wakesWhenFree = true,
               .family = Family::Mutex,
               .wakeUpPatterns = lockChannels},
    KindTraits{.kind = "read-write",
               .library = ofRedisson,
               .isReentrant = true,
               .hasModes = true,
               .wakesWhenFree = true,
               .family = Family::ReadWrite,
               .wakeUpPatterns = {"redisson_rwlock:*"}},
    KindTraits{.kind = "fenced",
               .library = ofRedisson,
               .isReentrant = true,
               .hasFencingToken = true,
               .isRedlockPart = true,
               .isPinnable = true,
               .wakesWhenFree = true,
               .family = Family::Mutex,
               .wakeUpPatterns = lockChannels},
    // Waiters of a spin lock poll.
    KindTraits{.kind = "spin",
               .library = ofRedisson,
               .isReentrant = true,
               .isRedlockPart = true,
               .isPinnable = true,
               .family = Family::Mutex},
    KindTraits{.kind = semaphoreKind,
               .library = ofRedisson,
               .hasOwners = false,
               .number = Number::Permits,
               .isPinnable = true,
               .family = Family::Permits,
               .wakeUpPatterns = {"redisson_sc:*"}},
    KindTraits{.kind = expirableKind,
               .library = ofRedisson,
               .hasOwners = false,
               .number = Number::LapsingPermits,
               .isPinnable = true,
               .family = Family::Permits,
               .wakeUpPatterns = {"redisson_sc:*"}},
    KindTraits{.kind = latchKind,
               .library = ofRedisson,
               .hasOwners = false,
               .number = Number::Latch,
               .isPinnable = true,
               .family = Family::Permits,
               .wakeUpPatterns = {"redisson_countdownlatch__channel__*"}},
    KindTraits{.kind = "faster-multi",
               .library = ofRedisson,
               .hasOwners = false,
               .wakesOnEachRelease = true,
               .family = Family::FasterMulti,
               .wakeUpPatterns = lockChannels},
    // On several servers: their parts are locks of other kinds.
    KindTraits{.kind = "red",
               .library = ofRedisson,
               .isReentrant = true,
               .isRedlockPart = true,
               .servers = Servers::Majority},
    KindTraits{
        .kind = "multi", .library = ofRedisson, .isReentrant = true, .servers = Servers::All},
    KindTraits{.kind = "redlock",
               .isPlainString = true,
               .isRedlockPart = true,
               .servers = Servers::Majority},
    // Strings with more to them.
    KindTraits{.kind = "signal-string", .lapsesAsOne = true, .family = Family::SignalString},
    KindTraits{.kind = "majority-string", .family = Family::Majority},
    KindTraits{.kind = "job-lock", .family = Family::String},
    // Other libraries' with keys of their own.
    KindTraits{.kind = "unique-job", .queue = Queue::Library, .family = Family::UniqueJob},
    KindTraits{.kind = "queued",
               .queue = Queue::Library,
               .lapsesAsOne = true,
               .family = Family::OwnerField,
               .ownerField = "acq_id",
               .queuesOf = QueuedLocks::queuesOf},
    KindTraits{.kind = "read-write",
               .library = "madelson",
               .isReentrant = true,
               .hasModes = true,
               .queue = Queue::Library,
               .lapsesAsOne = true,
               .family = Family::ReadersAndWriter},
    KindTraits{.kind = "read-write",
               .library = "symfony",
               .isReentrant = true,
               .hasModes = true,
               .family = Family::MarkedSet},
    KindTraits{.kind = "counting-semaphore",
               .library = "redis-semaphore-ruby",
               .family = Family::ReturnedTokens},
    KindTraits{.kind = "counting-semaphore", .family = Family::SortedSet},
    KindTraits{.kind = "non-reentrant", .library = ofRedisson, .isShown = false},
    KindTraits{.kind = "non-reentrant-fair",
               .library = ofRedisson,
               .isShown = false,
               .queue = Queue::Fair},
};

template <typename T>
std::unique_ptr<const Format> make()
{
    return std::make_unique<T>();
}

// Libraries that keep their locks in one string have their words from the string rules, and a row
// here only for a fact. Those with a format of their own stand in the order in which the formats
// are asked.
constexpr std::array libraryRows{
    LibraryTraits{.library = ofRedisson,
                  .hasClients = true,
                  .countsHolds = true,
                  .keepsHashes = true,
                  .keyPrefix = "redisson_",
                  .auxiliaryPattern = "redisson_lock_*",
                  .channelPattern = "redisson_*"},
    LibraryTraits{.library = "generic", .loss = Loss::Unknown},
    LibraryTraits{
        .library = "redis-queued-locks", .loss = Loss::NeverSeen, .makeFormat = make<QueuedLocks>},
    LibraryTraits{.library = "sidekiq-unique-jobs",
                  .loss = Loss::StartsAnotherJob,
                  .makeFormat = make<SidekiqUnique>},
    LibraryTraits{.library = "redis-semaphore-ruby",
                  .loss = Loss::DoublesPermit,
                  .makeFormat = make<RubySemaphore>},
    LibraryTraits{
        .library = "madelson", .hasFreshTokens = true, .makeFormat = make<MadelsonReadWrite>},
    LibraryTraits{.library = "symfony"},
    LibraryTraits{.library = "redis-semaphore", .loss = Loss::SeenAtRenewalOnly},
    LibraryTraits{
        .library = "activejob-uniqueness", .hasFreshTokens = true, .loss = Loss::StartsAnotherJob},
    LibraryTraits{.library = "aioredlock", .loss = Loss::TakenBack},
    LibraryTraits{.library = "bsm-redislock", .hasFreshTokens = true},
    LibraryTraits{.library = "bull", .loss = Loss::RunsJobTwice},
    LibraryTraits{.library = "bullmq", .loss = Loss::RunsJobTwice},
    LibraryTraits{.library = "celery-once", .hasFreshTokens = true, .loss = Loss::StartsAnotherJob},
    LibraryTraits{.library = "foundatio", .hasFreshTokens = true},
    LibraryTraits{.library = "hangfire", .loss = Loss::FailsJob},
    LibraryTraits{.library = "horizon", .loss = Loss::NeverSeen},
    LibraryTraits{.library = "laravel", .loss = Loss::NeverSeen},
    LibraryTraits{.library = "lock4j", .loss = Loss::Unknown},
    LibraryTraits{.library = "node-redlock", .hasFreshTokens = true},
    LibraryTraits{.library = "pottery", .hasFreshTokens = true},
    LibraryTraits{.library = "python-redis-lock", .loss = Loss::SeenAtRenewal},
    LibraryTraits{.library = "redbeat", .hasFreshTokens = true, .loss = Loss::EndsProcess},
    LibraryTraits{.library = "redis-py", .hasFreshTokens = true},
    LibraryTraits{.library = "redis-plus-plus", .hasFreshTokens = true},
    LibraryTraits{.library = "redlock-net", .hasFreshTokens = true, .loss = Loss::TakenBack},
    LibraryTraits{.library = "redlock-py", .hasFreshTokens = true},
    LibraryTraits{.library = "redlock-rb", .hasFreshTokens = true, .loss = Loss::PerhapsTakenBack},
    LibraryTraits{.library = "redsync", .hasFreshTokens = true, .loss = Loss::PerhapsTakenBack},
    LibraryTraits{.library = "rslock", .hasFreshTokens = true},
    LibraryTraits{.library = "rueidislock", .loss = Loss::StopsHolder},
    LibraryTraits{.library = "shedlock", .hasFreshTokens = true, .loss = Loss::BreaksNextHolder},
    LibraryTraits{.library = "stackexchange-redis", .loss = Loss::SeenAtUnlock},
};

constexpr KindTraits noKind{};
constexpr LibraryTraits noLibrary{};

// As ==, but inline: every reading needs it. `word` is never empty.
bool isSame(QByteArrayView word, QByteArrayView other)
{
    return word.size() == other.size()
        && std::memcmp(word.data(), other.data(), static_cast<std::size_t>(word.size())) == 0;
}

// Each once, in the order of the rows.
void addOnce(std::vector<QByteArray> &words, const char *word)
{
    if (word != nullptr && std::find(words.begin(), words.end(), word) == words.end())
        words.emplace_back(word);
}

std::vector<QByteArray> wordsOf(const char *LibraryTraits::*word)
{
    std::vector<QByteArray> words;
    for (const LibraryTraits &row : libraryRows)
        addOnce(words, row.*word);
    return words;
}

} // namespace

const KindTraits &traitsOf(QByteArrayView kind)
{
    const auto *const row =
        std::find_if(kindRows.begin(), kindRows.end(),
                     [&](const KindTraits &each) { return isSame(each.kind, kind); });
    return row == kindRows.end() ? noKind : *row;
}

const KindTraits &traitsOf(QByteArrayView kind, QByteArrayView library)
{
    const auto *const row =
        std::find_if(kindRows.begin(), kindRows.end(), [&](const KindTraits &each) {
            return isSame(each.kind, kind)
                && (each.library.isEmpty() || isSame(each.library, library));
        });
    return row == kindRows.end() ? noKind : *row;
}

const LibraryTraits &libraryTraitsOf(QByteArrayView library)
{
    const auto *const row =
        std::find_if(libraryRows.begin(), libraryRows.end(),
                     [&](const LibraryTraits &each) { return isSame(each.library, library); });
    return row == libraryRows.end() ? noLibrary : *row;
}

std::span<const KindTraits> allKindTraits()
{
    return kindRows;
}

std::span<const LibraryTraits> allLibraryTraits()
{
    return libraryRows;
}

bool hasFreshTokens(QByteArrayView kind, QByteArrayView library)
{
    return traitsOf(kind).isPlainString && libraryTraitsOf(library).hasFreshTokens;
}

std::vector<QByteArray> wakeUpPatterns()
{
    std::vector<QByteArray> patterns;
    for (const KindTraits &row : kindRows) {
        for (const char *pattern : row.wakeUpPatterns)
            addOnce(patterns, pattern);
    }
    return patterns;
}

std::vector<QByteArray> keyPrefixes()
{
    return wordsOf(&LibraryTraits::keyPrefix);
}

std::vector<QByteArray> auxiliaryPatterns()
{
    return wordsOf(&LibraryTraits::auxiliaryPattern);
}

QByteArray channelPattern()
{
    const auto patterns = wordsOf(&LibraryTraits::channelPattern);
    return patterns.size() == 1 ? patterns.front() : QByteArray("*");
}

} // namespace lockscope::format
