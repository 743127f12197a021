// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A server whose clock differs from that of its peers in a quorum.
extern const Rule clockOffset;

} // namespace lockscope::health
