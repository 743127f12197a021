// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/records.h"

#include <optional>
#include <vector>

namespace lockscope::watch {

// Which of the watched servers make a quorum group. Plain functions over values, any thread.

// A group as its operator named it: independent servers by their labels (Target::label()), in their
// order.
struct GroupMembers {
    QString name;
    std::vector<QString> labels;

    friend bool operator==(const GroupMembers &, const GroupMembers &) = default;
};

// The same with the watch's indexes. A member that is not watched counts, and is silent.
struct WatchedGroup {
    GroupMembers members;
    std::vector<std::optional<int>> servers; // one a member; empty: not watched

    friend bool operator==(const WatchedGroup &, const WatchedGroup &) = default;
};

// `watched`: the labels of the watch's servers, by their index. Groups of which nothing is watched
// are left out.
std::vector<WatchedGroup> matchGroups(const std::vector<GroupMembers> &groups,
                                      const std::vector<QString> &watched);

// Servers that look like a group that nobody named.
struct ProposedGroup {
    std::vector<int> servers; // in the order of their indexes
    std::size_t locks = 0; // that speak for it
    LockName example; // one of them, which is on the most servers

    friend bool operator==(const ProposedGroup &, const ProposedGroup &) = default;
};

// Servers on which the same owner holds a lock of the same name in the same form, and those that
// are linked to them by another such lock; what most locks speak for comes first. Tokens of fewer
// than eight bytes ("1", "locked") prove nothing. A server that is watched by two addresses looks
// like a group of itself.
std::vector<ProposedGroup> proposeGroups(const std::vector<const LockRecord *> &locks);

} // namespace lockscope::watch
