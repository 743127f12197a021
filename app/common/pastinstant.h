// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QString>

namespace lockscope::app {

// A time as users write it: ISO 8601 (local without Z), "03:12" for the last time before `now` that
// the local clock showed that, or an age such as "15m", "-15m" or "2d". Any thread.
Result<WallInstant> pastInstant(const QString &text, WallInstant now);

} // namespace lockscope::app
