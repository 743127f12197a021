// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QTcpServer>

class QTcpSocket;

namespace lockscope::test {

// A SOCKS5 and HTTP CONNECT proxy on loopback that takes every name for 127.0.0.1, and writes down
// what it was asked for. Lives on the thread of the test; runs in its event loop.
class RelayProxy : public QObject
{
    Q_OBJECT

public:
    explicit RelayProxy(QObject *parent = nullptr);

    quint16 port() const { return m_server.serverPort(); }
    // From now on only with these.
    void require(const QByteArray &user, const QByteArray &password);
    const QList<QByteArray> &asked() const { return m_asked; } // "host:port", in order
    void cut(); // all connections

private:
    void onConnection();
    void read(QTcpSocket *client);
    void readSocks(QTcpSocket *client);
    void readHttp(QTcpSocket *client);
    void connectTo(QTcpSocket *client, const QByteArray &host, quint16 port,
                   const QByteArray &granted, const QByteArray &refused);

    QTcpServer m_server;
    QByteArray m_user;
    QByteArray m_password;
    QList<QByteArray> m_asked;
};

} // namespace lockscope::test
