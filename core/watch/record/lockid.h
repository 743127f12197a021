// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/watch/record/identity.h"

#include <functional>

namespace lockscope::watch {

// One lock: one name in one keyspace, whichever server keeps it now.
struct LockId {
    DeploymentId deployment;
    LockName name;
    friend bool operator==(const LockId &, const LockId &) = default;
    friend auto operator<=>(const LockId &, const LockId &) = default;
};

} // namespace lockscope::watch

template <>
struct std::hash<lockscope::watch::LockId> {
    // Not noexcept: so the standard library's maps keep it, and need no look at names that lie
    // scattered in memory to go on to the next of a bucket.
    std::size_t operator()(const lockscope::watch::LockId &id) const
    {
        return qHash(id.name.bytes, static_cast<size_t>(id.deployment.number));
    }
};
