// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "tests/support/redisprocess.h"

#include <memory>

namespace lockscope::test {

struct SentinelSetOptions {
    int replicas = 2;
    int sentinels = 3; // 0: nobody watches, failover() promotes by hand
    bool chain = false; // each replica follows the one before it, only the first the primary
    QByteArray user{}; // of the data servers; empty: the default user
    QByteArray password{}; // of the data servers; empty: none
    QByteArray sentinelUser{}; // of the sentinels themselves; empty: the default user
    QByteArray sentinelPassword{}; // of the sentinels themselves; empty: none
    std::vector<int> priorities{}; // of the replicas, in order; 100 where this has none
    Millis downAfter{1'000}; // silence that a sentinel calls "down"
    Millis failoverTimeout{3'000};
    QStringList arguments{}; // more, for every data server
    // Of the data servers, in order: they also listen for TLS.
    std::vector<Certificates::Pair> tls{};
};

// A primary with replicas, and the sentinels that watch it under the name "mymaster": real
// processes on free ports of 127.0.0.1, which die with this object, as RedisProcess does. The
// sentinels look more often than usual, so that a failover takes little more than `downAfter`. Made
// on the main thread.
class SentinelSet
{
public:
    explicit SentinelSet(SentinelSetOptions options = {});
    ~SentinelSet();
    SentinelSet(const SentinelSet &) = delete;
    SentinelSet &operator=(const SentinelSet &) = delete;

    // Waits until all replicas are in step, and each sentinel knows the primary, the replicas and
    // the other sentinels.
    [[nodiscard]] bool start();

    // redis+sentinel://127.0.0.1:1,127.0.0.1:2/mymaster
    QString url() const;
    // redis://127.0.0.1:1,127.0.0.1:2, the server that was the first primary first
    QString replicatedUrl() const;

    // The server that is the primary now, by ROLE of those that answer. While two say so, that of
    // the sentinels; null while none does.
    RedisProcess *primary() const;
    // The data servers that are not the primary, in the order of their start.
    std::vector<RedisProcess *> replicas() const;
    // In the order of their start: 0 was the first primary, 1 its first replica.
    RedisProcess &server(int i) const { return *m_servers.at(static_cast<std::size_t>(i)); }
    RedisProcess &replica(int i) const { return server(i + 1); }
    RedisProcess &sentinel(int i) const { return *m_sentinels.at(static_cast<std::size_t>(i)); }
    int serverCount() const { return static_cast<int>(m_servers.size()); }
    int sentinelCount() const { return static_cast<int>(m_sentinels.size()); }

    // These answer the primary that it was; the promotion comes later.
    RedisProcess &killPrimary();
    RedisProcess &pausePrimary();
    // Runs the event loop until a server other than `former` is the primary.
    [[nodiscard]] bool awaitPromotion(const RedisProcess &former) const;
    // SENTINEL FAILOVER, or by hand without sentinels; both wait for the promotion.
    [[nodiscard]] bool failover();
    // Without sentinels: this one becomes the primary, all that run follow it.
    [[nodiscard]] bool promote(RedisProcess &server);

    // Runs the event loop until each server that runs follows the primary, in step with it, and
    // each sentinel that runs names it.
    [[nodiscard]] bool settle() const;
    // Starts the servers and sentinels that do not run, has the servers follow the primary of now,
    // and waits for settle().
    [[nodiscard]] bool reviveAll() const;

    // For the log of a test that fails: what each server and each sentinel says of itself.
    QByteArray describe() const;

private:
    bool startServers();
    bool startSentinels();
    bool isInStep() const;
    bool isKnown() const;
    bool isNamedBySentinels(const RedisProcess &server) const;

    SentinelSetOptions m_options;
    std::vector<std::unique_ptr<RedisProcess>> m_servers;
    std::vector<std::unique_ptr<RedisProcess>> m_sentinels;
};

} // namespace lockscope::test
