// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/tcpstream.h"

#include "core/base/text.h"

#include <QNetworkProxy>
#include <QSslSocket>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

TcpStream::TcpStream(HostPort where, QObject *parent)
    : TcpStream(std::move(where), std::make_unique<QTcpSocket>(), parent)
{
    connect(m_socket.get(), &QTcpSocket::connected, this, &TcpStream::opened);
}

TcpStream::TcpStream(HostPort where, std::unique_ptr<QTcpSocket> socket, QObject *parent)
    : ByteStream(parent)
    , m_where(std::move(where))
    , m_socket(std::move(socket))
{
    // The limit of Qt's read-ahead; the rest waits in the kernel and slows the server down.
    m_socket->setReadBufferSize(4 * readAtOnce);
    connect(m_socket.get(), &QTcpSocket::connected, this, &TcpStream::onConnected);
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &TcpStream::onReadyRead);
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, &TcpStream::onError);
}

TcpStream::~TcpStream()
{
    // Dying sockets emit; the slots would find half of this object gone.
    m_socket->disconnect(this);
}

void TcpStream::open()
{
    m_socket->connectToHost(m_where.host, m_where.port);
}

void TcpStream::write(const QByteArray &bytes)
{
    if (m_raw)
        m_raw->write(bytes);
    else
        m_socket->write(bytes);
}

void TcpStream::onConnected()
{
    m_connected = true;
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    if (!isDirect())
        return;
    m_raw = RawSocket::duplicate(m_socket->socketDescriptor(),
                                 {[this](const QByteArray &bytes) { Q_EMIT received(bytes); },
                                  [this](const Error &error) { finish(error); }},
                                 gathering());
    if (m_raw)
        m_socket->abort(); // nothing has been read; the connection lives on in the other descriptor
}

bool TcpStream::isDirect() const
{
    const QNetworkProxyQuery query(m_where.host, m_where.port);
    const bool isPlain = qobject_cast<QSslSocket *>(m_socket.get()) == nullptr;
    return isPlain
        && QNetworkProxyFactory::proxyForQuery(query).value(0).type() == QNetworkProxy::NoProxy;
}

void TcpStream::close()
{
    m_finished = true;
    if (m_raw)
        m_raw->close();
    m_socket->abort();
}

void TcpStream::onReadyRead()
{
    while (!m_finished && m_socket->bytesAvailable() > 0)
        Q_EMIT received(m_socket->read(readAtOnce));
}

void TcpStream::onError(QAbstractSocket::SocketError error)
{
    if (m_finished)
        return;
    const Error why = errorFor(error); // before the slots of received() can change the socket
    onReadyRead(); // an answer may stand in front of the end
    finish(why);
}

void TcpStream::finish(Error error)
{
    if (m_finished)
        return;
    close();
    error.endpoint = u"%1:%2"_s.arg(m_where.host, QString::number(m_where.port));
    Q_EMIT closed(error);
}

Error TcpStream::errorFor(QAbstractSocket::SocketError error) const
{
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return {ErrorKind::Unreachable, {}, Sentence::say("no host has that name"), {}};
    case QAbstractSocket::ConnectionRefusedError:
        return {ErrorKind::Refused, {}, Sentence::say("the connection was refused"), {}};
    case QAbstractSocket::RemoteHostClosedError:
        return {
            ErrorKind::ConnectionLost, {}, Sentence::say("the server closed the connection"), {}};
    case QAbstractSocket::SocketTimeoutError:
        return {ErrorKind::Timeout, {}, Sentence::say("the network timed out"), {}};
    default:
        break;
    }
    const QString text = visibleElided(m_socket->errorString().toUtf8(), 200);
    // "Network error" is all that Qt says of a lost route and of a reset alike.
    return {m_connected ? ErrorKind::ConnectionLost : ErrorKind::Unreachable, {}, text, {}};
}

} // namespace lockscope::redis
