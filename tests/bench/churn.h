// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/processor.h"

#include <hiredis/hiredis.h>
#include <sys/socket.h>

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace lockscope::test {

// The load of clients on a watched server: by blocking hiredis connections, on a thread of their
// own. Benchmarks only.

inline constexpr auto churnClient = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:";

// hiredis connections that are asked together and answer together: each has one command out.
class Clients
{
public:
    using Words = std::vector<QByteArray>;

    Clients(quint16 port, int count)
    {
        for (int i = 0; i < count; ++i)
            m_contexts.emplace_back(redisConnect("127.0.0.1", port), redisFree);
    }

    std::size_t size() const { return m_contexts.size(); }
    int socket(std::size_t client) const { return m_contexts[client]->fd; }
    void send(std::size_t client, const Words &command)
    {
        std::vector<const char *> parts;
        std::vector<std::size_t> lengths;
        for (const QByteArray &part : command) {
            parts.push_back(part.constData());
            lengths.push_back(static_cast<std::size_t>(part.size()));
        }
        redisAppendCommandArgv(m_contexts[client].get(), static_cast<int>(parts.size()),
                               parts.data(), lengths.data());
    }
    void flush()
    {
        for (const auto &context : m_contexts) {
            int done = 0;
            while (!done && redisBufferWrite(context.get(), &done) == REDIS_OK) {}
        }
    }
    void answer(std::size_t client)
    {
        void *answer = nullptr;
        if (redisGetReply(m_contexts[client].get(), &answer) != REDIS_OK)
            qFatal("a client of the workload lost its connection: %s", m_contexts[client]->errstr);
        freeReplyObject(answer);
    }
    // Whether the answer is OK or 1.
    bool isGranted(std::size_t client, const Words &command)
    {
        send(client, command);
        void *answer = nullptr;
        if (redisGetReply(m_contexts[client].get(), &answer) != REDIS_OK)
            qFatal("a client of the workload lost its connection: %s", m_contexts[client]->errstr);
        const auto *const reply = static_cast<const redisReply *>(answer);
        const bool isYes = reply->type == REDIS_REPLY_STATUS
            || (reply->type == REDIS_REPLY_INTEGER && reply->integer == 1);
        freeReplyObject(answer);
        return isYes;
    }
    void run(std::size_t client, const Words &command)
    {
        send(client, command);
        answer(client);
    }

private:
    std::vector<std::unique_ptr<redisContext, void (*)(redisContext *)>> m_contexts;
};

// Receives all messages of a watch and ignores them, to measure the server's cost of sending them
// alone.
class BareListener
{
public:
    BareListener(quint16 port, const std::vector<QByteArray> &prefixes,
                 const std::vector<QByteArray> &patterns)
        : m_clients(port, 1)
    {
        Clients::Words tracking{"CLIENT", "TRACKING", "ON", "BCAST"};
        for (const QByteArray &prefix : prefixes)
            tracking.insert(tracking.end(), {"PREFIX", prefix});
        Clients::Words subscription{"PSUBSCRIBE"};
        subscription.insert(subscription.end(), patterns.begin(), patterns.end());
        // Answered in RESP3, which hiredis of Debian 12 does not read.
        m_clients.send(0, {"HELLO", "3"});
        m_clients.send(0, tracking);
        if (!patterns.empty())
            m_clients.send(0, subscription);
        m_clients.flush();
        m_thread = std::thread([socket = m_clients.socket(0)] {
            std::array<char, 65536> heard;
            while (::recv(socket, heard.data(), heard.size(), 0) > 0) {}
        });
    }
    ~BareListener()
    {
        ::shutdown(m_clients.socket(0), SHUT_RDWR);
        m_thread.join();
    }
    BareListener(const BareListener &) = delete;
    BareListener &operator=(const BareListener &) = delete;

private:
    Clients m_clients;
    std::thread m_thread;
};

// Waits for points in time that nothing brings nearer.
class Pace
{
public:
    void until(Instant at)
    {
        std::unique_lock lock(m_mutex);
        m_never.wait_until(lock, at, [] { return false; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_never;
};

inline std::vector<QByteArray> acquisition(const QByteArray &name, const QByteArray &owner)
{
    return {"EVAL", "redis.call('hincrby',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],ARGV[2])",
            "1",    name,
            owner,  "30000"};
}

inline std::vector<QByteArray> releasing(const QByteArray &name)
{
    return {"EVAL",
            "redis.call('del',KEYS[1]) "
            "redis.call('publish','redisson_lock__channel:{'..KEYS[1]..'}','0')",
            "1", name};
}

// As the watchdog of a process does it: many locks in one script.
inline std::vector<QByteArray> renewal(const std::vector<QByteArray> &names)
{
    std::vector<QByteArray> command{"EVAL",
                                    "for i=1,#KEYS do redis.call('pexpire',KEYS[i],30000) end",
                                    QByteArray::number(names.size())};
    command.insert(command.end(), names.begin(), names.end());
    return command;
}

} // namespace lockscope::test
