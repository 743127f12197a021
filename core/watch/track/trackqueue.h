// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/track/track.h"

#include <optional>
#include <vector>

namespace lockscope::watch {

// The changes of a queue between two readings, and of the numbers that are only counted because
// there are more than are read. Plain functions over values.

std::vector<LockEvent> queueEvents(const format::LockReading &before,
                                   const format::LockReading &after, const Moment &now);

// The queue has not moved: it has the same head with the same deadline. Then nobody has taken the
// fair lock meanwhile, since only the head may.
bool hasSameHead(const format::LockReading &before, const format::LockReading &after);

// The change in the number of those that are not read one by one; empty: no difference.
std::optional<LockEvent> unreadEvent(EventType more, EventType fewer, qint64 difference);

} // namespace lockscope::watch
