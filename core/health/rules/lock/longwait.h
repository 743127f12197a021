// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A wait that lasts much longer than waits for this lock usually do.
extern const Rule longWait;

} // namespace lockscope::health
