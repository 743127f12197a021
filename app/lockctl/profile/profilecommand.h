// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// lockctl profile list, show, save, password and remove: the saved ways to reach servers. Connects
// to nothing but the keychain.
CommandSpec profileCommand();

} // namespace lockscope::lockctl
