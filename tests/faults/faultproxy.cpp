// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/faultproxy.h"

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <sys/socket.h>

#include <algorithm>
#include <deque>
#include <random>

namespace lockscope::faults {

namespace {

// Closes so that the peer is told of a reset, not of an end.
void reset(QTcpSocket &socket)
{
    const linger atOnce{1, 0};
    if (socket.socketDescriptor() >= 0)
        ::setsockopt(int(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    socket.abort();
}

void finish(QTcpSocket &socket, bool byReset)
{
    if (byReset)
        reset(socket);
    else
        socket.disconnectFromHost();
}

// One direction of one connection.
class Stream : public QObject
{
public:
    Stream(QTcpSocket *from, QTcpSocket *to, const Weather &weather, std::mt19937 &random,
           QObject *parent)
        : QObject(parent)
        , m_from(from)
        , m_to(to)
        , m_weather(weather)
        , m_random(random)
    {
        m_timer.setSingleShot(true);
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &Stream::deliver);
        connect(from, &QTcpSocket::readyRead, this, &Stream::receive);
        connect(to, &QTcpSocket::connected, this, &Stream::deliver);
    }

    void onWeather()
    {
        if (!m_weather.isHeld)
            receive();
        deliver();
    }

private:
    struct Piece {
        Instant due;
        QByteArray bytes;
    };

    bool happens(double chance)
    {
        return chance > 0 && std::uniform_real_distribution(0.0, 1.0)(m_random) < chance;
    }

    void receive()
    {
        if (m_weather.isHeld)
            return; // it backs up into the sender's kernel
        QByteArray bytes = m_from->readAll();
        if (bytes.isEmpty() || m_weather.isSwallowed)
            return;
        if (happens(m_weather.cutChance)) {
            bytes.truncate(bytes.size() / 2);
            m_to->write(bytes);
            m_to->flush();
            finish(*m_to, m_weather.cutsByReset);
            return;
        }
        const Instant now = std::chrono::steady_clock::now();
        Instant due = now + m_weather.delay;
        if (m_weather.jitter.count() > 0)
            due += Millis(
                std::uniform_int_distribution<qint64>(0, m_weather.jitter.count())(m_random));
        if (happens(m_weather.stallChance))
            due += m_weather.stall;
        due = std::max(due, m_last); // nothing overtakes
        const qsizetype size = m_weather.dribble > 0 ? m_weather.dribble : bytes.size();
        for (qsizetype at = 0; at < bytes.size(); at += size) {
            const QByteArray piece = bytes.mid(at, size);
            if (m_weather.bytesPerSecond > 0)
                due += std::chrono::nanoseconds(1'000'000'000 * piece.size()
                                                / m_weather.bytesPerSecond);
            m_pieces.push_back({due, piece});
            if (m_weather.dribble > 0)
                due += Millis(1);
        }
        m_last = due;
        deliver();
    }

    void deliver()
    {
        if (m_to->state() != QAbstractSocket::ConnectedState)
            return;
        const Instant now = std::chrono::steady_clock::now();
        bool written = false;
        while (!m_pieces.empty() && m_pieces.front().due <= now) {
            m_to->write(m_pieces.front().bytes);
            m_pieces.pop_front();
            written = true;
        }
        if (written)
            m_to->flush();
        if (!m_pieces.empty())
            m_timer.start(std::chrono::ceil<Millis>(m_pieces.front().due - now));
    }

    QTcpSocket *m_from;
    QTcpSocket *m_to;
    const Weather &m_weather;
    std::mt19937 &m_random;
    std::deque<Piece> m_pieces;
    Instant m_last{};
    QTimer m_timer;
};

struct Link : QObject {
    QTcpSocket *client = nullptr;
    QTcpSocket *server = nullptr;
    Stream *up = nullptr;
    Stream *down = nullptr;
};

} // namespace

class FaultProxy::Relay : public QObject
{
public:
    Relay(quint16 serverPort, quint32 seed)
        : m_serverPort(serverPort)
        , m_random(seed)
    {
        connect(&m_server, &QTcpServer::newConnection, this, &Relay::onConnection);
        m_server.setParent(this);
        m_server.listen(QHostAddress::LocalHost);
    }

