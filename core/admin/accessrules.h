// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

#include <vector>

namespace lockscope::admin {

// The rights that Lockscope needs on a server, as the rules of ACL SETUSER in the form that its
// version takes. Plain functions; any thread.

// The rules depend on these.
struct AccessPlace {
    QByteArray server; // "Redis 6.2.7" as ServerRecord::version; empty: as for Redis 7.0
    bool isCluster = false;
    bool hasSeveralServers = false; // a primary with replicas or Sentinels, or a cluster
    std::vector<QByteArray> prefixes; // of the names of locks; empty: all keys
};

// To watch in the best ways, and to change nothing. The keys are rights to read where the server
// has such rights (7.0): before, the commands alone keep the user from writing.
QByteArrayList observerRules(const AccessPlace &place);
// To watch, to act on locks, and to take, renew and give back locks.
QByteArrayList operatorRules(const AccessPlace &place);

// Whether the server has users with rules (6.0).
bool hasAccessRules(const AccessPlace &place);

// The command that makes this user, as redis-cli reads it; PASSWORD stands for the password.
QByteArray setUserCommand(const QByteArray &user, const QByteArrayList &rules);

} // namespace lockscope::admin
