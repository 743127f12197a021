// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/taskscope.h"
#include "core/redis/connection.h"
#include "core/watch/read/otherlisteners.h"
#include "core/watch/server/serverinfo.h"

#include <map>
#include <memory>
#include <utility>

namespace lockscope::watch {

// The replicas of one server, and theirs, by what each tells in INFO; who listens on them. A server
// without replicas costs nothing. I/O thread; owns a connection to each replica, with the
// credentials of the server, that reads only.
//
// A replica that its server does not name any more is asked for another minute: its clients are
// still there when only its link was lost.
class Replicas final : public OtherListeners
{
public:
    Replicas(redis::ConnectionConfig config, const Clock &time);
    ~Replicas() override;

    // The server's INFO replication of just now; empty: it does not tell.
    void note(const QByteArray &replication);
    // Until each replica, and each that these name, was asked what it is; not longer than an answer
    // may take.
    QCoro::Task<Result<void>> whenAsked(TaskScope &scope) const;

    bool areNone() const override;
    Pending<std::vector<qint64>> count(std::vector<QByteArray> channels, bool isSharded) override;

private:
    enum class Told { Nothing, NotPrimary, Primary };
    using Place = std::pair<QByteArray, quint16>;
    struct Replica {
        std::unique_ptr<redis::Connection> connection;
        Instant namedAt;
        bool isAsked = false; // or it cannot be reached
        bool isAsking = false;
        bool isOurs = false; // it has the data of the server, and names its own replicas
        bool isPrimary = false; // now
        std::vector<KnownReplica> own;
    };

    void name(std::vector<KnownReplica> named, Instant now);
    void ask(const Place &place, Replica &replica);
    QCoro::Task<> askWhat(Place place);
    bool canCount() const;

    const redis::ConnectionConfig m_config;
    const Clock &m_time;
    Told m_told = Told::Nothing;
    QByteArray m_replicationId;
    std::map<Place, Replica> m_replicas;
    TaskScope m_scope{"replicas of a server"}; // last
};

} // namespace lockscope::watch
