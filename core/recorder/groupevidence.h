// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumgroups.h"
#include "core/recorder/recordreader.h"

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace lockscope::recorder {

// The servers of groups, by their labels.
class GroupSeats
{
public:
    struct Seat {
        int group = 0;
        std::size_t place = 0;
    };
    explicit GroupSeats(const std::vector<insight::GroupMembers> &groups);

    bool isEmpty() const { return m_seats.empty(); }
    const std::vector<Seat> &of(const QString &deployment) const;
    // A group that has all of them.
    bool areOfOne(const std::set<QString> &deployments) const;

private:
    std::unordered_map<QString, std::vector<Seat>> m_seats;
};

// Finds out which servers are a group that nobody named, as proposeGroups() does of one moment: the
// servers on which one owner had a lock of one name at a time, or one thread on at least three.
// Bounded; one thread.
class GroupEvidence
{
public:
    void note(const Stamped &stamped, const watch::Event &event);
    void forget() { m_rows.clear(); } // what is held, behind a hole
    // Each with the labels of its servers, sorted; none of fewer than two.
    std::vector<insight::GroupMembers> groups() const;

private:
    QString rootOf(QString label) const;
    void join(const QString &a, const QString &b);

    struct Held {
        OwnerId owner;
        Instant deadline;
        bool isHash = false;
    };
    std::unordered_map<LockName, std::map<QString, Held>> m_rows;
    std::map<QString, QString> m_parents;
};

} // namespace lockscope::recorder
