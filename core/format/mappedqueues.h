// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::format {

// Redisson before 3.52 keeps the queue of a fair lock under the name without that of a NameMapper:
// the lock is app:f, its queue that of f. Names alone prove nothing, since f may be a lock of its
// own; a waiter that stands in the queue of f and listens as one of app:f does. Plain data, one
// thread at a time.
class MappedQueues
{
public:
    // A waiter has proved it. True: that is news.
    bool learn(const LockName &queue, const LockName &lock);
    // Nobody listens, and only the names fit. True: that is news.
    bool suspect(const LockName &queue, std::vector<LockName> locks);
    // The queue is shown by its own name, even if its lock is known.
    void keepApart(const LockName &queue) { m_apart.insert(queue); }

    // The name under which the lock has its queue; empty: its own, or several locks share it.
    std::optional<LockName> queueOf(const LockName &lock) const;
    // The one lock as a part of which the queue is shown; empty: it is not.
    std::optional<LockName> lockOf(const LockName &queue) const;
    // The locks that may have the queue, proved or not, in the order of names.
    std::vector<LockName> locksOf(const LockName &queue) const;
    // The same names, with the lock in place of a queue that is shown with it.
    std::vector<LockName> locksFor(std::vector<LockName> names) const;
    bool isProved(const LockName &queue) const { return m_locks.contains(queue); }

private:
    std::unordered_map<LockName, std::vector<LockName>> m_locks; // by queue, proved
    std::unordered_map<LockName, LockName> m_queues; // by lock, proved
    std::unordered_map<LockName, std::vector<LockName>> m_suspected;
    std::unordered_set<LockName> m_apart;
};

// Names that a mapper may have made `name` of, which adds something before or behind with a
// separator: f and b:f of a:b:f. The longest first, and no more than some.
std::vector<LockName> unmappedNames(const LockName &name);

// Whether `name` may be what a mapper made of `unmapped`.
bool mayBeMapped(const LockName &name, const LockName &unmapped);

} // namespace lockscope::format
