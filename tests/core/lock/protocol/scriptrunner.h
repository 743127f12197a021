// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/scripts.h"
#include "core/redis/notnow.h"
#include "tests/support/redisprocess.h"

namespace lockscope::test {

// Runs the scripts of core/lock by themselves on a real server. Main thread; the server must
// outlive it.
class ScriptRunner
{
public:
    explicit ScriptRunner(const RedisProcess &server)
        : m_server(server)
    {}

    Reply run(const char *name, const std::vector<QByteArray> &keys,
              const std::vector<QByteArray> &arguments) const
    {
        std::vector<QByteArray> command{"EVAL", lock::script(name).source,
                                        QByteArray::number(static_cast<qlonglong>(keys.size()))};
        command.insert(command.end(), keys.begin(), keys.end());
        command.insert(command.end(), arguments.begin(), arguments.end());
        return m_server.command(command);
    }

    // A reply as text: 1, nil, {1 2}, "text", or the error.
    static QByteArray text(const Reply &reply)
    {
        if (reply.isInteger())
            return QByteArray::number(reply.integer);
        if (!reply.isArray())
            return reply.isNil()  ? QByteArray("nil")
                : reply.isError() ? redis::innerError(reply.bytes)
                                  : reply.bytes;
        QByteArrayList parts;
        for (const Reply &element : reply.elements)
            parts.append(text(element));
        return '{' + parts.join(' ') + '}';
    }
    QByteArray ask(const std::vector<QByteArray> &command) const
    {
        return text(m_server.command(command));
    }

    // As short of memory as a server can be: commands that may need more are refused.
    void setMemoryShort(bool isShort) const
    {
        m_server.command({"CONFIG", "SET", "maxmemory", isShort ? "1" : "0"});
    }

private:
    const RedisProcess &m_server;
};

} // namespace lockscope::test
