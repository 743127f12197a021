// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/quorumgroups.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

namespace lockscope::watch {

namespace {

constexpr qsizetype leastToken = 8;

// Sets of servers that grow together.
class Unions
{
public:
    int rootOf(int server)
    {
        int root = server;
        while (parent(root) != root)
            root = parent(root);
        while (server != root)
            server = std::exchange(m_parents[server], root);
        return root;
    }
    void join(int a, int b) { m_parents[rootOf(a)] = rootOf(b); }

private:
    int parent(int server) { return m_parents.try_emplace(server, server).first->second; }

    std::unordered_map<int, int> m_parents;
};

struct Claim {
    LockName name;
    OwnerId owner;
    bool isRedisson = false; // a hash, else a string

    friend auto operator<=>(const Claim &, const Claim &) = default;
};

} // namespace

std::vector<WatchedGroup> matchGroups(const std::vector<GroupMembers> &groups,
                                      const std::vector<QString> &watched)
{
    std::vector<WatchedGroup> matched;
    for (const GroupMembers &group : groups) {
        WatchedGroup found{group, {}};
        for (const QString &label : group.labels) {
            const auto at = std::find(watched.begin(), watched.end(), label);
            found.servers.push_back(at == watched.end() ? std::nullopt
                                                        : std::optional(static_cast<int>(
                                                            std::distance(watched.begin(), at))));
        }
        if (std::any_of(found.servers.begin(), found.servers.end(),
                        [](const auto &server) { return server.has_value(); }))
            matched.push_back(std::move(found));
    }
    return matched;
}

std::vector<ProposedGroup> proposeGroups(const std::vector<const LockRecord *> &locks)
{
    std::map<Claim, std::set<int>> claims;
    for (const LockRecord *lock : locks) {
        for (const HoldRecord &hold : lock->holds) {
            if (hold.owner.bytes.size() >= leastToken && !hold.stale)
                claims[{lock->id.name, hold.owner, lock->library == "redisson"}].insert(
                    lock->id.server);
        }
    }
    Unions unions;
    for (const auto &[claim, servers] : claims) {
        for (const int server : servers)
            unions.join(*servers.begin(), server);
    }
    struct Found {
        std::set<int> servers;
        std::set<LockName> names;
        std::size_t widest = 0;
        LockName example;
    };
    std::map<int, Found> found;
    for (const auto &[claim, servers] : claims) {
        if (servers.size() < 2)
            continue;
        Found &group = found[unions.rootOf(*servers.begin())];
        group.servers.insert(servers.begin(), servers.end());
        group.names.insert(claim.name);
        if (servers.size() > group.widest) {
            group.widest = servers.size();
            group.example = claim.name;
        }
    }
    std::vector<ProposedGroup> proposed;
    for (const auto &[root, group] : found)
        proposed.push_back(
            {{group.servers.begin(), group.servers.end()}, group.names.size(), group.example});
    std::sort(proposed.begin(), proposed.end(), [](const auto &a, const auto &b) {
        return a.locks != b.locks ? a.locks > b.locks : a.servers < b.servers;
    });
    return proposed;
}

} // namespace lockscope::watch
