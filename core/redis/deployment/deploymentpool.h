// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/deployment/deployment.h"

#include <memory>
#include <vector>

namespace lockscope::redis {

// The deployments that the users of a thread share: one for each target, so that there is one
// connection to a server for all its users. Its users own them together; the last user closes it. A
// user that changes keys by commands tells the others (Deployment::reportChanged()). I/O thread.
class DeploymentPool
{
public:
    DeploymentPool() = default;
    DeploymentPool(const DeploymentPool &) = delete;
    DeploymentPool &operator=(const DeploymentPool &) = delete;

    // The one for this target, certificates and client name; the time-outs and limits of its first
    // user apply. A new one is not open yet; open() does nothing if it is.
    std::shared_ptr<Deployment> take(const ConnectionConfig &config);

    std::size_t count() const; // that somebody has

private:
    std::vector<std::weak_ptr<Deployment>> m_deployments;
};

} // namespace lockscope::redis
