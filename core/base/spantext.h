// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/sentence.h"

namespace lockscope {

// A span in a sentence: "800 ms", "42 s", "3 min 20 s", "2 h 5 min". Any thread.
Sentence spanText(Millis span);

} // namespace lockscope
