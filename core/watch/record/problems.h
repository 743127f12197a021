// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/watch/record/records.h"

#include <vector>

namespace lockscope::watch {

// Faults in the keys of a lock, which leave a part of it unknown. Plain functions over values, any
// thread.

struct Problem {
    QByteArray rule; // wrong-type, endless-deadline
    Sentence text; // a sentence that names the key or the waiter

    friend bool operator==(const Problem &, const Problem &) = default;
};

// Empty: none is known of.
std::vector<Problem> problemsOf(const LockRecord &lock, Instant now);

// The keys of a fair lock that have another type than its client uses, a sentence for each; names
// are cut to `limit` characters.
std::vector<Sentence> wrongTypes(const LockRecord &lock, qsizetype limit);

// The text for a waiter whose deadline isEndless().
Sentence endlessDeadline(const QString &owner);

// Whether the deadline never comes: the score in Redis is infinite, or no time of this century.
bool isEndless(const WaiterRecord &waiter, Instant now);

} // namespace lockscope::watch
