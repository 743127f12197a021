// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A server of a quorum that restarted less than the longest lease ago.
extern const Rule recentRestart;

} // namespace lockscope::health
