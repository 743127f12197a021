// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"
#include "core/watch/record/watchmailbox.h"

#include <variant>

namespace lockscope::recorder {

// The entries of a record. Values, any thread.

struct LockEntry {
    watch::LockId id;
    watch::LockPointer lock; // empty: gone
};

// The deployment is not watched any more.
struct RemovedEntry {
    watch::DeploymentId deployment;
};

// The profile by which a deployment is reached.
struct PlaceEntry {
    watch::DeploymentId deployment;
    QString profile; // empty: by its URL alone
    QString tag; // production, staging, development; empty: without a profile

    friend bool operator==(const PlaceEntry &, const PlaceEntry &) = default;
};

using Entry = std::variant<LockEntry, watch::ServerPointer, watch::Event, RemovedEntry,
                           health::ProblemChange, PlaceEntry>;

// When the picture took it, by the monotonic clock and the wall clock of this machine.
struct Stamped {
    Instant at;
    WallInstant wall;
    Entry entry;
};

} // namespace lockscope::recorder
