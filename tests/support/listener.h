// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisprocess.h"

struct redisContext;

namespace lockscope::test {

// A client that listens to one channel, as a waiter of Redisson does, until it goes. The server has
// answered when it is made. `command`: SUBSCRIBE or its like.
class Listener
{
public:
    Listener(const RedisProcess &server, const char *command, const QByteArray &channel);
    ~Listener();
    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;

private:
    redisContext *m_context;
};

} // namespace lockscope::test
