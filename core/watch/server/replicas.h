// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/base/clock.h"
#include "core/redis/connection.h"
#include "core/watch/read/otherlisteners.h"
#include "core/watch/record/replication.h"
#include "core/watch/server/channelcounts.h"
#include "core/watch/server/serverinfo.h"

#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace lockscope::watch {

// The replicas of one server, and theirs, as each reports itself in INFO: their lag, which of some
// locks they have, their listeners, and their clients if these may be asked for. A server without
// replicas costs nothing. I/O thread; owns a read-only connection to each replica, with the
// credentials of the server.
//
// A replica that its server does not name any more is asked for another minute: its clients are
// still there if only its link was lost.
class Replicas final : public OtherListeners
{
public:
    // `asksForClients`: CLIENT LIST may be asked, once a minute, of the former primary every five
    // seconds.
    Replicas(redis::ConnectionConfig config, const Clock &time, bool asksForClients = false);
    ~Replicas() override;

    // Each replica is asked whether it has these locks, whenever it is asked for its role.
    void follow(std::vector<LockName> names);
    // The server's INFO replication of just now; empty: it does not tell.
    void note(const QByteArray &replication);
    // The primary until the failover just now.
    void noteFormerPrimary(const redis::HostPort &server) { m_formerPrimary = server; }
    bool isConnectedTo(const redis::HostPort &address) const; // or tries to be
    // The replicas as they are known; empty: there are none, or the server does not tell.
    // `areExpected`: the deployment has some, so that none is told, too.
    std::shared_ptr<const Replication> replication(bool areExpected) const;
    // Those that count for min-replicas-to-write; empty: none is required, or not told.
    std::optional<int> goodReplicas() const { return m_goodReplicas; }
    // Waits until each replica, and each of their replicas, was asked for its role, but no longer
    // than an answer may take.
    QCoro::Task<Result<void>> whenAsked(TaskScope &scope) const;

    bool areNone() const override;
    Pending<std::vector<qint64>> count(std::vector<QByteArray> channels, bool isSharded) override;

private:
    enum class Told { Nothing, NotPrimary, Primary };
    using Place = std::pair<QByteArray, quint16>;
    using Presence = std::map<LockName, bool>;
    // The lag of a replica, as its own server or the replica itself reports it.
    struct Progress {
        std::optional<qint64> bytesBehind = {};
        std::optional<Millis> behind = {}; // at most
        std::optional<Millis> silence = {}; // since it acknowledged anything
        bool isLinked = false;
    };
    struct Replica {
        std::unique_ptr<redis::Connection> connection;
        std::unique_ptr<ChannelCounts> channels; // after the connection
        Instant namedAt;
        std::optional<Instant> distrustedAt; // when its certificate was not the pinned one
        bool isAsked = false; // or it cannot be reached
        bool isAsking = false;
        bool isOurs = false; // it has the data of the server, and names its own replicas
        bool isPrimary = false; // now
        std::vector<KnownReplica> own;
        Progress asNamed; // by the one that it follows
        Progress asTold; // by the replica
        std::optional<int> priority;
        Presence present;
        std::optional<ServerClients> clients;
        std::optional<Instant> clientsAskedAt;
        bool refusesClients = false; // on this connection
    };

    void name(std::vector<KnownReplica> named, Instant now);
    void greet(const Place &place);
    void onLost(const Place &place, const Error &error);
    void ask(const Place &place, Replica &replica);
    QCoro::Task<> askWhat(Place place);
    void noteOffset(Progress &progress, std::optional<qint64> offset) const;
    void noteOwn(Replica &replica, const QByteArray &info) const;
    bool wasPrimary(const Place &place) const;
    bool wantsClients(const Place &place, const Replica &replica) const;
    void noteClients(Replica &replica, const Result<Reply> &reply) const;
    ReplicaRecord recordOf(const Place &place, const Replica &replica) const;
    bool canCount() const;

    const redis::ConnectionConfig m_config;
    const Clock &m_time;
    const bool m_asksForClients;
    std::optional<redis::HostPort> m_formerPrimary;
    Told m_told = Told::Nothing;
    QByteArray m_replicationId;
    std::optional<int> m_goodReplicas;
    std::vector<LockName> m_followed;
    std::deque<std::pair<Instant, qint64>> m_written; // the server's offsets, the latest last
    std::map<Place, Replica> m_replicas;
    TaskScope m_scope{"replicas of a server"}; // last
};

} // namespace lockscope::watch
