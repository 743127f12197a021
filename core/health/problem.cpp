// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/problem.h"

namespace lockscope::health {

bool isWorse(const Problem &a, const Problem &b)
{
    if (a.severity != b.severity)
        return a.severity > b.severity;
    if (a.since != b.since)
        return a.since < b.since;
    return a.id < b.id;
}

} // namespace lockscope::health
