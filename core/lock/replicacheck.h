// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace lockscope::lock {

// How many replicas have to have a lock before it counts as taken (LockSpace::requireReplicas()). A
// value.
struct ReplicaCheck {
    int least = 0; // 0: none is asked
    Millis patience{1000}; // for their acknowledgements; Redisson's slavesSyncTimeout, too
};

} // namespace lockscope::lock
