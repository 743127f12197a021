// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// Owners that wait for each other in a circle.
extern const Rule deadlock;

} // namespace lockscope::health
