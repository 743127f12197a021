// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/format/reading.h"
#include "core/watch/record/lockid.h"

#include <optional>
#include <vector>

namespace lockscope::watch {

struct Event;

// One of the holds that were lost together. A semaphore or a latch has no owner.
struct LostHold {
    LockName name;
    QByteArray kind;
    std::optional<OwnerId> owner;
    format::Mode mode = format::Mode::Exclusive;
    qint64 count = 1;

    friend bool operator==(const LostHold &, const LostHold &) = default;
};

// A loss as it looks to each lock: one event a hold. Any other event alone.
std::vector<Event> partsOf(const Event &event);
// The parts that are about the lock; none: the event is not.
std::vector<Event> partsOf(const Event &event, const LockId &id);

} // namespace lockscope::watch
