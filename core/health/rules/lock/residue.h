// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rules/rule.h"

namespace lockscope::health {

// A Redlock on a minority of its servers: nobody holds it, and it stands in the way.
extern const Rule residue;

} // namespace lockscope::health
