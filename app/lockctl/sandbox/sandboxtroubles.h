// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/sandbox/sandboxscenes.h"

namespace lockscope::lockctl {

// The scenes of trouble across locks, servers and processes, and of counters: a deadlock, quorums
// in trouble, a waiter that does not listen, a watchdog that stops, semaphores and a latch. They
// last, so that there is time to look at them.
const std::vector<SandboxScene> &sandboxTroubles();

} // namespace lockscope::lockctl
