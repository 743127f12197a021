// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/quorum/quorumgroups.h"

#include "core/format/traits.h"
#include "core/insight/quorum/threadclaims.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

namespace lockscope::insight {

namespace {

constexpr qsizetype leastToken = 8;

// Sets of servers that grow together.
class Unions
{
public:
    watch::DeploymentId rootOf(watch::DeploymentId server)
    {
        watch::DeploymentId root = server;
        while (parent(root) != root)
            root = parent(root);
        while (server != root)
            server = std::exchange(m_parents[server], root);
        return root;
    }
    void join(watch::DeploymentId a, watch::DeploymentId b) { m_parents[rootOf(a)] = rootOf(b); }

private:
    watch::DeploymentId parent(watch::DeploymentId server)
    {
        return m_parents.try_emplace(server, server).first->second;
    }

    std::unordered_map<watch::DeploymentId, watch::DeploymentId> m_parents;
};

struct NamedClaim {
    LockName name;
    OwnerId owner;
    bool isHash = false; // a hash, else a string

    friend auto operator<=>(const NamedClaim &, const NamedClaim &) = default;
};

// Servers that one owner, or one thread, has a lock on.
struct Link {
    LockName name;
    std::set<watch::DeploymentId> servers;
    bool inferred = false;
};

using Evidence = std::vector<Link>;

bool isSameServer(const watch::ServerRecord &a, const watch::ServerRecord &b)
{
    return a.server == b.server || (!a.runId.isEmpty() && a.runId == b.runId);
}

bool isCopy(const watch::ServerRecord &a, const watch::ServerRecord &b)
{
    return !a.replicationId.isEmpty() && a.replicationId == b.replicationId;
}

// The independent servers: of those that are the same, or copies, the first.
std::set<watch::DeploymentId> independent(
    const std::map<watch::ServerId, watch::ServerRecord> &servers)
{
    std::vector<const watch::ServerRecord *> all;
    for (const auto &[index, server] : servers)
        all.push_back(&server);
    const auto found = dependences(all);
    std::set<watch::DeploymentId> alone;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!found[i])
            alone.insert(all[i]->deployment);
    }
    return alone;
}

Evidence evidenceIn(const std::vector<watch::LockPointer> &locks,
                    const std::set<watch::DeploymentId> &servers, Instant now)
{
    constexpr std::size_t leastInferred = 3;
    std::map<NamedClaim, std::set<watch::DeploymentId>> claims;
    std::map<LockName, std::vector<ThreadHold>> threads;
    for (const watch::LockPointer &lock : locks) {
        if (!servers.contains(lock->id.deployment) || !format::traitsOf(*lock->kind).hasOwners)
            continue;
        const format::LibraryTraits &library = format::libraryTraitsOf(*lock->library);
        for (const watch::HoldRecord &hold : lock->holds) {
            const std::optional<Instant> deadline = hold.deadline;
            if (hold.stale || (deadline && *deadline <= now))
                continue;
            if (hold.owner.bytes.size() >= leastToken)
                claims[{lock->id.name, hold.owner, library.keepsHashes}].insert(
                    lock->id.deployment);
            if (library.hasClients && deadline)
                threads[lock->id.name].push_back({lock->id.deployment.number, hold.owner, *deadline,
                                                  hold.lease,
                                                  hold.watchdog == watch::Watchdog::None});
        }
    }
    Evidence evidence;
    for (auto &[claim, where] : claims) {
        if (where.size() > 1)
            evidence.push_back({claim.name, std::move(where), false});
    }
    for (const auto &[name, holds] : threads) {
        for (const ThreadClaim &thread : claimsOfThreads(holds, now)) {
            Link link{name, {}, true};
            for (const ThreadHold &hold : thread.holds)
                link.servers.insert(watch::DeploymentId{hold.server});
            if (link.servers.size() >= leastInferred)
                evidence.push_back(std::move(link));
        }
    }
    return evidence;
}

} // namespace

std::vector<WatchedGroup> matchGroups(const std::vector<GroupMembers> &groups,
                                      const std::map<watch::DeploymentId, QString> &watched)
{
    std::vector<WatchedGroup> matched;
    for (const GroupMembers &group : groups) {
        WatchedGroup found{group, {}};
        for (const QString &label : group.labels) {
            const auto at = std::ranges::find(
                watched, label, [](const auto &each) -> const QString & { return each.second; });
            found.servers.push_back(at == watched.end() ? std::nullopt : std::optional(at->first));
        }
        if (std::any_of(found.servers.begin(), found.servers.end(),
                        [](const auto &server) { return server.has_value(); }))
            matched.push_back(std::move(found));
    }
    return matched;
}

std::vector<std::optional<Dependence>> dependences(
    const std::vector<const watch::ServerRecord *> &servers)
{
    std::vector<std::optional<Dependence>> found(servers.size());
    for (std::size_t i = 0; i < servers.size(); ++i) {
        for (std::size_t before = 0; servers[i] && before < i && !found[i]; ++before) {
            if (!servers[before] || found[before])
                continue;
            if (isSameServer(*servers[before], *servers[i]))
                found[i] = Dependence{before, true};
            else if (isCopy(*servers[before], *servers[i]))
                found[i] = Dependence{before, false};
        }
    }
    return found;
}

std::vector<ProposedGroup> proposeGroups(
    const std::vector<watch::LockPointer> &locks,
    const std::map<watch::ServerId, watch::ServerRecord> &servers, Instant now)
{
    const Evidence evidence = evidenceIn(locks, independent(servers), now);
    Unions unions;
    for (const Link &link : evidence) {
        for (const watch::DeploymentId server : link.servers)
            unions.join(*link.servers.begin(), server);
    }
    struct Found {
        std::set<watch::DeploymentId> servers;
        std::set<LockName> names;
        bool inferred = true;
    };
    std::map<watch::DeploymentId, Found> found;
    for (const Link &link : evidence) {
        Found &group = found[unions.rootOf(*link.servers.begin())];
        group.servers.insert(link.servers.begin(), link.servers.end());
        group.names.insert(link.name);
        group.inferred &= link.inferred;
    }
    std::vector<ProposedGroup> proposed;
    for (const auto &[root, group] : found)
        proposed.push_back({{group.servers.begin(), group.servers.end()},
                            {group.names.begin(), group.names.end()},
                            group.inferred});
    std::sort(proposed.begin(), proposed.end(), [](const auto &a, const auto &b) {
        return a.names.size() != b.names.size() ? a.names.size() > b.names.size()
                                                : a.servers < b.servers;
    });
    return proposed;
}

} // namespace lockscope::insight
