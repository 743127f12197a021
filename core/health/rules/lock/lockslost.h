// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// Locks that a restart, a failover or a flush took.
extern const Rule locksLost;

} // namespace lockscope::health
