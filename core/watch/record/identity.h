// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHashFunctions>

#include <atomic>
#include <compare>
#include <functional>

namespace lockscope::watch {

// Numbers by which this process identifies what it watches. Values, any thread. Each sort has a
// type of its own, so that a server cannot be passed for a deployment. They mean nothing to other
// processes, are not stored, and do not tell how many there are.
template <typename Tag>
struct NumberId {
    int number = -1; // -1: none

    bool isNone() const { return number < 0; }

    friend bool operator==(const NumberId &, const NumberId &) = default;
    friend auto operator<=>(const NumberId &, const NumberId &) = default;
    friend size_t qHash(const NumberId &id, size_t seed = 0) { return ::qHash(id.number, seed); }
};

// A keyspace, as one target leads to it, on any servers. Locks belong to it.
using DeploymentId = NumberId<struct DeploymentTag>;
// One server that is watched. Its process is identified by its run id, its endpoint is its address,
// and its name for the user is its label: all of these may change while it is watched.
using ServerId = NumberId<struct ServerTag>;

// Gives out the numbers. The program that puts the watch together has one; any thread.
class IdentityAllocator
{
public:
    DeploymentId newDeployment() { return {m_deployments++}; }
    ServerId newServer() { return {m_servers++}; }

private:
    std::atomic<int> m_deployments = 0;
    std::atomic<int> m_servers = 0;
};

} // namespace lockscope::watch

template <typename Tag>
struct std::hash<lockscope::watch::NumberId<Tag>> {
    std::size_t operator()(const lockscope::watch::NumberId<Tag> &id) const noexcept
    {
        return std::hash<int>()(id.number);
    }
};
