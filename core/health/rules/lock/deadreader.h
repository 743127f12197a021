// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A reader in a read-write lock whose time has run out, but whose entry is still there.
extern const Rule deadReader;

} // namespace lockscope::health
