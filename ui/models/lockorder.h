// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/filter.h"
#include "core/watch/records.h"

#include <vector>

namespace lockscope::ui {

// Which locks are shown, and in which order: the pure part of the lock table's sorting, computed in
// a worker from values that nobody changes. Any thread.

enum class LockColumn {
    State,
    Name,
    Kind,
    Holder,
    Count,
    Mode,
    Ttl,
    Watchdog,
    ObservedSince,
    Waiters,
    Deployment,
};
inline constexpr int lockColumnCount = 11;

using watch::LockPointer;

struct SlotLock {
    quint32 slot = 0;
    quint32 stamp = 0; // tells a slot's tenants apart
    LockPointer lock;
};

struct OrderRequest {
    std::vector<SlotLock> locks;
    LockColumn column = LockColumn::Name;
    bool descending = false;
    watch::LockFilter filter;
    Instant now;
};

// The locks that the filter lets through, sorted; the name decides between equals. What is unknown
// or absent comes last in either direction.
std::vector<SlotLock> orderLocks(OrderRequest request);

// The most urgent watchdog of a lock's holds: overdue before all others.
watch::Watchdog worstWatchdog(const watch::LockRecord &lock);

// Whether two states of a lock differ in what the column sorts by.
bool sortsDifferently(const watch::LockRecord &a, const watch::LockRecord &b, LockColumn column);

} // namespace lockscope::ui
