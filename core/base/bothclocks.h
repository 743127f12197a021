// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace lockscope {

// Both clocks at one moment. A value.
struct BothClocks {
    Instant now;
    WallInstant wall;
};

// Reads both without an interruption in between: others may have had the processor for many
// milliseconds from one to the other. On a machine that never leaves a thread alone, the last try
// counts. Any thread.
inline BothClocks readBoth(const Clock &clock)
{
    constexpr int tries = 5;
    BothClocks both;
    for (int i = 0; i < tries; ++i) {
        both.now = clock.now();
        both.wall = clock.wallNow();
        if (clock.now() - both.now < Millis(1))
            break;
    }
    return both;
}

} // namespace lockscope
