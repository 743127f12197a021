// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"

#include <optional>
#include <vector>

namespace lockscope::ui {

// The source of problems for the table of locks and the detail. GUI thread. The source reports each
// change, since a short form of the answer is cached.
class ProblemSource
{
public:
    // The worst problem of the lock; empty: it has none, or could not be judged.
    virtual std::optional<health::Severity> worstOf(const watch::LockId &id) const = 0;
    virtual std::vector<health::Problem> problemsOf(const watch::LockId &id) const = 0;
    // Whether the locks of the deployment can be judged now.
    virtual bool isInSight(watch::DeploymentId deployment) const = 0;
    // All locks that have a problem, in any order.
    virtual std::vector<watch::LockId> locksWithProblems() const = 0;

protected:
    ~ProblemSource() = default;
};

} // namespace lockscope::ui
