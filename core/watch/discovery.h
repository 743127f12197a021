// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/taskscope.h"
#include "core/redis/connection.h"

#include <functional>
#include <vector>

namespace lockscope::watch {

// Finds keys that may be locks by SCAN in small steps, with pauses that leave the server at least
// four fifths of the time. One thread; the connection must outlive it.
class Discovery
{
public:
    // `maybeLock`: keys under the prefixes, or without any, hashes. Also the auxiliary keys by
    // which locks without a main key are found. Called for keys that may come twice.
    using Sink = std::function<void(const std::vector<QByteArray> &keys)>;
    // How many found keys are still waiting to be looked at: the scan waits for them.
    using Backlog = std::function<std::size_t()>;

    Discovery(redis::Connection &connection, std::vector<QByteArray> prefixes, Sink sink,
              Backlog backlog);

    // One pass over the keyspace. Errors: the connection's, or Permission if SCAN is refused.
    QCoro::Task<Result<void>> run(TaskScope &scope);

private:
    QCoro::Task<Result<void>> scan(TaskScope &scope, redis::Arguments filter);

    redis::Connection &m_connection;
    std::vector<QByteArray> m_prefixes;
    Sink m_sink;
    Backlog m_backlog;
    int m_steps = 0;
    bool m_typeFilter = true; // SCAN ... TYPE, 6.0 and newer
};

// `text` with the characters that mean something in a pattern made literal.
QByteArray globEscaped(const QByteArray &text);

} // namespace lockscope::watch
