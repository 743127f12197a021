// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// A semaphore's permits and a latch's count: shown, added to, taken away, set.
CommandSpec permitsCommand();

} // namespace lockscope::lockctl
