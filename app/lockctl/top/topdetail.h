// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/screen.h"
#include "app/lockctl/top/topfacts.h"
#include "app/lockctl/top/topview.h"

namespace lockscope::lockctl {

// The facts of the selected lock, in exactly so many lines of the screen of lockctl top: its
// problems and what to do, its holders, its waiters. Any thread.
void addDetail(Screen &screen, const TopFacts &facts, const TopView &view, int count);

} // namespace lockscope::lockctl
