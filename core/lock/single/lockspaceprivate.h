// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/departures.h"
#include "core/lock/single/lockspace.h"
#include "core/lock/single/waitroom.h"

namespace lockscope::lock {

class QuickCalls;

// The inside of a LockSpace; same thread.
struct LockSpace::Private {
    Private(redis::Deployment &where, const Clock &time, const platform::Suspension &sleep);
    ~Private();

    redis::Deployment &deployment;
    const Clock &clock;
    const QByteArray uuid;
    WaitRooms rooms;
    HoldBook holds;
    Departures departures;
    std::unique_ptr<QuickCalls> quick;
    ReplicaCheck replicas;
    std::uint64_t serverChanges = 0; // so many times another process has taken over a key
    QMetaObject::Connection changes;
    QMetaObject::Connection servers;
    TaskScope scope{"lock space"}; // last
};

} // namespace lockscope::lock
