// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumbook.h"

namespace lockscope::test {

// Made-up locks on the servers of a quorum group.

inline const Instant start = Instant(std::chrono::hours(1));

inline watch::LockRecord lockOn(int server, const char *name, const QByteArray &owner,
                                Millis ttl = Millis(30000), const char *type = "string")
{
    watch::LockRecord lock;
    lock.id = {server, LockName(name)};
    lock.serverId = {server};
    const bool isHash = QByteArray(type) == "hash";
    lock.kind = isHash ? "reentrant" : "string";
    lock.library = isHash ? "redisson" : "generic";
    lock.state = watch::LockState::Held;
    watch::HoldRecord hold;
    hold.owner = OwnerId(owner);
    hold.deadline = lock.deadline = start + ttl;
    lock.holds = {hold};
    lock.mainKey = format::typeFromName(type);
    return lock;
}

inline watch::ServerRecord serverRecord(int index,
                                        watch::ServerState state = watch::ServerState::Up)
{
    watch::ServerRecord server;
    server.server = {index};
    server.deployment = {index};
    server.label = QStringLiteral("redis://10.0.0.%1:6379").arg(index + 1);
    server.state = state;
    return server;
}

inline watch::LockPointer shared(const watch::LockRecord &lock)
{
    return std::make_shared<const watch::LockRecord>(lock);
}

inline std::vector<insight::WatchedGroup> oneGroup(int size)
{
    insight::GroupMembers members{QStringLiteral("group"), {}};
    std::map<watch::DeploymentId, QString> labels;
    for (int i = 0; i < size; ++i) {
        members.labels.push_back(serverRecord(i).label);
        labels.emplace(watch::DeploymentId{i}, members.labels.back());
    }
    return insight::matchGroups({members}, labels);
}

inline QByteArray verdictOf(const insight::QuorumBook &book, const char *name, int group = 0)
{
    const auto record = book.find({group, LockName(name)});
    return record ? insight::name(record->finding.verdict) : "none";
}

} // namespace lockscope::test
