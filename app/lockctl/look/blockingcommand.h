// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// lockctl blocking: who waits for whom across locks.
CommandSpec blockingCommand();

} // namespace lockscope::lockctl
