// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/relayproxy.h"

#include <QTcpSocket>

namespace lockscope::test {

namespace {

enum class Phase { Begin, SocksLogin, SocksRequest, Connecting, Open };

constexpr auto phaseOf = "phase";

Phase phase(const QTcpSocket *client)
{
    return static_cast<Phase>(client->property(phaseOf).toInt());
}

void setPhase(QTcpSocket *client, Phase phase)
{
    client->setProperty(phaseOf, static_cast<int>(phase));
}

quint16 portFrom(const QByteArray &bytes)
{
    return static_cast<quint16>(static_cast<quint8>(bytes[0]) * 256
                                + static_cast<quint8>(bytes[1]));
}

} // namespace

RelayProxy::RelayProxy(QObject *parent)
    : QObject(parent)
{
    connect(&m_server, &QTcpServer::newConnection, this, &RelayProxy::onConnection);
    m_server.listen(QHostAddress::LocalHost);
}

void RelayProxy::require(const QByteArray &user, const QByteArray &password)
{
    m_user = user;
    m_password = password;
}

void RelayProxy::cut()
{
    for (QTcpSocket *socket : m_server.findChildren<QTcpSocket *>())
        socket->abort();
}

void RelayProxy::onConnection()
{
    QTcpSocket *const client = m_server.nextPendingConnection();
    setPhase(client, Phase::Begin);
    connect(client, &QTcpSocket::readyRead, this, [this, client] { read(client); });
    connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
}

// SOCKS5 begins with its version, HTTP with a letter.
void RelayProxy::read(QTcpSocket *client)
{
    if (phase(client) == Phase::Begin && client->peek(1) != QByteArray("\5"))
        readHttp(client);
    else if (phase(client) < Phase::Connecting)
        readSocks(client);
}

// RFC 1928 and 1929; a request is small, and arrives whole on loopback.
void RelayProxy::readSocks(QTcpSocket *client)
{
    const QByteArray bytes = client->readAll();
    switch (phase(client)) {
    case Phase::Begin:
        if (m_user.isEmpty()) {
            client->write(QByteArray("\5\0", 2));
            setPhase(client, Phase::SocksRequest);
        } else if (bytes.sliced(2).contains('\2')) {
            client->write("\5\2");
            setPhase(client, Phase::SocksLogin);
        } else {
            client->write("\5\xff");
            client->disconnectFromHost();
        }
        return;
    case Phase::SocksLogin: {
        const qsizetype user = bytes[1];
        const bool isRight =
            bytes.sliced(2, user) == m_user && bytes.sliced(3 + user) == m_password;
        client->write(isRight ? QByteArray("\1\0", 2) : QByteArray("\1\1", 2));
        setPhase(client, Phase::SocksRequest);
        if (!isRight)
            client->disconnectFromHost();
        return;
    }
    default:
        break;
    }
    const bool isName = bytes[3] == 3;
    const qsizetype begin = isName ? 5 : 4;
    const qsizetype size = isName ? bytes[4] : 4;
    QByteArray host = bytes.sliced(begin, size);
    if (!isName)
        host = QByteArray::number(static_cast<quint8>(host[0])) + '.'
            + QByteArray::number(static_cast<quint8>(host[1])) + '.'
            + QByteArray::number(static_cast<quint8>(host[2])) + '.'
            + QByteArray::number(static_cast<quint8>(host[3]));
    const QByteArray rest("\0\1\0\0\0\0\0\0", 8);
    connectTo(client, host, portFrom(bytes.sliced(begin + size)), QByteArray("\5\0", 2) + rest,
              QByteArray("\5\5", 2) + rest);
}

void RelayProxy::readHttp(QTcpSocket *client)
{
    const QByteArray bytes = client->peek(4096);
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    if (end < 0)
        return;
    client->skip(end + 4);
    const QByteArray given = "Basic " + QByteArray(m_user + ':' + m_password).toBase64();
    if (!m_user.isEmpty() && !bytes.contains(given)) {
        client->write("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic "
                      "realm=\"test\"\r\nContent-Length: 0\r\n\r\n");
        return;
    }
    const QByteArray place = bytes.split(' ').value(1);
    const qsizetype colon = place.lastIndexOf(':');
    connectTo(client, place.first(colon), static_cast<quint16>(place.sliced(colon + 1).toUInt()),
              "HTTP/1.1 200 Connection established\r\n\r\n",
              "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
}

void RelayProxy::connectTo(QTcpSocket *client, const QByteArray &host, quint16 port,
                           const QByteArray &granted, const QByteArray &refused)
{
    m_asked += host + ':' + QByteArray::number(port);
    setPhase(client, Phase::Connecting);
    auto *server = new QTcpSocket(client);
    connect(server, &QTcpSocket::connected, client, [client, server, granted] {
        client->write(granted);
        setPhase(client, Phase::Open);
        const auto pass = [client, server] { server->write(client->readAll()); };
        connect(client, &QTcpSocket::readyRead, server, pass);
        pass();
    });
    connect(server, &QTcpSocket::readyRead, client,
            [client, server] { client->write(server->readAll()); });
    connect(server, &QTcpSocket::errorOccurred, client, [client, refused] {
        if (phase(client) == Phase::Connecting)
            client->write(refused);
        client->disconnectFromHost();
    });
    server->connectToHost(QHostAddress(QHostAddress::LocalHost), port);
}

} // namespace lockscope::test
