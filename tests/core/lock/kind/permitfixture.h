// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/lock/lockfixture.h"
#include "tests/support/recordingproxy.h"

namespace lockscope::test {

// A server and two processes on it, the first by way of a proxy; for the tests of semaphores and
// latches. Main thread.
class PermitStage
{
public:
    explicit PermitStage(const RedisProcess &where)
        : server(where)
        , proxy(where.port())
    {
        redis::ConnectionConfig config;
        config.target = where.target();
        two = std::make_unique<LockProcess>(config);
        config.target.hosts.front().port = proxy.port();
        one = std::make_unique<LockProcess>(config);
    }

    Reply run(const std::vector<QByteArray> &command) const { return server.command(command); }
    QByteArray value(const QByteArray &key) const { return run({"GET", key}).bytes; }
    qint64 keys() const { return run({"DBSIZE"}).integer; }
    // The number of connections that listen to the channel.
    qint64 listeners(const QByteArray &channel) const
    {
        return run({"PUBSUB", "NUMSUB", channel}).elements.at(1).integer;
    }
    // Nobody listens to anything but the invalidations.
    bool isQuiet() const { return run({"PUBSUB", "CHANNELS", "redisson*"}).elements.empty(); }

    // From now on the first process's requests are carried out, but it gets no replies.
    void beginLoss() { proxy.stallServer(true); }
    // Its connections are gone; the next ones work.
    void endLoss()
    {
        proxy.cut();
        proxy.stallServer(false);
    }

    const RedisProcess &server;
    RecordingProxy proxy;
    std::unique_ptr<LockProcess> one;
    std::unique_ptr<LockProcess> two;
};

// The messages of one channel, as Java's clients would hear them.
class Messages
{
public:
    Messages(redis::Deployment &deployment, const QByteArray &channel)
        : m_listener(deployment.channels().listen(
            channel, [this](const QByteArray &payload) { m_heard.append(payload); }))
    {}

    [[nodiscard]] bool begin() { return await(std::move(m_listener.confirmed)).has_value(); }
    [[nodiscard]] bool heard(const QByteArrayList &messages)
    {
        return eventually([&] { return m_heard.size() >= messages.size(); })
            && std::exchange(m_heard, {}) == messages;
    }
    bool isSilent() const { return m_heard.isEmpty(); }

private:
    QByteArrayList m_heard;
    redis::Channels::Listener m_listener;
};

} // namespace lockscope::test
