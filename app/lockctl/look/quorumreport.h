// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/session.h"
#include "core/insight/filter/filter.h"
#include "core/insight/quorum/quorumgroups.h"
#include "core/insight/quorum/quorumverdict.h"

#include <QJsonObject>

#include <map>

namespace lockscope::lockctl {

// The state of one lock on the servers of a quorum: a value, and its printed forms.
struct QuorumReport {
    LockName name;
    QString group; // empty: it has no name
    // Nobody named the group: it only looks like one.
    std::optional<insight::ProposedGroup> proposal;
    std::vector<QString> labels; // of the servers
    std::vector<insight::QuorumReading> servers;
    insight::QuorumFinding finding;
    Alias alias; // of the finding's owner
    Instant now;
};

// Fills in the session's readings of the report's name on the group's servers, and the finding.
void readServers(QuorumReport &report, const insight::WatchedGroup &group, const Session &session);

// The servers that look like a group, by the labels of all that are watched.
insight::WatchedGroup proposedGroup(const insight::ProposedGroup &proposal,
                                    const std::map<watch::DeploymentId, QString> &labels);

QJsonObject toJson(const QuorumReport &report); // QUORUM of schema 1
QString summary(const QuorumReport &report); // the verdict: one line, without its end
QString text(const QuorumReport &report); // the same, and a line for each server

// A line for each lock of a session that is a part of a Redlock: in the groups of the profiles that
// were named; without any, over the servers that look like a group, if the lock is what says so.
QString quorumLines(const Session &session, const TargetChoice &where, Instant now);

// The verdict on each lock that is part of a quorum: over the groups of the named profiles; without
// any, over the servers that look like a group. For filters.
std::map<watch::LockId, insight::QuorumVerdict> verdictsOf(const Session &session,
                                                           const TargetChoice &where, Instant now);

// An error for a filter that asks for verdicts if there is only one server, which has none.
Result<void> checkQuorumFilter(const insight::LockFilter &filter, const TargetChoice &where);

// The sight of a filter, with the verdict if it asks for one.
insight::FilterSight sightOf(const Session &session, const watch::LockId &id,
                             const std::map<watch::LockId, insight::QuorumVerdict> &verdicts,
                             Instant now, WallInstant wallNow);

// The number of the session's locks that look as if they were kept on several of its servers, for
// when no group is named.
std::size_t proposedLocks(const Session &session, const TargetChoice &where, Instant now);

} // namespace lockscope::lockctl
