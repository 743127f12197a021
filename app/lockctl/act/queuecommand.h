// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// lockctl queue: shows who waits for a lock, removes one of them from a fair queue, wakes them
// again; those of many locks at once, too.
CommandSpec queueCommand();

} // namespace lockscope::lockctl
