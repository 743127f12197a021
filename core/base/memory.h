// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope {

// Gives memory that was freed back to the system, where the C library keeps it otherwise: after
// work that needed much of it once. Takes some milliseconds. Any thread.
void giveBackMemory();

} // namespace lockscope
