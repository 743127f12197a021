// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <map>
#include <optional>
#include <vector>

namespace lockscope::insight {

// Finds the quorum groups among the watched servers. Plain functions over values, any thread.

// A group as its operator named it: independent servers by their labels (Target::label()), in their
// order.
struct GroupMembers {
    QString name;
    std::vector<QString> labels;
    bool isDurable = false; // by its profile, a restart of a member loses nothing

    friend bool operator==(const GroupMembers &, const GroupMembers &) = default;
};

// The same as the watch knows them: each member is a deployment. A member that is not watched
// counts, and is silent.
struct WatchedGroup {
    GroupMembers members;
    std::vector<std::optional<watch::DeploymentId>> servers; // one a member; empty: not watched

    friend bool operator==(const WatchedGroup &, const WatchedGroup &) = default;
};

// `watched`: the labels of the watch's deployments. Groups of which nothing is watched are left
// out.
std::vector<WatchedGroup> matchGroups(const std::vector<GroupMembers> &groups,
                                      const std::map<watch::DeploymentId, QString> &watched);

// A member of a group that is not independent: the server, or the data, of one before it. No server
// votes twice, so it has no vote here.
struct Dependence {
    std::size_t on = 0; // the place of the one before
    bool isSame = true; // the same process, else one copies the other's data

    friend bool operator==(const Dependence &, const Dependence &) = default;
};

// One a member; empty: independent of all before it, as far as is known. Null: not watched.
std::vector<std::optional<Dependence>> dependences(
    const std::vector<const watch::ServerRecord *> &servers);

// Servers that look like a group that nobody named. It may have more servers than are seen.
struct ProposedGroup {
    std::vector<watch::DeploymentId> servers; // in the order in which they were connected
    std::vector<LockName> names; // that support it, sorted
    bool inferred = false; // all of them by the same thread of several clients

    friend bool operator==(const ProposedGroup &, const ProposedGroup &) = default;
};

// Servers on which the same owner holds a lock of the same name in the same form, and those that
// are linked to them by another such lock; the group that most locks support comes first. Tokens of
// fewer than eight bytes ("1", "locked") prove nothing, nor does a lock that a server and its copy
// share. The same thread of several clients (threadclaims.h) has to be on three servers: one
// application on two may well use the same thread at the same second.
std::vector<ProposedGroup> proposeGroups(
    const std::vector<watch::LockPointer> &locks,
    const std::map<watch::ServerId, watch::ServerRecord> &servers, Instant now);

} // namespace lockscope::insight
