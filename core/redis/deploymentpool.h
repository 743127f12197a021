// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/deployment.h"

#include <memory>
#include <vector>

namespace lockscope::redis {

// The deployments that the users of a thread share: one for each target, so that a server is
// connected once whoever acts on it. Its users own them together; the last one that lets go closes
// it. A user that changes keys by commands tells the others (Deployment::reportChanged()). I/O
// thread.
class DeploymentPool
{
public:
    DeploymentPool() = default;
    DeploymentPool(const DeploymentPool &) = delete;
    DeploymentPool &operator=(const DeploymentPool &) = delete;

    // The one for this target, certificates and client name, whatever time-outs and limits it was
    // first taken with. A new one is not open yet; open() is harmless where it is.
    std::shared_ptr<Deployment> take(const ConnectionConfig &config);

    std::size_t count() const; // that somebody has

private:
    std::vector<std::weak_ptr<Deployment>> m_deployments;
};

} // namespace lockscope::redis
