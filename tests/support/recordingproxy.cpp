// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/recordingproxy.h"

#include "core/redis/replyreader.h"
#include "core/redis/wire.h"

#include <QTcpSocket>
#include <QTimer>

#include <algorithm>

namespace lockscope::test {

struct RecordingProxy::Link : QObject {
    QTcpSocket *client = nullptr;
    QTcpSocket *server = nullptr;
    redis::ReplyReader requests{redis::ReplyLimits()};
    redis::ReplyReader replies{redis::ReplyLimits(), redis::Protocol::Resp3};
    int outstanding = 0;
    bool dropped = false;
    bool isListener = false;
    bool isCutOff = false; // by the rule
    QByteArray heldBack; // of a client that was cut off
};

RecordingProxy::RecordingProxy(quint16 serverPort, QObject *parent)
    : QObject(parent)
    , m_serverPort(serverPort)
{
    connect(&m_server, &QTcpServer::newConnection, this, &RecordingProxy::onConnection);
    m_server.listen(QHostAddress::LocalHost);
}

RecordingProxy::~RecordingProxy()
{
    cut();
}

int RecordingProxy::count(const QByteArray &verb) const
{
    return static_cast<int>(std::ranges::count_if(m_commands, [&](const auto &command) {
        return !command.empty() && command.front().toUpper() == verb;
    }));
}

void RecordingProxy::onConnection()
{
    QTcpSocket *const client = m_server.nextPendingConnection();
    ++m_accepted;
    if (m_refusing) {
        client->abort();
        client->deleteLater();
        return;
    }
    Link &link = *m_links.emplace_back(std::make_unique<Link>());
    link.client = client;
    client->setParent(&link);
    link.server = new QTcpSocket(&link);
    // Bounded, so that a stalled side really backs up into the other one's kernel.
    constexpr qint64 readAhead = 64 * 1024;
    for (QTcpSocket *const socket : {link.client, link.server}) {
        socket->setReadBufferSize(readAhead);
        connect(socket, &QTcpSocket::readyRead, &link, [this, &link] { forward(link); });
        connect(socket, &QTcpSocket::disconnected, &link, [this, &link] { drop(link); });
        connect(socket, &QTcpSocket::errorOccurred, &link, [this, &link] { drop(link); });
    }
    client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(link.server, &QTcpSocket::connected, &link, [this, &link] {
        link.server->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        forward(link);
    });
    link.server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_serverPort);
}

void RecordingProxy::forward(Link &link)
{
    if (!m_clientsStalled && link.server->state() == QAbstractSocket::ConnectedState) {
        const QByteArray bytes = link.client->readAll();
        link.server->write(record(link, bytes));
        if (link.isCutOff) {
            drop(link);
            return;
        }
    }
    if (m_serverStalled || (m_listenersStalled && link.isListener))
        return;
    const QByteArray bytes = link.server->readAll();
    if (bytes.isEmpty())
        return;
    if (m_delay == Millis(0))
        deliver(link, bytes);
    else
        QTimer::singleShot(m_delay, &link, [this, &link, bytes] { deliver(link, bytes); });
}

// The bytes to send to the server in place of these.
QByteArray RecordingProxy::record(Link &link, const QByteArray &bytes)
{
    // A command is an array of strings, so that the reader of replies reads it too.
    std::vector<Reply> commands;
    (void)link.requests.feed(bytes, commands);
    QByteArray changed;
    const bool isChanging = !m_refused.empty() || m_rule;
    for (const Reply &command : commands) {
        auto &arguments = m_commands.emplace_back();
        for (const Reply &argument : command.elements)
            arguments.push_back(argument.bytes);
        link.isListener |= !arguments.empty() && arguments.front().endsWith("SUBSCRIBE");
        if (!isChanging || link.isCutOff)
            continue;
        if (const auto sent = passed(arguments))
            changed += *sent;
        else
            link.isCutOff = true;
    }
    link.outstanding += static_cast<int>(commands.size());
    m_mostOutstanding = std::max(m_mostOutstanding, link.outstanding);
    return isChanging ? changed : bytes;
}

