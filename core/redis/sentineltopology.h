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

// The primary that sentinels name. Asks each of them every second, and at once after +switch-master
// of one; believes the newest configuration epoch among those that answer, and of one epoch the
// most. Learns the other sentinels; any one is enough. If none answers, the last known primary
// stays, as long as its role is that of a primary: once a connection was there, its role is polled,
// too.
class SentinelTopology final : public Topology
{
    Q_OBJECT

public:
    explicit SentinelTopology(const ConnectionConfig &config);
    ~SentinelTopology() override;

    void report(const HostPort &address, bool isPrimary) override;

private:
    struct Word; // the last answer of a sentinel
    struct Seat; // a sentinel
    struct Choice {
        HostPort primary;
        qint64 epoch = 0;
    };

    void begin() override;
    void addSeat(const HostPort &address, const QByteArray &runId, bool isGiven);
    void takeWord(Seat &seat, const std::vector<Reply> &answers);
    void learnMasters(Seat &seat);
    void poll();
    void decideSoon();
    void decide();
    void learnSentinels(Instant now);
    void listen(Instant now);
    bool isEnough(Instant now);
    std::optional<Choice> chosen(Instant now) const;
    void choose(Instant now);
    void probe(const HostPort &address);
    bool isProbed(const HostPort &address, bool asPrimary, Instant now) const;
    std::optional<Error> hindranceOf(Instant now) const;
    TopologyView viewAt(Instant now) const;
    HostPort reachable(const HostPort &announced) const;
    static SentinelQuorum together(const std::optional<SentinelQuorum> &others, const Word &word);

    const std::unique_ptr<const ConnectionConfig> m_config;
    const QByteArray m_name;
    std::vector<std::unique_ptr<Seat>> m_seats;
    std::unique_ptr<Connection> m_listener; // to +switch-master of one of them
    bool m_isListenerLost = false;
    Instant m_listenerMadeAt;
    std::unique_ptr<TopologyPeer> m_probe; // of the primary, or of the supposed one
    HostPort m_probed;
    std::optional<RoleWord> m_role; // that it told
    std::optional<HostPort> m_candidate; // that the sentinels name
    std::optional<HostPort> m_refuted; // it answered as a replica
    std::optional<qint64> m_epoch; // of the candidate
    std::optional<Instant> m_firstWordAt;
    bool m_isDecisionDue = false;
    QTimer m_timer;
};

} // namespace lockscope::redis
