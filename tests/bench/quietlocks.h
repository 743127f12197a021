// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisprocess.h"

namespace lockscope::test {

// Writes locks in Redisson's format, each of an owner of its own, without any change for an hour.
inline void putQuietLocks(const RedisProcess &server, int locks)
{
    static const QByteArray script = R"(
        for i = 1, tonumber(ARGV[1]) do
            local name = 'orders:checkout:' .. i
            redis.call('HSET', name, '3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:' .. i, 1)
            redis.call('PEXPIRE', name, 3600000)
        end
        return redis.call('DBSIZE'))";
    const Reply reply = server.command({"EVAL", script, "0", QByteArray::number(locks)});
    if (!reply.isInteger() || reply.integer != locks)
        qFatal("the locks cannot be written");
}

} // namespace lockscope::test
