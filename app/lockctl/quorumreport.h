// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/session.h"
#include "core/watch/quorumverdict.h"

#include <QJsonObject>

namespace lockscope::lockctl {

// What was found of one lock on the servers of a quorum: a value, and how it is printed.
struct QuorumReport {
    LockName name;
    QString group; // empty: it has no name
    std::vector<QString> labels; // of the servers
    std::vector<watch::QuorumReading> servers;
    watch::QuorumFinding finding;
    QString alias; // of the finding's owner; empty: none
    Instant now;
};

QJsonObject toJson(const QuorumReport &report); // QUORUM of schema 1
QString text(const QuorumReport &report); // the verdict, and a line for each server

// A line for each lock of a session that is a part of a Redlock: in the groups of the profiles that
// were named; without any, where one owner has the lock on several of the servers, over all of
// them.
QString quorumLines(const Session &session, const TargetChoice &where, Instant now);

} // namespace lockscope::lockctl
