// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

CommandSpec historyCommand();

} // namespace lockscope::lockctl
