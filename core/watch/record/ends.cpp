// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/ends.h"

namespace lockscope::watch {

std::optional<Instant> nextEnd(const LockRecord &lock)
{
    std::optional<Instant> next = lock.deadline;
    if (!lock.permits)
        return next;
    for (const HoldRecord &permit : lock.holds) {
        if (!permit.stale && permit.deadline && (!next || *permit.deadline < *next))
            next = permit.deadline;
    }
    return next;
}

} // namespace lockscope::watch
