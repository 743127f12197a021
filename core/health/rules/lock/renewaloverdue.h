// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A watchdog that has stopped renewing: the lock lapses while its owner may work on.
extern const Rule renewalOverdue;

} // namespace lockscope::health
