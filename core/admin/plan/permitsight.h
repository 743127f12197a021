// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/sight.h"
#include "core/base/async/taskscope.h"
#include "core/format/redissonpermits.h"
#include "core/redis/deployment/deployment.h"

namespace lockscope::admin {

// The sight for an action, from a reading of a semaphore or a latch. A plain function, any thread.
Sight permitSight(const LockName &name, const format::PermitReading &reading, format::ServerMs now);

// Looks once at a semaphore or a latch. Any number in Redis could be either, so the user names the
// kind. I/O thread; the deployment, which the user opens, must outlive it.
class PermitLook
{
public:
    explicit PermitLook(redis::Deployment &deployment);

    // The sight for makePlan(), with the subscribers of the channel; waits for the deployment.
    // InvalidInput: `kind` is none of these, or the keys are something else.
    [[nodiscard]] Pending<Sight> look(QByteArray kind, LockName name);

private:
    QCoro::Task<Result<Sight>> read(QByteArray kind, LockName name);

    redis::Deployment &m_deployment;
    TaskScope m_scope{"permit look"}; // last
};

} // namespace lockscope::admin
