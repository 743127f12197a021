// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSet>

namespace lockscope::test {

// The commands that a watch may send. None of them writes, and none is expensive for the server.
inline bool isHarmless(const QByteArray &command)
{
    static const QSet<QByteArray> harmless{
        "AUTH",   "SELECT", "CLIENT", "PING",        "SUBSCRIBE", "PSUBSCRIBE", "TIME", "SCAN",
        "TYPE",   "HLEN",   "HSCAN",  "HGETALL",     "STRLEN",    "GETRANGE",   "GET",  "LLEN",
        "LRANGE", "ZCARD",  "ZRANGE", "PEXPIRETIME", "PTTL",      "PUBSUB",     "INFO", "DBSIZE",
        "EXISTS", "SCARD",  "SSCAN",  "HRANDFIELD",  "MEMORY",
    };
    return harmless.contains(command.toUpper());
}

} // namespace lockscope::test
