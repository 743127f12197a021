// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/stream/bytestream.h"
#include "core/redis/stream/rawsocket.h"

#include <QHostAddress>
#include <QTcpSocket>

#include <functional>

namespace lockscope::redis {

class AddressRace;
class SshTunnel;

// A ByteStream over TCP, and the common part of TCP and TLS. Owns its socket, and the ssh that a
// relay asks for. Names are resolved by Qt on a thread of its own, or by the relay; of several
// addresses the first that answers is taken. Once connected, Qt's socket is released if neither TLS
// nor a proxy needs it.
class TcpStream : public ByteStream
{
    Q_OBJECT

public:
    explicit TcpStream(HostPort where, Relay relay = {}, QObject *parent = nullptr);
    ~TcpStream() override;

    void open() override;
    void write(const QByteArray &bytes) override;
    void close() override;

    // The addresses of a name, in place of the system's answer. For tests, which have no names of
    // their own; on the stream's thread.
    using Lookup = std::function<QList<QHostAddress>(const QString &host)>;
    static void setLookup(Lookup lookup);

protected:
    TcpStream(HostPort where, Relay relay, std::unique_ptr<QTcpSocket> socket, QObject *parent);

    virtual void connectSocket(); // to where()
    virtual void takeSocket(qintptr descriptor); // which leads there

    const HostPort &where() const { return m_where; }
    void finish(const Error &error);
    virtual Error errorFor(QAbstractSocket::SocketError error) const;

private:
    void resolve();
    void race(const QList<QHostAddress> &addresses);
    void onConnected();
    bool isProxied() const;
    bool isDirect() const;
    void askTunnel(const Error &error);
    void end(Error error);
    void onReadyRead();
    void onError(QAbstractSocket::SocketError error);

    HostPort m_where;
    Relay m_relay;
    std::unique_ptr<SshTunnel> m_tunnel;
    int m_lookup = -1; // of the name, while it goes on
    std::unique_ptr<AddressRace> m_race;
    std::unique_ptr<QTcpSocket> m_socket;
    std::unique_ptr<RawSocket> m_raw; // carries the bytes if it is there, else m_socket
    bool m_connected = false;
    bool m_asked = false; // the tunnel, why the connection ended
    bool m_finished = false;
};

} // namespace lockscope::redis
