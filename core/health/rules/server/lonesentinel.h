// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// The Sentinels of a deployment cannot fail over, or could not after one more failure.
extern const Rule loneSentinel;

} // namespace lockscope::health
