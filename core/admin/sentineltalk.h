// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/redis/connection.h"

namespace lockscope::admin {

// A conversation with one Sentinel or server over a connection of its own: questions and commands,
// each waited for with a deadline. I/O thread. The scope must end before it.
class SentinelTalk
{
public:
    SentinelTalk(TaskScope &scope, redis::ConnectionConfig config);
    SentinelTalk(const SentinelTalk &) = delete;
    SentinelTalk &operator=(const SentinelTalk &) = delete;

    QString label() const { return m_connection.label(); }

    // Connects, unless it is connected. The Error says why it cannot be.
    QCoro::Task<Result<void>> open();
    // An error reply is a Reply, as of Connection::send().
    QCoro::Task<Result<Reply>> ask(redis::Arguments command);
    QCoro::Task<Result<std::vector<Reply>>> askAll(std::vector<redis::Arguments> commands);

private:
    TaskScope &m_scope;
    Completion<void> m_tried;
    redis::Connection m_connection; // last: it calls back
};

} // namespace lockscope::admin
