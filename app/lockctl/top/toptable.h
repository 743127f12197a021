// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/screen.h"
#include "app/lockctl/top/topfacts.h"
#include "app/lockctl/top/topview.h"

namespace lockscope::lockctl {

// The table of locks on the screen of lockctl top: its heading and so many rows, empty ones too, in
// the columns that have room. Any thread.
void addTable(Screen &screen, const TopFacts &facts, const TopView &view, int rows);

} // namespace lockscope::lockctl
