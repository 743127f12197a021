// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// lockctl unlock: gives back a hold in its owner's name, takes a lock from whoever holds it, or
// sets when it lapses.
CommandSpec unlockCommand();

} // namespace lockscope::lockctl
