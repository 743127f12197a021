// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A hold whose time ran out before its owner released it.
extern const Rule expiredWhileHeld;

} // namespace lockscope::health
