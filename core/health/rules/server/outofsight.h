// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A server that nobody can read: whatever becomes of its locks, nothing of it is told.
extern const Rule outOfSight;

} // namespace lockscope::health
