// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/groupevidence.h"

#include "core/insight/quorum/threadclaims.h"
#include "core/recorder/clashfacts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

using watch::Event;
using watch::EventType;

constexpr std::size_t mostLocks = 200'000;

} // namespace

GroupSeats::GroupSeats(const std::vector<insight::GroupMembers> &groups)
{
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (std::size_t place = 0; place < groups[group].labels.size(); ++place)
            m_seats[groups[group].labels[place]].push_back({static_cast<int>(group), place});
    }
}

const std::vector<GroupSeats::Seat> &GroupSeats::of(const QString &deployment) const
{
    static const std::vector<Seat> none;
    const auto found = m_seats.find(deployment);
    return found == m_seats.end() ? none : found->second;
}

bool GroupSeats::areOfOne(const std::set<QString> &deployments) const
{
    if (deployments.empty())
        return false;
    return std::ranges::any_of(of(*deployments.begin()), [&](const Seat &seat) {
        return std::ranges::all_of(deployments, [&](const QString &deployment) {
            return std::ranges::any_of(
                of(deployment), [&](const Seat &other) { return other.group == seat.group; });
        });
    });
}

void GroupEvidence::note(const Stamped &stamped, const Event &event)
{
    if (event.lost) {
        for (const Event &part : watch::partsOf(event)) {
            const auto row = part.name ? m_rows.find(*part.name) : m_rows.end();
            if (row != m_rows.end())
                row->second.erase(part.deployment);
        }
        return;
    }
    if (!event.name || !event.owner || !isQuorumPart(event.kind, event.mode))
        return;
    if (event.type == EventType::Released || event.type == EventType::Expired
        || event.type == EventType::ForceUnlocked) {
        const auto row = m_rows.find(*event.name);
        if (row == m_rows.end())
            return;
        row->second.erase(event.deployment);
        if (row->second.empty())
            m_rows.erase(row);
        return;
    }
    if (event.type != EventType::Acquired && event.type != EventType::Appeared
        && event.type != EventType::Renewed)
        return;
    if (m_rows.size() >= mostLocks)
        m_rows.clear();
    auto &row = m_rows[*event.name];
    row.insert_or_assign(event.deployment,
                         Held{*event.owner,
                              deadlineOf(event, happenedAt(stamped.at, stamped.wall, event.at)),
                              isHashKind(event.kind)});
    if (row.size() < 2)
        return;
    // As proposeGroups() has it: short tokens prove nothing, and a thread has to be on three.
    constexpr qsizetype leastToken = 8;
    constexpr std::size_t leastInferred = 3;
    const Held &held = row[event.deployment];
    if (held.owner.bytes.size() >= leastToken) {
        for (const auto &[deployment, other] : row) {
            if (other.owner == held.owner && other.isHash == held.isHash)
                join(deployment, event.deployment);
        }
    }
    if (!held.isHash || row.size() < leastInferred)
        return;
    std::vector<insight::ThreadHold> holds;
    std::vector<QString> deployments;
    for (const auto &[deployment, each] : row) {
        if (!each.isHash || each.deadline == Instant::max() || each.deadline <= stamped.at)
            continue;
        holds.push_back(
            {static_cast<int>(deployments.size()), each.owner, each.deadline, {}, false});
        deployments.push_back(deployment);
    }
    for (const insight::ThreadClaim &claim : insight::claimsOfThreads(holds, stamped.at)) {
        if (claim.holds.size() < leastInferred)
            continue;
        for (const insight::ThreadHold &hold : claim.holds)
            join(deployments[static_cast<std::size_t>(hold.server)],
                 deployments[static_cast<std::size_t>(claim.holds.front().server)]);
    }
}

QString GroupEvidence::rootOf(QString label) const
{
    for (auto parent = m_parents.find(label); parent != m_parents.end() && parent->second != label;
         parent = m_parents.find(label))
        label = parent->second;
    return label;
}

void GroupEvidence::join(const QString &a, const QString &b)
{
    const QString root = rootOf(a);
    const QString other = rootOf(b);
    m_parents.try_emplace(a, root);
    m_parents.try_emplace(b, other);
    m_parents[root] = other;
}

std::vector<insight::GroupMembers> GroupEvidence::groups() const
{
    std::map<QString, QStringList> byRoot;
    for (const auto &[label, parent] : m_parents)
        byRoot[rootOf(label)].append(label);
    std::vector<insight::GroupMembers> all;
    for (const auto &[root, labels] : byRoot) {
        if (labels.size() > 1)
            all.push_back({labels.join(u", "_s), {labels.begin(), labels.end()}, false});
    }
    return all;
}

} // namespace lockscope::recorder
