// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A server whose restart would lose locks that are held now.
extern const Rule lazyPersistence;

} // namespace lockscope::health
