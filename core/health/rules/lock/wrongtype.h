// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A key beside a fair lock that has another type than the queue needs.
extern const Rule wrongType;

} // namespace lockscope::health
