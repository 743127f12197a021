// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/kinds.h"

#include "core/format/stringrules.h"

#include <array>

namespace lockscope::format {

namespace {

// Beside those of the string rules.
constexpr std::array otherKinds{
    "reentrant",
    "fair",
    "spin",
    "fenced",
    "read-write",
    "faster-multi",
    "red",
    "multi",
    "redlock",
    "semaphore",
    "string",
    "permit-expirable-semaphore",
    "unique-job",
    "queued",
    "job-lock",
    "count-down-latch",
    "counting-semaphore",
};
constexpr std::array otherLibraries{"redisson",           "generic",
                                    "madelson",           "symfony",
                                    "redis-semaphore",    "redis-semaphore-ruby",
                                    "redis-queued-locks", "sidekiq-unique-jobs"};

// These words, and one of each string rule; sorted.
template <std::size_t Size>
QStringList wordsOf(const std::array<const char *, Size> &others, const char *StringRule::*word)
{
    QStringList words;
    for (const char *const other : others)
        words += QString::fromLatin1(other);
    for (const StringRule &rule : stringRules())
        words += QString::fromLatin1(rule.*word);
    words.sort();
    words.removeDuplicates();
    return words;
}

} // namespace

const QStringList &kindNames()
{
    static const QStringList words = wordsOf(otherKinds, &StringRule::kind);
    return words;
}

const QStringList &libraryNames()
{
    static const QStringList words = wordsOf(otherLibraries, &StringRule::library);
    return words;
}

} // namespace lockscope::format
