// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/taskscope.h"
#include "core/redis/connection.h"

namespace lockscope::redis {

// A Lua script and its SHA-1. A value.
struct Script {
    QByteArray source;
    QByteArray sha1; // 40 hexadecimal digits

    static Script of(QByteArray source);
};

// Runs scripts by digest: EVALSHA, and once EVAL with the text when the server answers NOSCRIPT,
// which proves that nothing was run. No other answer is followed by a second attempt. One thread;
// the connection must outlive the cache.
class ScriptCache
{
public:
    explicit ScriptCache(Connection &connection);

    // The script's reply; error replies and errors as Connection::send. `prelude`, if any, is sent
    // right before each attempt, and its own reply is not looked at.
    [[nodiscard]] Pending<Reply> run(const Script &script, const std::vector<QByteArray> &keys,
                                     const std::vector<QByteArray> &arguments,
                                     const Arguments &prelude = {});

private:
    Connection &m_connection;
    TaskScope m_scope;
};

} // namespace lockscope::redis
