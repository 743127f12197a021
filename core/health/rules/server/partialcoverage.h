// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// No shard of a cluster keeps some of the slots.
extern const Rule partialCoverage;

} // namespace lockscope::health
