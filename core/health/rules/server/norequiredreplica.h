// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A primary that is cut off from its replicas still grants locks.
extern const Rule noRequiredReplica;

} // namespace lockscope::health
