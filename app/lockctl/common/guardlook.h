// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/targetoptions.h"
#include "core/base/async/taskscope.h"
#include "core/redis/deployment/deployment.h"
#include "core/redis/topology.h"

#include <memory>

namespace lockscope::lockctl {

// Asks the servers of a command that acts who they are, and makes the targets as strict as the
// strictest saved profile that was seen to reach them (app/common/serverguard.h). Where no profile
// is strict, nothing is asked. What a server does not tell within its time is left as its address
// says. Main thread.
class GuardLook
{
public:
    explicit GuardLook(TargetChoice where);
    ~GuardLook();

    // Once. Waits at most for one attempt to connect and one reply.
    [[nodiscard]] Pending<void> look();
    const TargetChoice &where() const { return m_where; } // as it is now

private:
    QCoro::Task<Result<void>> askAll();
    QCoro::Task<Result<void>> ask(std::size_t target);

    TargetChoice m_where;
    std::vector<std::unique_ptr<redis::Deployment>> m_deployments;
    std::vector<std::shared_ptr<redis::Topology>> m_topologies; // empty: a fixed address
    TaskScope m_scope{"guard look"}; // last
};

} // namespace lockscope::lockctl
