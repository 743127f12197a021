// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// Sentinels may promote none of the replicas.
extern const Rule noPromotable;

} // namespace lockscope::health
