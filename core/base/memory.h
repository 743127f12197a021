// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope {

// Returns freed memory to the system if the C library keeps it otherwise: after work that needed
// much memory once. Takes some milliseconds. Any thread.
void giveBackMemory();

} // namespace lockscope
