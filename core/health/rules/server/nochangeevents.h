// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A server that tells of no changes, so that they are polled for.
extern const Rule noChangeEvents;

} // namespace lockscope::health
