// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "core/base/clock.h"

namespace lockscope::lockctl {

CommandSpec historyCommand();

// A time as the command takes it: ISO 8601 (local without Z), "03:12" for the last time that the
// local clock showed that, or an age such as "15m" or "-15m".
Result<WallInstant> pastInstant(const QString &text, WallInstant now);

} // namespace lockscope::lockctl
