// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"

namespace lockscope::admin {

// The outcome that the answer of a plan's script means; see core/admin/scripts/common.lua. Any
// answer that does not prove that nothing was done is Unknown. A plain function, any thread.
Outcome verdict(const Plan &plan, const Result<Reply> &answer);

} // namespace lockscope::admin
