// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/target/credentials.h"

#include <QList>
#include <QSslServer>
#include <QTcpServer>
#include <QTcpSocket>

#include <map>

namespace lockscope::test {

// An HTTP server on a free port of 127.0.0.1 that keeps what is posted and answers as it is told.
class HookServer
{
public:
    struct Request {
        QByteArray head; // request line and headers
        QByteArray body;
    };

    explicit HookServer(const QSslConfiguration *tls = nullptr)
    {
        if (tls) {
            auto server = std::make_unique<QSslServer>();
            server->setSslConfiguration(*tls);
            m_server = std::move(server);
        } else {
            m_server = std::make_unique<QTcpServer>();
        }
        QObject::connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, m_server.get(),
                         [this] { accept(); });
        m_server->listen(QHostAddress::LocalHost);
    }
    ~HookServer()
    {
        for (QTcpSocket *socket : m_server->findChildren<QTcpSocket *>())
            socket->disconnect();
    }

    quint16 port() const { return m_server->serverPort(); }
    QByteArray url(const QByteArray &path = "/hook/s3cret-canary",
                   const char *scheme = "http") const
    {
        return scheme + QByteArray("://127.0.0.1:") + QByteArray::number(port()) + path;
    }
    const QList<Request> &requests() const { return m_requests; }

    // The answers to the next requests, whole; empty: none. The last one stays.
    QList<QByteArray> answers{"HTTP/1.1 204 No Content\r\n\r\n"};

private:
    void accept()
    {
        while (QTcpSocket *socket = m_server->nextPendingConnection()) {
            QObject::connect(socket, &QTcpSocket::readyRead, socket,
                             [this, socket] { read(socket); });
            read(socket);
        }
    }
    void read(QTcpSocket *socket)
    {
        QByteArray &text = m_texts[socket];
        text += socket->readAll();
        const qsizetype end = text.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        const QByteArray head = text.first(end);
        const qsizetype at = head.toLower().indexOf("content-length:");
        const qsizetype length =
            at < 0 ? 0 : head.sliced(at + 15).split('\r').front().trimmed().toLongLong();
        if (text.size() < end + 4 + length)
            return;
        m_requests.append({head, text.sliced(end + 4, length)});
        text = text.sliced(end + 4 + length);
        const QByteArray answer = answers.size() > 1 ? answers.takeFirst() : answers.first();
        if (!answer.isEmpty())
            socket->write(answer);
    }

    std::unique_ptr<QTcpServer> m_server;
    std::map<QTcpSocket *, QByteArray> m_texts;
    QList<Request> m_requests;
};

// A URL that is known already.
class KnownUrl final : public redis::Credentials
{
public:
    explicit KnownUrl(QByteArray url)
        : text(std::move(url))
    {}
    Pending<redis::Password> password() override
    {
        return Pending<redis::Password>::ready(redis::Password{text, {}});
    }
    Next refused(const QByteArray &) override
    {
        ++refusals;
        return Next::Once;
    }
    void retry() override {}
    Sentence refusal() const override { return {}; }
    std::optional<QByteArray> known() const override { return text; }

    QByteArray text;
    int refusals = 0;
};

} // namespace lockscope::test
