// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A fair queue and its set of deadlines that disagree.
extern const Rule queueMismatch;

} // namespace lockscope::health
