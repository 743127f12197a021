// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/kind/hashredlock.h"
#include "core/lock/kind/redlock.h"
#include "tests/support/redisprocess.h"
#include "tests/support/waiting.h"

#include <algorithm>
#include <deque>

namespace lockscope::test {

// N independent servers.
class QuorumServers
{
public:
    explicit QuorumServers(std::size_t count = 5, const RedisOptions &options = {})
    {
        for (std::size_t i = 0; i < count; ++i)
            m_servers.emplace_back(options);
    }

    [[nodiscard]] bool start()
    {
        return std::all_of(m_servers.begin(), m_servers.end(),
                           [](RedisProcess &server) { return server.start(); });
    }
    std::size_t size() const { return m_servers.size(); }
    RedisProcess &operator[](std::size_t i) { return m_servers[i]; }

    std::vector<redis::ConnectionConfig> configs() const
    {
        std::vector<redis::ConnectionConfig> configs;
        for (const RedisProcess &server : m_servers) {
            configs.emplace_back().target = server.target();
        }
        return configs;
    }
    std::vector<Reply> commandAll(const std::vector<QByteArray> &command) const
    {
        std::vector<Reply> replies;
        for (const RedisProcess &server : m_servers)
            replies.push_back(server.command(command));
        return replies;
    }
    // On how many servers the answer is that.
    int count(const std::vector<QByteArray> &command, const QByteArray &bytes) const
    {
        const auto replies = commandAll(command);
        return static_cast<int>(std::count_if(replies.begin(), replies.end(), [&](const Reply &r) {
            return r.isString() && r.bytes == bytes;
        }));
    }
    qint64 keys() const
    {
        qint64 sum = 0;
        for (const Reply &reply : commandAll({"DBSIZE"}))
            sum += reply.integer;
        return sum;
    }

private:
    std::deque<RedisProcess> m_servers;
};

// One process as the servers see it: its connections to all of them and one group.
class QuorumProcess
{
public:
    explicit QuorumProcess(
        const std::vector<redis::ConnectionConfig> &configs, lock::QuorumConfig config = {},
        const Clock *time = nullptr,
        const platform::Suspension &sleep = platform::Suspension::ofThisMachine())
    {
        for (const auto &server : configs) {
            deployments.push_back(std::make_unique<redis::Deployment>(server));
            deployments.back()->open();
        }
        std::vector<redis::Deployment *> servers;
        for (const auto &deployment : deployments)
            servers.push_back(deployment.get());
        group = std::make_unique<lock::QuorumGroup>(servers, config, time ? *time : clock, sleep);
    }

    std::unique_ptr<lock::Lock> make(const QByteArray &kind, const QByteArray &name)
    {
        if (kind == "red")
            return std::make_unique<lock::HashRedlock>(*group, LockName(name));
        return std::make_unique<lock::Redlock>(*group, LockName(name));
    }
    bool isPresent(std::size_t server) const
    {
        return group->servers()[server].state == lock::QuorumServer::State::Present;
    }
    bool isComplete() const
    {
        const auto servers = group->servers();
        return std::all_of(servers.begin(), servers.end(), [](const auto &server) {
            return server.state == lock::QuorumServer::State::Present;
        });
    }

    SystemClock clock;
    std::vector<std::unique_ptr<redis::Deployment>> deployments;
    std::unique_ptr<lock::QuorumGroup> group;
};

// For tests in which a restart is not the subject: fresh servers count at once.
inline lock::QuorumConfig durable(lock::QuorumConfig config = {})
{
    config.areServersDurable = true;
    return config;
}

} // namespace lockscope::test
