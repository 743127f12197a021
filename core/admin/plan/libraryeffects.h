// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plan.h"

namespace lockscope::admin {

// The effects on the holder of another library's lock that is taken away, by the library's row in
// core/format/traits.cpp: some take it back. If the lock may be another library's that would take
// it back, that is told too. Plain functions, any thread.
std::vector<Effect> libraryLossEffects(const Sight &sight);

// True if the holder may extend its lock's time to live, even after another time was set.
bool mayExtend(const Sight &sight);

} // namespace lockscope::admin
