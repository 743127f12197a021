// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A hold without an expiry: if its owner dies, the lock stays for ever.
extern const Rule noExpiry;

} // namespace lockscope::health
