// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// lockctl doctor: prints the problems, worst first.
CommandSpec doctorCommand();

} // namespace lockscope::lockctl
