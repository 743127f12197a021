// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <vector>

namespace lockscope::insight {

using format::Candidate;

// Redisson's multi-lock leaves nothing of its own, only its members: locks that one thread holds,
// that were first seen in the same second and that lapse at the same moment. A thread that holds
// several locks otherwise may look the same, so it is a conclusion, told as such, and never changes
// a lock's kind. Plain functions.
struct InferredMulti {
    OwnerId owner;
    // Two or more, by their deadlines, on one deployment or several.
    std::vector<watch::LockId> locks;

    friend bool operator==(const InferredMulti &, const InferredMulti &) = default;
};

std::vector<InferredMulti> inferMultis(const std::vector<watch::LockPointer> &locks);

// Bytes that identify it, however often its members are renewed; sorts by a name.
QByteArray keyOf(const InferredMulti &multi);

// The candidate for its members: "inferred: the same owner holds X, Y".
Candidate candidateOf(const InferredMulti &multi);

// Puts those of `locks` that are members of one in place of themselves, with that candidate.
void addMultiCandidates(std::vector<watch::LockPointer> &locks,
                        const std::vector<InferredMulti> &multis);

} // namespace lockscope::insight
