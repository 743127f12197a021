// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/suspension.h"
#include "core/redis/deployment.h"

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
              const Suspension &suspension = Suspension::ofThisMachine());
    ~LockSpace();
    LockSpace(const LockSpace &) = delete;
    LockSpace &operator=(const LockSpace &) = delete;

    redis::Deployment &deployment();

    // The uuid that the owners made in this space have in common, as Redisson's clients have one.
    const QByteArray &uuid() const;

    struct Private;
    Private &d() { return *m_d; }

private:
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::lock
