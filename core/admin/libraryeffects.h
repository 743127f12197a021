// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan.h"

namespace lockscope::admin {

// What the holder of another library's lock experiences whose lock is taken away, as the library's
// row in core/format/traits.cpp says: some take it back. Where it may be another library's as well,
// the worst of those is told too. Plain functions, any thread.
std::vector<Effect> libraryLossEffects(const Sight &sight);

// Whether the holder may put off when its lock lapses, whatever time is set.
bool mayExtend(const Sight &sight);

} // namespace lockscope::admin
