// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

namespace lockscope::redis {

// The subscriptions of a Subscriber.
struct Subscription {
    // CLIENT TRACKING ON BCAST, redirected to this very connection; in RESP3 it needs no
    // redirection. There announcements of maintenance are asked for, too.
    bool tracking = true;
    std::vector<QByteArray> prefixes; // of tracked keys; none: all keys. Must not overlap.
    std::vector<QByteArray> patterns; // PSUBSCRIBE
    std::vector<QByteArray> fallbackPatterns =
        {}; // PSUBSCRIBE too, but only if tracking is refused
};

// A connection that only listens. It sets tracking up, subscribes, and does both again after every
// reconnect. One thread; owns its connection. Handlers run on that thread, in the order of arrival.
//
// Sharded channels have no patterns: the user names them one by one, again after each listening().
// A script that publishes to the plain channel and to the sharded one of the same name sends two
// messages, one right after the other, which are handed over as one.
class Subscriber : public QObject
{
    Q_OBJECT

public:
    Subscriber(ConnectionConfig config, Subscription subscription, QObject *parent = nullptr);
    ~Subscriber() override;

    void open();
    void close();

    bool isListening() const; // set up is complete and the connection is up
    bool isTracking() const; // listening, and tracking was granted
    std::optional<Error> trackingError() const; // why tracking was refused, while it is
    bool isHearing() const; // listening, and one of the patterns was granted
    std::optional<Error> channelError() const; // why a pattern was refused, while it is
    bool isHearingFallback() const; // listening without tracking, to all fallback patterns
    std::optional<Error> fallbackError() const; // why one was refused, while it is
    const Connection &connection() const;

    // Ready when all that the server had to tell by now has been handed over; an error if the
    // connection is lost. Only while it is listening.
    [[nodiscard]] Pending<Reply> catchUp();

    // Only while it is listening. The reply is the server's: an error, or the confirmation.
    [[nodiscard]] Pending<Reply> subscribeSharded(const QByteArray &channel);
    void unsubscribeSharded(const std::vector<QByteArray> &channels); // of one slot

    // The server ended a sharded subscription by itself: the slot moves away.
    void setDroppedHandler(std::function<void(const QByteArray &channel)> handler);
    void setMessageHandler(
        std::function<void(const QByteArray &channel, const QByteArray &payload)> handler);
    // Keys that changed; an empty list means that every key may have (FLUSHALL).
    void setInvalidationHandler(std::function<void(std::vector<QByteArray> keys)> handler);
    // Other pushes of RESP3, by their first word: MOVING, MIGRATING, FAILING_OVER and the like,
    // with which a managed server announces maintenance.
    void setNoticeHandler(std::function<void(const QByteArray &kind)> handler);

Q_SIGNALS:
    // Set up, again after each reconnect: changes since `lost` (or since construction) were not
    // seen. Also emitted when tracking was refused: ask isTracking().
    void listening();
    void lost(const lockscope::Error &error, bool final);

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::redis
