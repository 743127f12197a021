// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/clientplan.h"
#include "tests/faults/faultproxy.h"
#include "tests/faults/history.h"
#include "tests/faults/sharednumbers.h"
#include "tests/support/clusterset.h"
#include "tests/support/redisprocess.h"
#include "tests/support/sentinelset.h"

#include <map>
#include <memory>
#include <random>

class QProcess;

namespace lockscope::faults {

// Independent servers, or one deployment whose primaries change.
enum class Topology { Independent, Sentinel, Cluster };

struct ClusterOptions {
    Topology topology = Topology::Independent;
    int servers = 5; // independent ones
    int clients = 8;
    bool isProxied = false; // a proxy for each client and server
    bool isDurable = true; // acknowledged writes survive the server's death
    bool lagsAtFirst = false; // what is written before the first failover is lost in it (Sentinel)
    bool shiftsServers = false; // their clocks can jump
    bool shiftsClients = false;
    QByteArray folder;
    quint32 seed = 1;
    ClientPlan plan; // of each client, but for its name, seed and servers
};

// Servers, the proxies before them, and client processes that work on the same locks. The thread of
// the test; all processes end with this object.
class Cluster
{
public:
    explicit Cluster(ClusterOptions options);
    ~Cluster();
    Cluster(const Cluster &) = delete;
    Cluster &operator=(const Cluster &) = delete;

    [[nodiscard]] bool startServers();
    void startClients();
    // Lets them finish what they do; false: one did not end, or not well.
    [[nodiscard]] bool stopClients();

    int servers() const { return m_options.servers; }
    // All that keep locks now: the independent servers, or the primaries of the deployment.
    std::vector<test::RedisProcess *> keepers() const;
    bool isDeployment() const { return m_options.topology != Topology::Independent; }
    // A replica of the deployment becomes the primary: on command, or since the primary is killed;
    // returns once it is.
    void failOver(bool byKill);
    // From now on the replicas get nothing, until the primary is killed by failOver() (Sentinel).
    void holdReplicas();
    // What was killed comes back; returns once all is in step.
    void bringBack();
    int clients() const { return m_options.clients; }
    test::RedisProcess &server(int index) { return *m_servers[std::size_t(index)]; }
    ClockShift &serverClock(int index) { return *m_serverClocks[std::size_t(index)]; }
    ClockShift &clientClock(int index) { return *m_clientClocks[std::size_t(index)]; }
    FaultProxy &proxy(int client, int server);
    void forEachProxyOf(int server, const std::function<void(FaultProxy &)> &function);

    void pauseClient(int index);
    void resumeClient(int index);
    void killClient(int index); // for good, and another takes its place
    int killedClients() const { return m_killed; }
    // Whether a worker of this client holds a lock as far as it has written down; sure of a client
    // that is paused. `kind` empty: any.
    bool holds(int client, const QByteArray &kind);

    // Whether somebody was granted the lock after that moment.
    bool wasGrantedSince(const QByteArray &lock, qint64 t);

    const ClientPlan &plan() const { return m_options.plan; }
    qint64 witnessed(std::size_t lock);
    std::mt19937 &random() { return m_random; }
    // A number below `limit`.
    int any(int limit) { return int(m_random() % unsigned(limit)); }

private:
    struct Client;
    void startClient(int index);

    ClusterOptions m_options;
    std::mt19937 m_random;
    std::vector<std::unique_ptr<ClockShift>> m_serverClocks;
    std::vector<std::unique_ptr<ClockShift>> m_clientClocks;
    std::vector<std::unique_ptr<test::RedisProcess>> m_servers;
    std::unique_ptr<test::SentinelSet> m_sentinels;
    std::unique_ptr<test::ClusterSet> m_shards;
    test::RedisProcess *m_away = nullptr; // of the deployment, killed
    std::vector<std::vector<std::unique_ptr<FaultProxy>>> m_proxies; // [client][server]
    std::vector<std::unique_ptr<Client>> m_clients;
    int m_killed = 0;
};

} // namespace lockscope::faults
