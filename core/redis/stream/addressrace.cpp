// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/stream/addressrace.h"

#include "core/platform/descriptor.h"

#include <QNetworkProxy>

namespace lockscope::redis {

namespace {

// One of each family in turn, beginning with the family of the first.
QList<QHostAddress> inTurns(const QList<QHostAddress> &addresses)
{
    QList<QHostAddress> same;
    QList<QHostAddress> other;
    for (const QHostAddress &address : addresses)
        (address.protocol() == addresses.front().protocol() ? same : other) += address;
    QList<QHostAddress> turns;
    for (qsizetype i = 0; i < qMax(same.size(), other.size()); ++i) {
        if (i < same.size())
            turns += same[i];
        if (i < other.size())
            turns += other[i];
    }
    return turns;
}

} // namespace

AddressRace::AddressRace(const QList<QHostAddress> &addresses, quint16 port, Millis pause,
                         QObject *parent)
    : QObject(parent)
    , m_left(inTurns(addresses))
    , m_port(port)
{
    m_next.setInterval(pause);
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &AddressRace::tryNext);
}

void AddressRace::start()
{
    tryNext();
}

void AddressRace::stop()
{
    m_isOver = true;
    m_next.stop();
    for (const auto &attempt : m_attempts) {
        attempt->disconnect(this);
        attempt->abort();
    }
}

void AddressRace::tryNext()
{
    if (m_isOver)
        return;
    if (m_left.isEmpty()) {
        if (m_running == 0) {
            m_isOver = true;
            Q_EMIT lost();
        }
        return;
    }
    auto *attempt = m_attempts.emplace_back(std::make_unique<QTcpSocket>()).get();
    attempt->setProxy(QNetworkProxy::NoProxy);
    connect(attempt, &QTcpSocket::connected, this, [this, attempt] { onConnected(attempt); });
    connect(attempt, &QTcpSocket::errorOccurred, this, [this, attempt] { onFailed(attempt); });
    ++m_running;
    m_next.start();
    attempt->connectToHost(m_left.takeFirst(), m_port);
}

// The connection lives on in a second descriptor: Qt does not give its own away.
void AddressRace::onConnected(QTcpSocket *attempt)
{
    if (m_isOver)
        return;
    auto descriptor = platform::Descriptor::copyOf(attempt->socketDescriptor());
    if (!descriptor.isOpen()) {
        onFailed(attempt);
        return;
    }
    stop();
    Q_EMIT won(descriptor.release());
}

void AddressRace::onFailed(QTcpSocket *attempt)
{
    attempt->disconnect(this);
    --m_running;
    m_next.stop();
    tryNext();
}

} // namespace lockscope::redis
