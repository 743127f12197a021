// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace lockscope::watch {

// The connections from one host that have the same name, or none.
struct ClientGroup {
    QByteArray host;
    QByteArray name = {}; // as the client calls itself
    int connections = 0;

    friend bool operator==(const ClientGroup &, const ClientGroup &) = default;
};

// The clients of a server, without replicas, Sentinels and programs like this one.
struct ServerClients {
    int connections = 0;
    std::vector<ClientGroup> groups = {}; // by host and name; of very many the first

    friend bool operator==(const ServerClients &, const ServerClients &) = default;
};

// A replica of the primary that is watched, or of one of its replicas.
struct ReplicaRecord {
    QString server{}; // the address by which its primary knows it
    bool isReached = false; // it answers us, with the data of this primary
    bool isLinked = false; // it receives what is written
    // The data that it has not got yet; empty: not told.
    std::optional<qint64> bytesBehind = {};
    std::optional<Millis> behind = {}; // at most so long
    std::optional<int> priority = {}; // 0: a sentinel never promotes it
    bool wasPrimary = false; // until the last failover that was seen
    std::optional<ServerClients> clients = {}; // empty: not asked, or not told

    friend bool operator==(const ReplicaRecord &, const ReplicaRecord &) = default;
};

// The replicas of a server, and which of the requested locks they have: whether these would survive
// a failover. Values that cross from the I/O thread to the programs.
struct Replication {
    // By address; empty: the deployment has some, but none is connected to this server.
    std::vector<ReplicaRecord> replicas;
    // Whether each has the main key, in the same order; empty: unknown.
    std::map<LockName, std::vector<std::optional<bool>>> present = {};
    // min-replicas-to-write is set, so a primary without replicas takes no locks. Empty: not told.
    std::optional<bool> requiresReplicas = {};

    friend bool operator==(const Replication &, const Replication &) = default;
};

// The fate of a held lock in a failover. Lost: any replica that may be promoted lacks it, or no
// replica is connected, so that one that is promoted may lack it.
enum class Survival { Unknown, Kept, Lost };
Survival survivalOf(const LockName &lock, const Replication &replication);

} // namespace lockscope::watch
