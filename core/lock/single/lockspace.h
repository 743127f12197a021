// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/lock/replicacheck.h"
#include "core/platform/suspension.h"
#include "core/redis/deployment/deployment.h"

#include <memory>

namespace lockscope::lock {

// State that the locks of one process on one deployment share: the watchdog, the holds it renews,
// and the waiters' subscriptions. I/O thread; the deployment and the clock must outlive it, and it
// the locks. When it is destroyed, renewing ends and holds are left to their leases.
class LockSpace
{
public:
    // The sleep of the machine is taken off the validity of every hold.
    LockSpace(redis::Deployment &deployment, const Clock &clock,
              const platform::Suspension &suspension = platform::Suspension::ofThisMachine());
    ~LockSpace();
    LockSpace(const LockSpace &) = delete;
    LockSpace &operator=(const LockSpace &) = delete;

    redis::Deployment &deployment();

    // From now on each lock is given back at once, unless so many replicas acknowledge it in that
    // time: as Redisson's checkLockSyncedSlaves, with a number of replicas in place of one. It
    // makes the loss of a lock in a failover less likely and excludes it only if all replicas that
    // may be promoted are asked for. A wait tries again. Meanwhile other commands to the server
    // wait.
    void requireReplicas(const ReplicaCheck &check);

    // The uuid that the owners made in this space have in common, as Redisson's clients have one.
    const QByteArray &uuid() const;

    struct Private;
    Private &d() { return *m_d; }

private:
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::lock
