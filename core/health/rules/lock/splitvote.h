// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A Redlock whose servers are divided among several owners.
extern const Rule splitVote;

} // namespace lockscope::health
