// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

#include <list>

namespace lockscope::redis {

// The listening connection to one server: channels, and the invalidations that another connection
// to the same server redirects to it. It keeps no list of channels: after each up() its users
// subscribe again. One thread; owns its connection, and opens it when it is first needed.
class ChannelLink : public QObject
{
    Q_OBJECT

public:
    // With `isOfCluster` it can listen to sharded channels, if the server has them.
    explicit ChannelLink(ConnectionConfig config, bool isOfCluster = false);
    ~ChannelLink() override;

    void need();
    void close(); // emits lost()
    bool isUp() const { return m_isUp; }
    bool isLost() const { return m_isLost; } // the next attempt to connect is due or under way
    QString label() const { return m_connection.label(); }
    QByteArray runId() const { return m_connection.runId(); } // as Connection's
    void giveUp(const Error &why) { m_connection.giveUp(why); } // as Connection's

    // The server may have sharded channels (Redis 7.0). Known once it is up.
    bool isSharded() const;
    // Only while it is up.
    [[nodiscard]] Pending<Reply> subscribe(const QByteArray &channel);
    // For one that listens to the plain channel, too: it marks the sharded one (channelmark.h), so
    // that it counts as one listener.
    [[nodiscard]] Pending<Reply> subscribeSharded(const QByteArray &channel);
    void unsubscribe(const QByteArray &channel); // from both
    // Ready after the answers to everything that was asked before. Only while it is up.
    [[nodiscard]] Pending<Reply> fence();

    // The id for CLIENT TRACKING ... REDIRECT, once the connection is up and listens to
    // invalidations; another one after each up(). Connects if need be; fails when an attempt to
    // connect does, also if others follow.
    [[nodiscard]] Pending<qint64> redirectId();

Q_SIGNALS:
    void up(bool isAgain); // again: everything may have been missed
    void lost(const lockscope::Error &error, bool final);
    void message(const QByteArray &channel, const QByteArray &payload);
    void dropped(const QByteArray &channel); // the server ended a sharded subscription by itself
    void invalidated(const std::vector<QByteArray> &keys); // empty: all

private:
    struct Ending {
        QByteArray channel;
        Pending<Reply> asked;
    };

    void setUp();
    void onId(Result<Reply> &&reply);
    void onInvalidationsHeard(Result<Reply> &&reply);
    void onLost(const Error &error, bool final);
    void onPush(Reply reply);
    void answerRedirects(const Result<qint64> &id);

    const bool m_isOfCluster;
    bool m_isUp = false; // CLIENT ID was answered: from then on only subscriptions are sent
    bool m_wasUp = false;
    bool m_isLost = false;
    qint64 m_id = 0; // of the connection
    std::vector<Completion<qint64>> m_redirects; // waiters for the id
    std::optional<Result<qint64>> m_redirect; // this connection's, once it is known
    std::list<Ending> m_endings; // of sharded subscriptions, by us
    Pending<Reply> m_askedId;
    Pending<Reply> m_askedInvalidations;
    Connection m_connection; // last
};

} // namespace lockscope::redis
