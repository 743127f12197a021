// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lockscope::lockctl {

// The numbers and roles of the servers of a sandbox. A value, any thread.
struct SandboxTopology {
    int primaries = 3; // each a deployment of its own
    int replicas = 0; // of the first primary; of a cluster: altogether
    int sentinels = 0; // which watch the first primary
    bool isCluster = false; // of all of them: one deployment

    // A server that ends is started again, as a supervisor would do it: ending it is what such a
    // topology is to be tried with.
    bool isSupervised() const { return replicas > 0; }
};

// The words that --topology takes.
QStringList sandboxTopologies();
Result<SandboxTopology> sandboxTopology(const QString &word);

} // namespace lockscope::lockctl
