// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/stream/localstream.h"

#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace lockscope::redis {

LocalStream::LocalStream(QString path, QObject *parent)
    : ByteStream(parent)
    , m_path(std::move(path))
{
    m_socket.setReadBufferSize(4 * readAtOnce);
    connect(&m_socket, &QLocalSocket::connected, this, &LocalStream::onConnected);
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
    if (m_raw)
        m_raw->write(bytes);
    else
        m_socket.write(bytes);
}

void LocalStream::onConnected()
{
    m_opened = true;
    m_raw = RawSocket::duplicate(m_socket.socketDescriptor(),
                                 {[this](const QByteArray &bytes) { Q_EMIT received(bytes); },
                                  [this](const Error &error) { finish(error); }},
                                 gathering());
    if (m_raw) {
        m_socket.disconnect(this); // else it would take this for the end
        m_socket.abort();
    }
    Q_EMIT opened();
}

void LocalStream::close()
{
    m_finished = true;
    if (m_raw)
        m_raw->close();
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
    const Error why = errorFor(error);
    onReadyRead(); // an answer may stand in front of the end
    finish(why);
}

void LocalStream::finish(Error error)
{
    if (m_finished)
        return;
    close();
    error.endpoint = m_path;
    Q_EMIT closed(error);
}

Error LocalStream::errorFor(QLocalSocket::LocalSocketError error) const
{
    switch (error) {
    case QLocalSocket::ServerNotFoundError:
        return {ErrorKind::Unreachable, {}, Sentence::say("there is no such socket"), {}};
    case QLocalSocket::ConnectionRefusedError:
        return {ErrorKind::Refused, {}, Sentence::say("no server listens on the socket"), {}};
    case QLocalSocket::PeerClosedError:
        return {
            ErrorKind::ConnectionLost, {}, Sentence::say("the server closed the connection"), {}};
    case QLocalSocket::SocketAccessError:
        return {ErrorKind::Permission, {}, Sentence::say("no permission to use the socket"), {}};
    default:
        return {m_opened ? ErrorKind::ConnectionLost : ErrorKind::Unreachable,
                {},
                visibleElided(m_socket.errorString().toUtf8(), 200),
                {}};
    }
}

} // namespace lockscope::redis
