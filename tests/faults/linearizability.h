// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/timeline.h"

namespace lockscope::faults {

// Whether there is an order of all calls, each at one instant between its question and its answer,
// that a lock without leases could have gone through: many readers or one writer. Wing and Gong's
// search with Lowe's memory of configurations, a lock at a time. It needs no idea of intervals, so
// it can disagree with checkOverlap(): where it does, one of the two is wrong. Plain function.
//
// A hold that was not released may end at any time after its claim. Attempts that came to nothing,
// and those of unknown outcome, leave no trace here: to put them in could only make an order harder
// to find.
bool isLinearizable(const Timeline &timeline, const QByteArray &lock);

// The same for every lock of the history; the first that has no such order, else nothing.
std::optional<QByteArray> firstNotLinearizable(const Timeline &timeline);

} // namespace lockscope::faults
