// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/topology.h"
#include "core/redis/topologypeer.h"
#include "core/redis/topologywords.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace lockscope::redis {

// The primary among servers of which nobody says which it is: all are asked for their role every
// second. A replica leads to its primary, a primary to its replicas, so that one address is enough.
// Of several primaries the one with the most replicas in step is believed, then the one with the
// longest stream; view().doubt says so.
class ReplicatedTopology final : public Topology
{
    Q_OBJECT

public:
    explicit ReplicatedTopology(const ConnectionConfig &config);
    ~ReplicatedTopology() override;

    void report(const HostPort &address, bool isPrimary) override;

private:
    struct Node; // a server

    void begin() override;
    void addNode(const HostPort &address, bool isGiven);
    void poll();
    void decideSoon();
    void decide();
    void learnNodes(Instant now);
    Node *find(const HostPort &address) const;
    bool isEnough(Instant now);
    std::vector<Node *> primaries(Instant now) const; // the best first
    std::optional<Error> hindranceOf(Instant now) const;
    HostPort reachable(const HostPort &announced) const;

    const std::unique_ptr<const ConnectionConfig> m_config;
    std::vector<std::unique_ptr<Node>> m_nodes;
    std::optional<HostPort> m_primary;
    std::optional<Instant> m_firstWordAt;
    bool m_isDecisionDue = false;
    QTimer m_timer;
};

} // namespace lockscope::redis
