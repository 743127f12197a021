// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/changingcommands.h"
#include "tests/support/clusterset.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/sentinelset.h"
#include "tests/support/waiting.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace lockscope::test {

// Servers of one deployment, each behind a proxy that records what is sent to it. The URL of the
// deployment maps the addresses that servers and Sentinels announce to those of the proxies. On the
// thread of the test; the servers must outlive it.
class RecordedServers
{
public:
    static RecordedServers of(const RedisProcess &server)
    {
        RecordedServers all;
        all.addData(server);
        all.m_url = QStringLiteral("redis://") + all.addressOf(server);
        return all;
    }
    static RecordedServers of(const SentinelSet &set)
    {
        RecordedServers all;
        for (int i = 0; i < set.serverCount(); ++i)
            all.addData(set.server(i));
        QStringList seeds;
        for (int i = 0; i < set.sentinelCount(); ++i) {
            all.add(set.sentinel(i));
            seeds += all.addressOf(set.sentinel(i));
        }
        all.m_url = QStringLiteral("redis+sentinel://") + seeds.join(u',')
            + QStringLiteral("/mymaster?") + all.map();
        return all;
    }
    static RecordedServers of(const ClusterSet &set)
    {
        RecordedServers all;
        for (int i = 0; i < set.nodeCount(); ++i)
            all.addData(set.node(i));
        all.m_url =
            QStringLiteral("redis+cluster://") + all.addressOf(set.node(0)) + u'?' + all.map();
        return all;
    }

    const QString &url() const { return m_url; }
    std::size_t count() const { return m_all.size(); }
    const RecordingProxy &proxy(std::size_t i) const { return *m_all.at(i).proxy; }
    const RedisProcess &server(std::size_t i) const { return *m_all.at(i).server; }
    std::size_t commandCount() const
    {
        std::size_t sum = 0;
        for (const Recorded &each : m_all)
            sum += each.proxy->commands().size();
        return sum;
    }

    // Of all servers: the commands that change something, with the server's port.
    QByteArrayList changing() const
    {
        QByteArrayList all;
        for (const Recorded &each : m_all) {
            for (const QByteArray &command : changingCommands(*each.server, each.proxy->commands()))
                all += QByteArray::number(each.server->port()) + ": " + command;
        }
        return all;
    }
    // Servers that nobody has sent anything to: what is not recorded is not proved.
    QByteArrayList unheard() const
    {
        QByteArrayList ports;
        for (const Recorded &each : m_all) {
            if (each.proxy->commands().empty())
                ports += QByteArray::number(each.server->port());
        }
        return ports;
    }
    // Every key of the data servers with its value.
    QByteArrayList contents() const
    {
        QByteArrayList all;
        for (const Recorded &each : m_all) {
            if (!each.isData)
                continue;
            for (const Reply &key : each.server->command({"KEYS", "*"}).elements)
                all += key.bytes + ' ' + each.server->command({"DUMP", key.bytes}).bytes.toHex();
        }
        std::ranges::sort(all);
        return all;
    }
    // Ends all connections through the proxies, and waits until no server has one of ours: one
    // that went past its proxy would stay.
    [[nodiscard]] bool areAllRecorded()
    {
        for (const Recorded &each : m_all) {
            each.proxy->setRefusing(true);
            each.proxy->cut();
        }
        return eventually([this] {
            return std::ranges::none_of(m_all, [](const Recorded &each) {
                return each.server->command({"CLIENT", "LIST"}).bytes.contains("name=lock");
            });
        });
    }

private:
    struct Recorded {
        const RedisProcess *server;
        std::unique_ptr<RecordingProxy> proxy;
        bool isData = false; // else a Sentinel
    };

    void add(const RedisProcess &server)
    {
        m_all.push_back({&server, std::make_unique<RecordingProxy>(server.port()), false});
    }
    void addData(const RedisProcess &server)
    {
        add(server);
        m_all.back().isData = true;
    }
    QString addressOf(const RedisProcess &server) const
    {
        const auto found = std::ranges::find(m_all, &server, &Recorded::server);
        return QStringLiteral("127.0.0.1:%1").arg(found->proxy->port());
    }
    QString map() const
    {
        QStringList rules;
        for (const Recorded &each : m_all)
            rules += QStringLiteral("map=127.0.0.1:%1=%2")
                         .arg(QString::number(each.server->port()), addressOf(*each.server));
        return rules.join(u'&');
    }

    QString m_url;
    std::vector<Recorded> m_all;
};

// Some locks of which a tour has something to see; each key is written where it belongs. Replicas
// have them once the set has settled.
[[nodiscard]] inline bool writeLocksToSee(
    const std::function<RedisProcess *(const QByteArray &key)> &ownerOf)
{
    const QByteArray owner = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
    const std::vector<std::vector<QByteArray>> written{
        {"HSET", "orders:1", owner + ":7", "1"},
        {"PEXPIRE", "orders:1", "600000"},
        {"HSET", "fair", owner + ":7", "2"},
        {"PEXPIRE", "fair", "600000"},
        {"RPUSH", "redisson_lock_queue:{fair}", owner + ":8"},
        {"ZADD", "redisson_lock_timeout:{fair}", "99999999999999", owner + ":8"},
        {"HSET", "prices", "mode", "read", owner + ":7", "1"},
        {"PEXPIRE", "prices", "600000"}};
    return std::ranges::all_of(written, [&](const std::vector<QByteArray> &command) {
        RedisProcess *const server = ownerOf(command[1]);
        return server && !server->command(command).isError();
    });
}

} // namespace lockscope::test
