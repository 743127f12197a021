// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/track/track.h"

#include <optional>
#include <vector>

namespace lockscope::watch {

// What happened to a queue between two readings, and to what is only counted because there is more
// of it than is read. Plain functions over values.

std::vector<LockEvent> queueEvents(const format::LockReading &before,
                                   const format::LockReading &after, const Moment &now);

// The queue has not moved: its head stands where it stood, with the same deadline. Then nobody has
// taken the fair lock meanwhile, since only the head may.
bool hasSameHead(const format::LockReading &before, const format::LockReading &after);

// So many more, or fewer, of those that are not read one by one; empty: no difference.
std::optional<LockEvent> unreadEvent(EventType more, EventType fewer, qint64 difference);

} // namespace lockscope::watch
