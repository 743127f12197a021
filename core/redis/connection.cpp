// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/connection.h"

#include "core/redis/connectionprivate.h"

using namespace Qt::StringLiterals;

namespace lockscope::redis {

Connection::Connection(ConnectionConfig config, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(config)))
{}

Connection::~Connection()
{
    // Waiters run in here, while this object is whole: what they send is refused.
    d->shutDown();
}

void Connection::open()
{
    d->open();
}

void Connection::close()
{
    d->close();
}

Connection::State Connection::state() const
{
    return d->state;
}

std::optional<Error> Connection::lastError() const
{
    return d->lastError;
}

QString Connection::label() const
{
    return d->label;
}

const ConnectionConfig &Connection::config() const
{
    return d->config;
}

std::optional<std::chrono::microseconds> Connection::latency() const
{
    return d->latency;
}

void Connection::setPushHandler(std::function<void(Reply)> handler)
{
    d->pushHandler =
        handler ? std::make_shared<const std::function<void(Reply)>>(std::move(handler)) : nullptr;
}

Pending<Reply> Connection::send(Arguments command)
{
    if (d->state != State::Ready) {
        const QString text =
            d->lastError ? u"not connected: %1"_s.arg(d->lastError->text) : u"not connected"_s;
        return Pending<Reply>::ready(fail(ErrorKind::ConnectionLost, text, d->label));
    }
    return d->submit(command);
}

} // namespace lockscope::redis
