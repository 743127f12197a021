// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/reply.h"

#include <QTcpServer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QTcpSocket;

namespace lockscope::test {

// Stands between a client and a server on loopback: forwards everything, writes down the commands,
// and stalls, cuts or delays on demand. Lives on the thread of the test; runs in its event loop.
class RecordingProxy : public QObject
{
    Q_OBJECT

public:
    explicit RecordingProxy(quint16 serverPort, QObject *parent = nullptr);
    ~RecordingProxy() override;

    quint16 port() const { return m_server.serverPort(); }

    // Every command that a client sent, in order, over all connections.
    const std::vector<std::vector<QByteArray>> &commands() const { return m_commands; }
    int count(const QByteArray &verb) const; // by first word, in capitals
    // The most commands that were ever sent and unanswered at a time, on one connection.
    int mostOutstanding() const { return m_mostOutstanding; }
    int accepted() const { return m_accepted; } // connections so far

    void cut(); // all connections at once
    // Takes the connections from their clients, and holds back from the server what those sent
    // while they were stalled: it comes later, when the clients have long been told of the loss.
    void cutHoldingBack();
    bool hasReceived() const; // something from a stalled client
    void deliverHeldBack();
    bool isHoldingBack() const; // and the server has not closed it
    void setRefusing(bool refusing); // new connections are closed at once
    // While stalled, nothing is read from that side; its bytes stay in its kernel.
    void stallClients(bool stalled);
    void stallServer(bool stalled);
    // The same for the server's side of the connections that have subscribed alone.
    void stallListeners(bool stalled);
    // From now on these commands, by their first words as they were written, are answered with that
    // error by the server, as servers in the care of others refuse them. Call it before a client
    // connects.
    void refuse(const std::vector<QByteArray> &words, const QByteArray &error);
    // Decides for each command that is not refused what the server gets in its place; nothing: the
    // connection of that client is closed. Call it before a client connects.
    using Rule =
        std::function<std::optional<std::vector<QByteArray>>(const std::vector<QByteArray> &)>;
    void setRule(Rule rule) { m_rule = std::move(rule); }
    // A command that the server answers with this error, wherever scripts may run.
    static std::vector<QByteArray> refusal(const QByteArray &error);
    // Sends bytes to every client as if the server pushed them.
    void inject(const QByteArray &bytes);
    void setDelay(Millis delay) { m_delay = delay; } // of the server's bytes

private:
    struct Link;

    void onConnection();
    void forward(Link &link);
    QByteArray record(Link &link, const QByteArray &bytes);
    std::optional<QByteArray> passed(const std::vector<QByteArray> &command) const;
    void deliver(Link &link, const QByteArray &bytes);
    void drop(Link &link);

    QTcpServer m_server;
    quint16 m_serverPort;
    std::vector<std::unique_ptr<Link>> m_links;
    std::vector<std::unique_ptr<Link>> m_heldBack;
    std::vector<std::vector<QByteArray>> m_commands;
    std::vector<std::pair<std::vector<QByteArray>, QByteArray>> m_refused; // words, error
    Rule m_rule;
    int m_mostOutstanding = 0;
    int m_accepted = 0;
    bool m_refusing = false;
    bool m_clientsStalled = false;
    bool m_serverStalled = false;
    bool m_listenersStalled = false;
    Millis m_delay{0};
};

} // namespace lockscope::test
