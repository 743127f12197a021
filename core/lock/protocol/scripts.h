// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/deployment/scriptcache.h"

namespace lockscope::lock {

// The script core/lock/scripts/<name>.lua, embedded in the program. If it publishes, in_cluster.lua
// precedes it on a cluster. Any thread; a name that does not exist is a programming error and
// aborts.
redis::Script script(const char *name);

} // namespace lockscope::lock
