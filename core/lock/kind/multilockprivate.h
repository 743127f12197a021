// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock.h"

#include <vector>

namespace lockscope::lock {

// The inside of a MultiLock; same thread.

using Members = std::vector<std::shared_ptr<Lock>>;

// The requests to some members. Kept by them until the last is answered: a grant to an abandoned
// round is given back at once.
struct Round {
    struct Taking {
        std::shared_ptr<Lock> member;
        bool wasHeld = false; // by the same owner before
        Pending<AcquireOutcome> pending;
        std::optional<AcquireOutcome> outcome;
    };

    OwnerId owner;
    std::vector<Taking> takings;
    std::size_t missing = 0;
    bool isAbandoned = false;
    Completion<void> done;

    // Nobody waits for the answers any more.
    void abandon();
    void onAnswer(std::size_t i, Result<AcquireOutcome> &&result);
};

using Rounds = std::vector<std::shared_ptr<Round>>;

// Ranks an outcome by severity for an owner that wanted to give everything back.
int rank(ReleaseOutcome::Status status);

// One count of each; the worst of their outcomes.
Pending<ReleaseOutcome> unlockAll(const Members &members, const OwnerId &owner);

// Each of them, all at once; the worst of their outcomes.
Pending<ExtendOutcome> extendAll(const Members &members, const OwnerId &owner, Millis time);

// Gives back what the rounds took, once. Of an unknown outcome, too, unless that would take from an
// earlier hold.
Pending<ReleaseOutcome> giveBack(const Rounds &rounds, const OwnerId &owner);

} // namespace lockscope::lock
