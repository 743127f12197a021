// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/redis/info.h"
#include "core/watch/record/serverfacts.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::watch {

// Reads fields of the replies to INFO. Plain functions; any thread.

using redis::infoField;

// The number of FLUSHALL, FLUSHDB and SWAPDB calls since the server's start, from the section
// commandstats.
qint64 flushesIn(const QByteArray &info);

// "Redis 7.2.4", of the section server. Other products that speak the protocol name themselves
// beside the version of Redis that they are compatible with.
QByteArray versionIn(const QByteArray &info);

// When the process started, to the second as the server tells it; empty: it does not tell.
std::optional<Instant> startIn(const QByteArray &info, Instant now);

// The replicas that a server names in the section replication.
struct KnownReplica {
    QByteArray host;
    quint16 port = 0;
    bool isOnline = false; // it receives what is written; else it is still given the data
    std::optional<qint64> offset; // acknowledged, in bytes of the replication stream
    std::optional<qint64> lag; // seconds since it last acknowledged anything

    friend bool operator==(const KnownReplica &, const KnownReplica &) = default;
};

// Empty: the section does not name all that are connected.
std::optional<std::vector<KnownReplica>> replicasIn(const QByteArray &info);

// Takes the facts of the sections memory, stats, persistence and errorstats. Fields that are
// missing keep the value in `facts`: a section was not asked for or is refused.
void takeFacts(ServerFacts &facts, const QByteArray &info);

} // namespace lockscope::watch
