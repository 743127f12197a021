// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// Two owners of one exclusive lock, at one time or one after the other.
extern const Rule twoOwners;

} // namespace lockscope::health
