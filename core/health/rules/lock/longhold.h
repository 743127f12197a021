// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A hold that lasts much longer than holds of this lock usually do.
extern const Rule longHold;

} // namespace lockscope::health
