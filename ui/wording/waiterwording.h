// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/waiterhistory.h"

#include <QString>

namespace lockscope::wording {

// Texts about the number of waiters of a lock over time. Plain functions, any thread.

// "3 waiting, somebody since 14:03:22.120", "waiting connections: 2, somebody from before
// 14:03:22.120 to 14:03:29.553", "nobody waiting", "waiters unknown".
QString waiterSentence(const insight::WaiterRun &run, WallInstant now);

// "up to 3 waiting", "up to 3 waiting, as far as known", "nobody waiting", "waiters unknown": the
// most of a time.
QString mostWaiters(const std::vector<insight::WaiterSpan> &spans);

} // namespace lockscope::wording