// Replies stay in order, since the server sends the error.
std::vector<QByteArray> RecordingProxy::refusal(const QByteArray &error)
{
    return {"EVAL", "return redis.error_reply(ARGV[1])", "0", error};
}

std::optional<QByteArray> RecordingProxy::passed(const std::vector<QByteArray> &command) const
{
    for (const auto &[words, error] : m_refused) {
        if (command.size() >= words.size()
            && std::equal(words.begin(), words.end(), command.begin(),
                          [](const QByteArray &word, const QByteArray &argument) {
                              return word.compare(argument, Qt::CaseInsensitive) == 0;
                          }))
            return redis::encodeCommand(refusal(error)).value();
    }
    const auto sent = m_rule ? m_rule(command) : std::optional(command);
    return sent ? std::optional(redis::encodeCommand(*sent).value()) : std::nullopt;
}

void RecordingProxy::refuse(const std::vector<QByteArray> &words, const QByteArray &error)
{
    m_refused.emplace_back(words, error);
}

void RecordingProxy::inject(const QByteArray &bytes)
{
    for (auto &link : m_links)
        link->client->write(bytes);
}

void RecordingProxy::deliver(Link &link, const QByteArray &bytes)
{
    std::vector<Reply> replies;
    (void)link.replies.feed(bytes, replies);
    link.outstanding -= static_cast<int>(
        std::ranges::count_if(replies, [](const Reply &reply) { return !reply.isPush(); }));
    link.client->write(bytes);
}

void RecordingProxy::drop(Link &link)
{
    if (std::exchange(link.dropped, true))
        return;
    // The last bytes of each side still reach the other.
    for (QTcpSocket *const socket : {link.client, link.server}) {
        socket->disconnect(&link);
        socket->flush();
        socket->disconnectFromHost();
    }
    const auto at =
        std::ranges::find_if(m_links, [&](const auto &known) { return known.get() == &link; });
    if (at != m_links.end()) {
        at->release()->deleteLater();
        m_links.erase(at);
    }
}

void RecordingProxy::cut()
{
    for (auto &link : m_links) {
        link->dropped = true;
        for (QTcpSocket *const socket : {link->client, link->server}) {
            socket->disconnect(link.get());
            socket->abort();
        }
    }
    m_links.clear();
}

bool RecordingProxy::hasReceived() const
{
    return std::ranges::any_of(m_links,
                               [](const auto &link) { return link->client->bytesAvailable() > 0; });
}

void RecordingProxy::cutHoldingBack()
{
    for (auto &link : std::exchange(m_links, {})) {
        link->dropped = true;
        link->heldBack = link->client->readAll();
        for (QTcpSocket *const socket : {link->client, link->server})
            socket->disconnect(link.get());
        link->client->abort();
        if (!link->heldBack.isEmpty())
            m_heldBack.push_back(std::move(link));
    }
}

void RecordingProxy::deliverHeldBack()
{
    for (auto &link : m_heldBack)
        link->server->write(std::exchange(link->heldBack, {}));
}

bool RecordingProxy::isHoldingBack() const
{
    return std::ranges::any_of(m_heldBack, [](const auto &link) {
        return link->server->state() == QAbstractSocket::ConnectedState;
    });
}

void RecordingProxy::setRefusing(bool refusing)
{
    m_refusing = refusing;
}

void RecordingProxy::stallClients(bool stalled)
{
    m_clientsStalled = stalled;
    for (auto &link : m_links)
        forward(*link);
}

void RecordingProxy::stallServer(bool stalled)
{
    m_serverStalled = stalled;
    for (auto &link : m_links)
        forward(*link);
}

void RecordingProxy::stallListeners(bool stalled)
{
    m_listenersStalled = stalled;
    for (auto &link : m_links)
        forward(*link);
}

} // namespace lockscope::test
