// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/screen.h"
#include "app/lockctl/top/topfacts.h"
#include "app/lockctl/top/topview.h"

namespace lockscope::lockctl {

// The screen of lockctl top: facts and the user's choices in, lines out. Plain functions without a
// terminal, any thread.

// The number of lines of each part. The table gets at least half of the lines other than the first
// two and the last one.
struct TopLayout {
    int servers = 0; // that are not up
    int problems = 0;
    int blockers = 0; // without their heading
    int detail = 0; // of the selected lock
    int rows = 0; // of the table, without its heading
};
TopLayout layoutOf(const TopFacts &facts, const TopView &view, const ScreenSize &size);

Screen topScreen(const TopFacts &facts, const TopView &view, const ScreenSize &size);

} // namespace lockscope::lockctl
