// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/bytestream.h"
#include "core/redis/rawsocket.h"

#include <QTcpSocket>

namespace lockscope::redis {

// A ByteStream over TCP, and the common part of TCP and TLS. Owns its socket. Names are resolved by
// Qt on a thread of its own. Once connected, Qt's socket is released if neither TLS nor a proxy
// needs it.
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
    void onConnected();
    bool isDirect() const;
    void onReadyRead();
    void onError(QAbstractSocket::SocketError error);

    HostPort m_where;
    std::unique_ptr<QTcpSocket> m_socket;
    std::unique_ptr<RawSocket> m_raw; // carries the bytes if it is there, else m_socket
    bool m_connected = false;
    bool m_finished = false;
};

} // namespace lockscope::redis
