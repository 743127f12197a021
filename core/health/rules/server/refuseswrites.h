// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A primary that requires replicas and has none takes no writes: no lock, renewal or release.
extern const Rule refusesWrites;

} // namespace lockscope::health
