// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/interopservers.h"

#include <algorithm>
#include <utility>

namespace lockscope::test {

namespace {

// Nothing fails over here. On a loaded machine a primary that was silent for a second was replaced,
// and what its replica did not have was lost.
constexpr Millis undisturbed{30'000};

} // namespace

bool InteropServers::start()
{
    const QByteArray word = qgetenv("LOCKSCOPE_INTEROP");
    if (word == "sentinel") {
        SentinelSetOptions options;
        options.downAfter = undisturbed;
        m_sentinels = std::make_unique<SentinelSet>(std::move(options));
        return m_sentinels->start();
    }
    if (word == "cluster") {
        ClusterSetOptions options;
        options.nodeTimeout = undisturbed;
        m_cluster = std::make_unique<ClusterSet>(std::move(options));
        return m_cluster->start();
    }
    m_single = std::make_unique<RedisProcess>();
    return m_single->start();
}

QString InteropServers::url() const
{
    if (m_sentinels)
        return m_sentinels->url();
    return m_cluster ? m_cluster->url() : m_single->url();
}

std::vector<RedisProcess *> InteropServers::primaries() const
{
    if (m_sentinels)
        return {m_sentinels->primary()};
    return m_cluster ? m_cluster->primaries() : std::vector{m_single.get()};
}

std::vector<RedisProcess *> InteropServers::nodes() const
{
    std::vector<RedisProcess *> all = primaries();
    for (RedisProcess *const primary : primaries()) {
        const auto replicas = m_sentinels ? m_sentinels->replicas()
            : m_cluster                   ? m_cluster->replicasOf(*primary)
                                          : std::vector<RedisProcess *>();
        all.insert(all.end(), replicas.begin(), replicas.end());
    }
    return all;
}

Reply InteropServers::command(const std::vector<QByteArray> &command) const
{
    if (command.front() == "FLUSHALL" || command.front() == "KEYS") {
        Reply all;
        for (const RedisProcess *const primary : primaries()) {
            const Reply reply = primary->command(command);
            const auto elements = std::move(all.elements);
            all = reply;
            all.elements.insert(all.elements.end(), elements.begin(), elements.end());
        }
        return all;
    }
    const bool hasKey = command.size() > 1 && command.front() != "TIME";
    if (!m_cluster || !hasKey)
        return primaries().front()->command(command);
    return m_cluster->ownerOf(command[1])->command(command);
}

qint64 InteropServers::subscribers(const QByteArray &channel) const
{
    // On a cluster ours listen to the plain and to the sharded channel of that name, Redisson to
    // the one or to the other by its release.
    qint64 most = 0;
    for (const QByteArray question : {"NUMSUB", "SHARDNUMSUB"}) {
        if (!m_cluster && question == "SHARDNUMSUB")
            break;
        qint64 sum = 0;
        for (const RedisProcess *const node : nodes()) {
            const Reply reply = node->command({"PUBSUB", question, channel});
            if (reply.elements.size() != 2)
                return -1;
            sum += reply.elements.back().integer;
        }
        most = std::max(most, sum);
    }
    return most;
}

} // namespace lockscope::test
