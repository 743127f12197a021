// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/clusterset.h"
#include "tests/support/sentinelset.h"

#include <memory>

namespace lockscope::test {

// The servers that keep the locks of an interop test: one, or by LOCKSCOPE_INTEROP=sentinel a
// primary with replicas and Sentinels, by LOCKSCOPE_INTEROP=cluster a cluster. Main thread.
class InteropServers
{
public:
    bool start();
    QString url() const;
    // On the primary that keeps the key of the command. FLUSHALL and KEYS are for all primaries.
    Reply command(const std::vector<QByteArray> &command) const;
    // On all nodes; -1: one did not answer.
    qint64 subscribers(const QByteArray &channel) const;

private:
    std::vector<RedisProcess *> primaries() const;
    std::vector<RedisProcess *> nodes() const;

    std::unique_ptr<RedisProcess> m_single;
    std::unique_ptr<SentinelSet> m_sentinels;
    std::unique_ptr<ClusterSet> m_cluster;
};

} // namespace lockscope::test
