// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// lockctl sentinel: starts a failover, and has Sentinels watch a primary, stop watching it, or
// forget and find its servers again.
CommandSpec sentinelCommand();

} // namespace lockscope::lockctl
