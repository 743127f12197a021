// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/bytestream.h"

#include <QTcpSocket>

namespace lockscope::redis {

// A ByteStream over TCP, and what TCP and TLS have in common. Owns its socket. Names are resolved
// by Qt on a thread of its own.
class TcpStream : public ByteStream
{
    Q_OBJECT

public:
    explicit TcpStream(HostPort where, QObject *parent = nullptr);
    ~TcpStream() override;

    void open() override;
    void write(const QByteArray &bytes) override;
    void close() override;

protected:
    TcpStream(HostPort where, std::unique_ptr<QTcpSocket> socket, QObject *parent);

    const HostPort &where() const { return m_where; }
    void finish(Error error);
    virtual Error errorFor(QAbstractSocket::SocketError error) const;

private:
    bool isDirect() const;
    void onReadyRead();
    void onError(QAbstractSocket::SocketError error);

    HostPort m_where;
    std::unique_ptr<QTcpSocket> m_socket;
    bool m_connected = false;
    bool m_isDirect = false; // neither TLS nor a proxy: what is written is what is sent
    bool m_finished = false;
};

} // namespace lockscope::redis
