// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// lockctl unlock: releases a hold on behalf of its owner, force-unlocks a lock, or sets its time to
// live.
CommandSpec unlockCommand();

} // namespace lockscope::lockctl
