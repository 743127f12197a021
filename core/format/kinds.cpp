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

QStringList sorted(QStringList words)
{
    words.sort();
    words.removeDuplicates();
    return words;
}

} // namespace

QStringList kindNames()
{
    QStringList words;
    for (const char *const kind : otherKinds)
        words += QString::fromLatin1(kind);
    for (const StringRule &rule : stringRules())
        words += QString::fromLatin1(rule.kind);
    return sorted(std::move(words));
}

QStringList libraryNames()
{
    QStringList words;
    for (const char *const library : otherLibraries)
        words += QString::fromLatin1(library);
    for (const StringRule &rule : stringRules())
        words += QString::fromLatin1(rule.library);
    return sorted(std::move(words));
}

} // namespace lockscope::format
