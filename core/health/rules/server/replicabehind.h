// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A replica does not have what was written: a failover to it loses locks.
extern const Rule replicaBehind;

} // namespace lockscope::health
