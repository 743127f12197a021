// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/connection.h"

#include "core/redis/connectionprivate.h"

namespace lockscope::redis {

Connection::Connection(ConnectionConfig config, QObject *parent)
    : QObject(parent)
    , m_d(std::make_unique<Private>(*this, std::move(config)))
{}

Connection::~Connection()
{
    // Waiters run in here, while this object is whole: their commands are refused.
    m_d->shutDown();
}

void Connection::open()
{
    m_d->open();
}

void Connection::close()
{
    m_d->close();
}

void Connection::giveUp(const Error &why)
{
    m_d->giveUp(why);
}

Connection::State Connection::state() const
{
    return m_d->state;
}

std::optional<Error> Connection::lastError() const
{
    return m_d->lastError;
}

QString Connection::label() const
{
    return m_d->label;
}

const ConnectionConfig &Connection::config() const
{
    return m_d->config;
}

bool Connection::hasEndedPredecessors() const
{
    return !m_d->mayPredecessorsLinger();
}

std::optional<std::chrono::microseconds> Connection::latency() const
{
    return m_d->latency;
}

Instant::duration Connection::silence() const
{
    return std::chrono::steady_clock::now() - m_d->lastReceived;
}

QByteArray Connection::serverMode() const
{
    return m_d->mode;
}

QByteArray Connection::runId() const
{
    return m_d->runId;
}

QByteArray Connection::serverVersion() const
{
    return m_d->version;
}

std::optional<HostPort> Connection::address() const
{
    return m_d->address;
}

const std::shared_ptr<Topology> &Connection::topology() const
{
    return m_d->config.topology;
}

void Connection::setPushHandler(std::function<void(Reply)> handler)
{
    m_d->pushHandler =
        handler ? std::make_shared<const std::function<void(Reply)>>(std::move(handler)) : nullptr;
}

Pending<Reply> Connection::send(const Arguments &command)
{
    return m_d->send(command, Private::When::EndOfTurn);
}

Pending<Reply> Connection::sendAtOnce(const Arguments &command)
{
    return m_d->send(command, Private::When::AtOnce);
}

Pending<Reply> Connection::sendLater(const Arguments &command)
{
    return m_d->send(command, Private::When::Later);
}

Pending<Reply> Connection::sendFenced(const Arguments &command)
{
    return m_d->send(command, Private::When::EndOfTurn, true);
}

} // namespace lockscope::redis
