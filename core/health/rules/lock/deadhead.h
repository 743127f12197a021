// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A fair queue whose first waiter is dead or listens no more.
extern const Rule deadHead;

} // namespace lockscope::health
