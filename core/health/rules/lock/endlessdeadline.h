// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A waiter of a fair queue whose deadline never comes.
extern const Rule endlessDeadline;

} // namespace lockscope::health
