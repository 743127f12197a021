// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisprocess.h"
#include "tests/support/waiting.h"

#include <QTcpSocket>

namespace lockscope::test {

// A client that calls itself so, for as long as it lives.
class NamedClient
{
public:
    bool open(const RedisProcess &server, const QByteArray &name)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), server.port());
        if (!m_socket.waitForConnected()) // a test has nothing to do meanwhile
            return false;
        m_socket.write("CLIENT SETNAME " + name + "\r\n");
        return eventually([this] { return m_socket.bytesAvailable() >= 5; })
            && m_socket.readAll().startsWith("+OK");
    }

private:
    QTcpSocket m_socket;
};

} // namespace lockscope::test
