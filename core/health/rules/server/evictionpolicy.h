// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A server that may evict locks when its memory is full.
extern const Rule evictionPolicy;

} // namespace lockscope::health
