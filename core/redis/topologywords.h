// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/redis/connection.h"

#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace lockscope::redis {

// The answers of servers and sentinels about a topology, as values. Replies may be hostile: entries
// that are no address, or too many, are left out. Plain functions, any thread.

struct ReplicaWord {
    HostPort announced;
    qint64 offset = 0;
};

struct RoleWord {
    bool isPrimary = false;
    qint64 offset = 0;
    std::vector<ReplicaWord> replicas; // ROLE of a replica does not tell its own
    HostPort follows; // of a replica
    bool isLinked = false; // of a replica: in step with its primary
};

// Reads the answer to ROLE, or to INFO replication, which says the same if ROLE is not permitted.
// Empty: no role, such as an error, or that of a sentinel.
std::optional<RoleWord> roleFrom(const Reply &reply);

// An address of a reply's text; empty: none that could be connected to.
std::optional<HostPort> addressFrom(const QByteArray &host, const QByteArray &port);

// The answer to SENTINEL GET-MASTER-ADDR-BY-NAME.
std::optional<HostPort> primaryFrom(const Reply &reply);

// Fields and values of SENTINEL MASTER, or of each element of SENTINEL REPLICAS, SENTINELS,
// MASTERS.
using Fields = std::map<QByteArray, QByteArray>;
Fields fieldsFrom(const Reply &reply);
std::vector<Fields> listFrom(const Reply &reply);
QByteArray valueOf(const Fields &fields, const QByteArray &name); // empty: there is none

// A Sentinel's answer that it watches no primary of that name.
bool isNoSuchPrimary(const Reply &reply);

// The configuration of a topology's own connection to one server or sentinel.
ConnectionConfig configForNode(const ConnectionConfig &config, const HostPort &address);
ConnectionConfig configForSentinel(const ConnectionConfig &config, const HostPort &address);

// The names in the answer to SENTINEL MASTERS, made safe to show and cut.
QStringList namesFrom(const std::vector<Fields> &masters);

} // namespace lockscope::redis
