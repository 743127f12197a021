// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/verdict.h"
#include "tests/core/watch/server/harness.h"
#include "ui/wording/sightof.h"

#include <QTcpSocket>

namespace lockscope::test {

inline const QByteArray cat = "cccccccc-9b7d-4c11-8a22-0123456789ab:9";

// The lock as an operator sees it: read by the watch, as in both programs.
inline admin::Sight see(const RedisProcess &server, const QByteArray &name)
{
    watch::WatchOptions options;
    options.names = {LockName(name)};
    options.prefixes = {name}; // where locks live: strings that lapse are some
    options.events = false;
    Watching watching(options);
    watching.add(server.target());
    if (!watching.settled() || !watching.has(name))
        return {};
    return wording::sightOf(watching.locks.at(name), std::chrono::steady_clock::now());
}

// A plain string lock, held by that token.
inline admin::Sight stringSight(const QByteArray &name, const QByteArray &token)
{
    admin::Sight sight;
    sight.name = LockName(name);
    sight.kind = "string";
    sight.library = "generic";
    sight.holds.push_back(
        {OwnerId(token), format::Mode::Exclusive, 1, false, Millis(60'000), false});
    sight.timeToLive = Millis(60'000);
    return sight;
}

// Runs a plan's script as it is, without an Administrator.
inline admin::Outcome carryOut(const RedisProcess &server, const admin::Plan &plan)
{
    redis::Arguments command{"EVAL", plan.script.source,
                             QByteArray::number(qlonglong(plan.keys.size()))};
    command.insert(command.end(), plan.keys.begin(), plan.keys.end());
    command.insert(command.end(), plan.arguments.begin(), plan.arguments.end());
    return admin::verdict(plan, server.command(command));
}

// All keys, sorted.
inline std::vector<QByteArray> keysOf(const RedisProcess &server)
{
    std::vector<QByteArray> names;
    for (const Reply &key : server.command({"KEYS", "*"}).elements)
        names.push_back(key.bytes);
    std::sort(names.begin(), names.end());
    return names;
}

// A blocking connection, for commands that only a test may send.
class RawConnection
{
public:
    explicit RawConnection(const RedisProcess &server)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), server.port());
    }

    [[nodiscard]] bool send(const QByteArray &line)
    {
        if (!m_socket.waitForConnected())
            return false;
        m_socket.write(line + "\r\n");
        return m_socket.flush();
    }

    // Reads until the text has come; everything up to now.
    [[nodiscard]] bool receives(const QByteArray &text)
    {
        return eventually([&] {
            received += m_socket.readAll();
            return received.contains(text);
        });
    }

    QByteArray received;

private:
    QTcpSocket m_socket;
};

// Listens to one channel, like any client that waits.
class Waiter
{
public:
    Waiter(const RedisProcess &server, const QByteArray &channel)
        : m_connection(server)
        , m_channel(channel)
    {
        subscribed = m_connection.send("SUBSCRIBE \"" + channel + "\"")
            && m_connection.receives("subscribe\r\n") && m_connection.receives(":1\r\n");
    }

    [[nodiscard]] bool isWokenWith(const QByteArray &payload)
    {
        const QByteArray size = QByteArray::number(payload.size());
        return m_connection.receives("message\r\n$" + QByteArray::number(m_channel.size()) + "\r\n"
                                     + m_channel + "\r\n$" + size + "\r\n" + payload + "\r\n");
    }
    // Only after something that comes later has been seen.
    bool heardNothing()
    {
        return m_connection.send("PING") && m_connection.receives("pong")
            && !m_connection.received.contains("message\r\n");
    }

    bool subscribed = false;

private:
    RawConnection m_connection;
    QByteArray m_channel;
};

// Records changes that scripts make on a server, as MONITOR reports them.
class Monitor
{
public:
    explicit Monitor(const RedisProcess &server)
        : m_server(server)
        , m_connection(server)
    {
        isListening = m_connection.send("MONITOR") && m_connection.receives("+OK\r\n");
    }

    // Everything that scripts did since the start but reading.
    std::vector<redis::Arguments> changes()
    {
        m_server.command({"ECHO", "the end of it"});
        if (!m_connection.receives("\"the end of it\""))
            return {};
        std::vector<redis::Arguments> commands;
        for (const QByteArray &line : m_connection.received.split('\n')) {
            const qsizetype at = line.indexOf(" lua] ");
            if (at < 0)
                continue;
            redis::Arguments command = words(line.mid(at + 6).trimmed());
            if (!reads(command.front()))
                commands.push_back(std::move(command));
        }
        return commands;
    }

    bool isListening = false;

private:
    static bool reads(const QByteArray &verb)
    {
        static const QByteArrayList reading{
            "HEXISTS", "SISMEMBER", "LPOS",   "TYPE",  "HLEN",   "HGET",     "HGETALL", "GETRANGE",
            "PUBSUB",  "LRANGE",    "ZRANGE", "TIME",  "ZSCORE", "PTTL",     "GET",     "EXISTS",
            "LLEN",    "ZCARD",     "STRLEN", "HKEYS", "SCARD",  "SMEMBERS", "INFO"};
        return reading.contains(verb);
    }

    // Undoes the quoting of MONITOR.
    static redis::Arguments words(const QByteArray &text)
    {
        redis::Arguments list;
        qsizetype i = 0;
        while (i < text.size()) {
            QByteArray word;
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                if (text[i] != '\\') {
                    word += text[i];
                } else if (text[++i] == 'x') {
                    word += QByteArray::fromHex(text.mid(i + 1, 2));
                    i += 2;
                } else {
                    static const std::map<char, char> escapes{
                        {'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'a', '\a'}, {'b', '\b'}};
                    const auto found = escapes.find(text[i]);
                    word += found == escapes.end() ? text[i] : found->second;
                }
            }
            list.push_back(word);
            i += 2; // the closing quote and the space
        }
        return list;
    }

    const RedisProcess &m_server;
    RawConnection m_connection;
};

} // namespace lockscope::test
