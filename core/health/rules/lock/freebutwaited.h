// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A free lock that somebody waits for: its wake-up was lost.
extern const Rule freeButWaited;

} // namespace lockscope::health
