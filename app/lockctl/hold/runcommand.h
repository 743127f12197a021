// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// lockctl run: runs a command while a lock is held, and ends it when the lock is lost.
CommandSpec runCommand();

} // namespace lockscope::lockctl
