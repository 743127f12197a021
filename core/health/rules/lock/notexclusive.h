// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A server beside which others take writes of the same keys, as KeyDB's active replicas do.
extern const Rule notExclusive;

} // namespace lockscope::health