    quint16 port() const { return m_server.serverPort(); }
    int accepted() const { return m_accepted; }
    void setRefusing(bool refusing) { m_refusing = refusing; }

    void setWeather(const Weather &toServer, const Weather &toClient)
    {
        m_toServer = toServer;
        m_toClient = toClient;
        forEach([](Link &link) {
            link.up->onWeather();
            link.down->onWeather();
        });
    }
    void cut(bool byReset)
    {
        forEach([byReset](Link &link) {
            finish(*link.client, byReset);
            finish(*link.server, byReset);
        });
    }
    void halfClose()
    {
        forEach([](Link &link) { ::shutdown(int(link.client->socketDescriptor()), SHUT_WR); });
    }

private:
    void forEach(const std::function<void(Link &)> &function)
    {
        const auto links = m_links;
        for (const QPointer<Link> &link : links) {
            if (link)
                function(*link);
        }
    }

    void onConnection()
    {
        while (QTcpSocket *const client = m_server.nextPendingConnection()) {
            ++m_accepted;
            if (m_refusing) {
                reset(*client);
                client->deleteLater();
                continue;
            }
            auto *const link = new Link;
            link->setParent(this);
            client->setParent(link);
            link->client = client;
            link->server = new QTcpSocket(link);
            link->up = new Stream(client, link->server, m_toServer, m_random, link);
            link->down = new Stream(link->server, client, m_toClient, m_random, link);
            constexpr qint64 readAhead = 64 * 1024; // so that what is held backs up
            for (QTcpSocket *const socket : {client, link->server}) {
                socket->setReadBufferSize(readAhead);
                connect(socket, &QTcpSocket::disconnected, link, [this, link] { drop(link); });
                connect(socket, &QTcpSocket::errorOccurred, link, [this, link] { drop(link); });
            }
            client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
            link->server->setSocketOption(QAbstractSocket::LowDelayOption, 1);
            link->server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_serverPort);
            m_links.emplace_back(link);
        }
    }

    // One side is gone: so is the other, unless what it would be told of vanishes as well.
    void drop(Link *link)
    {
        std::erase_if(m_links, [&](const auto &one) { return !one || one == link; });
        link->client->disconnect(link);
        link->server->disconnect(link);
        link->client->abort();
        link->server->abort();
        link->deleteLater();
    }

    QTcpServer m_server;
    const quint16 m_serverPort;
    std::mt19937 m_random;
    Weather m_toServer;
    Weather m_toClient;
    std::vector<QPointer<Link>> m_links;
    int m_accepted = 0;
    bool m_refusing = false;
};

template <typename Function>
auto FaultProxy::onThread(Function function) const
{
    std::invoke_result_t<Function> result{};
    QMetaObject::invokeMethod(
        m_relay, [&] { result = function(); }, Qt::BlockingQueuedConnection);
    return result;
}

FaultProxy::FaultProxy(quint16 serverPort, quint32 seed)
    : m_relay(new Relay(serverPort, seed))
    , m_port(m_relay->port())
{
    m_relay->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_relay, &QObject::deleteLater);
    m_thread.start();
}

FaultProxy::~FaultProxy()
{
    m_thread.quit();
    m_thread.wait();
}

void FaultProxy::setWeather(const Weather &toServer, const Weather &toClient)
{
    onThread([&] { return m_relay->setWeather(toServer, toClient), true; });
}

void FaultProxy::setRefusing(bool refusing)
{
    onThread([&] { return m_relay->setRefusing(refusing), true; });
}

void FaultProxy::cut(bool byReset)
{
    onThread([&] { return m_relay->cut(byReset), true; });
}

void FaultProxy::halfClose()
{
    onThread([&] { return m_relay->halfClose(), true; });
}

int FaultProxy::accepted() const
{
    return onThread([&] { return m_relay->accepted(); });
}

} // namespace lockscope::faults
