// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/localstream.h"

#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

constexpr qint64 readAtOnce = qint64(64) * 1024;

} // namespace

LocalStream::LocalStream(QString path, QObject *parent)
    : ByteStream(parent)
    , m_path(std::move(path))
{
    m_socket.setReadBufferSize(4 * readAtOnce);
    connect(&m_socket, &QLocalSocket::connected, this, [this] {
        m_opened = true;
        Q_EMIT opened();
    });
    connect(&m_socket, &QLocalSocket::readyRead, this, &LocalStream::onReadyRead);
    connect(&m_socket, &QLocalSocket::errorOccurred, this, &LocalStream::onError);
    // A peer that closes in good order is no error to a QLocalSocket.
    connect(&m_socket, &QLocalSocket::disconnected, this,
            [this] { onError(QLocalSocket::PeerClosedError); });
}

LocalStream::~LocalStream()
{
    m_socket.disconnect(this);
}

void LocalStream::open()
{
    m_socket.connectToServer(m_path);
}

void LocalStream::write(const QByteArray &bytes)
{
    const bool isFirst = m_socket.bytesToWrite() == 0;
    const qsizetype sent = isFirst ? writeNow(m_socket.socketDescriptor(), bytes) : 0;
    if (sent < bytes.size())
        m_socket.write(bytes.constData() + sent, bytes.size() - sent);
}

void LocalStream::close()
{
    m_finished = true;
    m_socket.abort();
}

void LocalStream::onReadyRead()
{
    while (!m_finished && m_socket.bytesAvailable() > 0)
        Q_EMIT received(m_socket.read(readAtOnce));
}

void LocalStream::onError(QLocalSocket::LocalSocketError error)
{
    if (m_finished)
        return;
    Error why = errorFor(error);
    why.endpoint = m_path;
    onReadyRead(); // an answer may stand in front of the end
    if (m_finished)
        return;
    close();
    Q_EMIT closed(why);
}

Error LocalStream::errorFor(QLocalSocket::LocalSocketError error) const
{
    switch (error) {
    case QLocalSocket::ServerNotFoundError:
        return {ErrorKind::Unreachable, {}, u"there is no such socket"_s, {}};
    case QLocalSocket::ConnectionRefusedError:
        return {ErrorKind::Refused, {}, u"nothing listens at the socket"_s, {}};
    case QLocalSocket::PeerClosedError:
        return {ErrorKind::ConnectionLost, {}, u"the server closed the connection"_s, {}};
    case QLocalSocket::SocketAccessError:
        return {ErrorKind::Permission, {}, u"no permission to use the socket"_s, {}};
    default:
        return {m_opened ? ErrorKind::ConnectionLost : ErrorKind::Unreachable,
                {},
                visibleElided(m_socket.errorString().toUtf8(), 200),
                {}};
    }
}

} // namespace lockscope::redis
