// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/listener.h"

#include <fcntl.h>
#include <hiredis/hiredis.h>

namespace lockscope::test {

Listener::Listener(const RedisProcess &server, const char *command, const QByteArray &channel)
    : m_context(redisConnect("127.0.0.1", server.port()))
{
    // A server that is started later would else keep the connection open.
    ::fcntl(m_context->fd, F_SETFD, FD_CLOEXEC);
    freeReplyObject(redisCommand(m_context, "%s %b", command, channel.constData(),
                                 static_cast<std::size_t>(channel.size())));
}

Listener::~Listener()
{
    redisFree(m_context);
}

} // namespace lockscope::test
