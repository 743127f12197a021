// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/stream/tcpstream.h"

#include "core/base/text.h"
#include "core/redis/stream/addressrace.h"
#include "core/redis/target/sshtunnel.h"

#include <QHostInfo>
#include <QNetworkProxy>
#include <QSslSocket>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

TcpStream::Lookup &otherLookup()
{
    static TcpStream::Lookup lookup;
    return lookup;
}

} // namespace

void TcpStream::setLookup(Lookup lookup)
{
    otherLookup() = std::move(lookup);
}

TcpStream::TcpStream(HostPort where, Relay relay, QObject *parent)
    : TcpStream(std::move(where), std::move(relay), std::make_unique<QTcpSocket>(), parent)
{
    connect(m_socket.get(), &QTcpSocket::connected, this, &TcpStream::opened);
}

TcpStream::TcpStream(HostPort where, Relay relay, std::unique_ptr<QTcpSocket> socket,
                     QObject *parent)
    : ByteStream(parent)
    , m_where(std::move(where))
    , m_relay(std::move(relay))
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
    if (m_lookup >= 0)
        QHostInfo::abortHostLookup(m_lookup);
}

void TcpStream::open()
{
    switch (m_relay.kind) {
    case Relay::Kind::None:
        if (!isProxied()) {
            resolve();
            return;
        }
        break;
    case Relay::Kind::Ssh: {
        m_tunnel = std::make_unique<SshTunnel>(m_relay);
        const auto descriptor = m_tunnel->start(m_where);
        if (descriptor)
            takeSocket(*descriptor);
        else
            end(descriptor.error());
        return;
    }
    case Relay::Kind::Socks5:
    case Relay::Kind::Http:
        m_socket->setProxy({m_relay.kind == Relay::Kind::Http ? QNetworkProxy::HttpProxy
                                                              : QNetworkProxy::Socks5Proxy,
                            m_relay.host, m_relay.port, m_relay.user, fromUtf8(m_relay.password)});
        break;
    }
    connectSocket();
}

// Qt's socket resolves names as well, but keeps to one address for 30 s.
void TcpStream::resolve()
{
    if (otherLookup()) {
        race(otherLookup()(m_where.host));
    } else if (!QHostAddress(m_where.host).isNull()) {
        connectSocket();
    } else {
        m_lookup = QHostInfo::lookupHost(m_where.host, this, [this](const QHostInfo &found) {
            m_lookup = -1;
            race(found.addresses());
        });
    }
}

void TcpStream::race(const QList<QHostAddress> &addresses)
{
    if (m_finished)
        return;
    if (addresses.size() < 2) {
        connectSocket(); // says too why a name cannot be resolved
        return;
    }
    m_race = std::make_unique<AddressRace>(addresses, m_where.port);
    connect(m_race.get(), &AddressRace::won, this, &TcpStream::takeSocket);
    // The socket's own attempt says why.
    connect(m_race.get(), &AddressRace::lost, this, [this] { connectSocket(); });
    m_race->start();
}

void TcpStream::connectSocket()
{
    m_socket->connectToHost(m_where.host, m_where.port);
}

void TcpStream::takeSocket(qintptr descriptor)
{
    m_socket->setSocketDescriptor(descriptor);
    onConnected();
    Q_EMIT opened();
}

void TcpStream::write(const QByteArray &bytes)
{
    if (m_asked) // it has ended; nobody knows yet why
        return;
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

// Without a relay: by the system's settings.
bool TcpStream::isProxied() const
{
    const QNetworkProxyQuery query(m_where.host, m_where.port);
    return QNetworkProxyFactory::proxyForQuery(query).value(0).type() != QNetworkProxy::NoProxy;
}

// Without a Qt socket in front: nothing has to be said first, neither TLS nor to a proxy.
bool TcpStream::isDirect() const
{
    if (m_relay.kind == Relay::Kind::Socks5 || m_relay.kind == Relay::Kind::Http)
        return false;
    const bool isPlain = qobject_cast<QSslSocket *>(m_socket.get()) == nullptr;
    return isPlain && (m_relay.kind == Relay::Kind::Ssh || !isProxied());
}

void TcpStream::close()
{
    m_finished = true;
    if (m_race)
        m_race->stop(); // it goes with this object: its signal may be on the stack
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

void TcpStream::finish(const Error &error)
{
    if (m_finished || m_asked)
        return;
    if (m_tunnel && error.kind != ErrorKind::Tls)
        askTunnel(error);
    else
        end(error);
}

// The end of ssh looks like the server's; its last words say which it is.
void TcpStream::askTunnel(const Error &error)
{
    constexpr Millis patience{1000};
    m_asked = true;
    if (m_raw)
        m_raw->close();
    m_socket->abort();
    m_tunnel->whenEnded(patience, [this, error](const QString &said, bool isFinal) {
        if (said.isEmpty())
            end(error);
        else
            end({isFinal ? ErrorKind::Permission : ErrorKind::Unreachable,
                 "SSH"_ba,
                 Sentence::say("ssh to %1 says: %2").arg(m_relay.text(), said),
                 {}});
    });
}

void TcpStream::end(Error error)
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
    case QAbstractSocket::ProxyAuthenticationRequiredError:
        return {
            ErrorKind::Permission,
            "PROXY"_ba,
            Sentence::say("the proxy %1 requires another user and password").arg(m_relay.text()),
            {}};
    case QAbstractSocket::ProxyConnectionRefusedError:
    case QAbstractSocket::ProxyConnectionClosedError:
    case QAbstractSocket::ProxyConnectionTimeoutError:
    case QAbstractSocket::ProxyNotFoundError:
    case QAbstractSocket::ProxyProtocolError:
        return {ErrorKind::Unreachable,
                "PROXY"_ba,
                Sentence::say("the proxy %1 cannot be used: %2")
                    .arg(m_relay.text(), visibleElided(m_socket->errorString().toUtf8(), 200)),
                {}};
    default:
        break;
    }
    const QString text = visibleElided(m_socket->errorString().toUtf8(), 200);
    // "Network error" is all that Qt says of a lost route and of a reset alike.
    return {m_connected ? ErrorKind::ConnectionLost : ErrorKind::Unreachable, {}, text, {}};
}

} // namespace lockscope::redis
