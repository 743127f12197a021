// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/hints.h"
#include "core/format/reading.h"

#include <span>

namespace lockscope::format {

// The ways in which libraries keep a lock in one string: a table, so that another library is
// another row. Facts from the libraries' own sources. Plain functions over hostile bytes, any
// thread.

struct StringRule {
    // The condition under which the rule makes a lock likely.
    enum class Needs {
        Name, // the name is the library's own
        LockName, // or the name says lock and the value fits; else a guess
        Prefix, // the user says that locks live here: the value is nothing particular
    };

    const char *library;
    const char *kind;
    Needs needs;
    bool (*fitsName)(QByteArrayView name); // empty: any
    bool (*fitsValue)(QByteArrayView value); // empty: any
    // The value alone tells the library from all others, if it is a lock at all.
    bool isTelling;
    Origin (*origin)(QByteArrayView value); // empty: the value tells nothing
    const char *reason; // of a Sentence
    // Nothing but a value of letters of both cases and digits makes a guess: many words are as
    // long.
    bool isPlainText = false;
};

std::span<const StringRule> stringRules();

// True if the name alone says lock, as a word of it.
bool saysLock(QByteArrayView name);

// Whether a name is one that some library gives to its locks.
bool isStringLockName(QByteArrayView name);

// The user's statement about a string.
enum class Said {
    Nothing,
    Prefix, // locks live under a prefix of its name; so may counters and flags
    Kind, // it is a lock, of a kind that is kept in one string
};
Said saidOf(const LockName &name, const Hints &hints);

// The candidates for a string, the likeliest first; none: nothing speaks for a lock. A prefix alone
// makes no lock of a number, nor of a value without expiry. `lapses`: it has an expiry.
std::vector<Candidate> stringCandidates(const LockName &name, QByteArrayView value, bool lapses,
                                        Said said);

// The origin in the value, read as that library's.
Origin originOf(const QByteArray &library, QByteArrayView value);

} // namespace lockscope::format
