// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/replyreader.h"
#include "core/redis/target/target.h"

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace lockscope::test {

using Command = std::vector<QByteArray>;

// A reply as bytes.
inline QByteArray bulk(const QByteArray &text)
{
    return "$" + QByteArray::number(text.size()) + "\r\n" + text + "\r\n";
}
inline QByteArray list(const std::vector<QByteArray> &replies)
{
    QByteArray bytes = "*" + QByteArray::number(replies.size()) + "\r\n";
    for (const QByteArray &reply : replies)
        bytes += reply;
    return bytes;
}
inline QByteArray bulks(const std::vector<QByteArray> &texts)
{
    std::vector<QByteArray> replies;
    for (const QByteArray &text : texts)
        replies.push_back(bulk(text));
    return list(replies);
}

// A server on a port of 127.0.0.1 that answers each command as the test says, and the handshake
// automatically. An empty answer is none.
class ScriptedServer
{
public:
    using Answer = std::function<QByteArray(const Command &command)>;

    explicit ScriptedServer(Answer answer)
        : m_answer(std::move(answer))
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] { accept(); });
        m_server.listen(QHostAddress::LocalHost);
    }

    redis::HostPort address() const { return {QStringLiteral("127.0.0.1"), m_server.serverPort()}; }
    QByteArray port() const { return QByteArray::number(m_server.serverPort()); }
    void setAnswer(Answer answer) { m_answer = std::move(answer); }
    int count(const QByteArray &verb) const
    {
        const auto counted = m_counts.find(verb);
        return counted == m_counts.end() ? 0 : counted->second;
    }
    // To all that are connected.
    void push(const QByteArray &bytes)
    {
        for (const auto &socket : m_sockets) {
            if (socket)
                socket->write(bytes);
        }
    }
    void dropAll()
    {
        for (const auto &socket : m_sockets) {
            if (socket)
                socket->abort();
        }
    }

private:
    void accept()
    {
        QTcpSocket *const socket = m_server.nextPendingConnection();
        m_sockets.emplace_back(socket);
        const auto reader = std::make_shared<redis::ReplyReader>(redis::ReplyLimits());
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, reader] {
            std::vector<Reply> commands;
            (void)reader->feed(socket->readAll(), commands);
            for (const Reply &words : commands) {
                Command command;
                for (const Reply &word : words.elements)
                    command.push_back(word.bytes);
                ++m_counts[command.front()];
                socket->write(answerTo(command));
            }
        });
        QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    }
    QByteArray answerTo(const Command &command) const
    {
        const QByteArray &verb = command.front();
        if (QByteArray answer = m_answer(command); !answer.isEmpty())
            return answer;
        if (verb == "PING")
            return "+PONG\r\n";
        if (verb == "CLIENT" || verb == "AUTH" || verb == "SELECT")
            return "+OK\r\n";
        if (verb == "INFO")
            return bulk("redis_mode:standalone\r\nrun_id:" + port() + "\r\n");
        if (verb == "SUBSCRIBE")
            return list({bulk("subscribe"), bulk(command[1]), ":1\r\n"});
        return "-ERR unknown command\r\n";
    }

    Answer m_answer;
    std::map<QByteArray, int> m_counts;
    std::vector<QPointer<QTcpSocket>> m_sockets;
    QTcpServer m_server; // last
};

} // namespace lockscope::test
