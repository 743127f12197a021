// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

namespace lockscope::redis {

class ChannelLink;

// The channels that its users want at the moment. The first listener of a channel subscribes, the
// last one unsubscribes. After a reconnect all channels are subscribed again, and then disturbed()
// says that messages may have been missed. In a cluster each channel is subscribed at the shard of
// its slot, both as a plain channel, which the cluster broadcasts, and as a sharded one if the
// server has these: Redisson uses the one or the other. One thread; must outlive the listeners.
class Channels : public QObject
{
    Q_OBJECT

public:
    using Handler = std::function<void(const QByteArray &payload)>;

    // A user's interest in one channel; it ends with this object. `confirmed` is ready when the
    // server has confirmed the subscription: messages that are published from then on arrive. It
    // goes on waiting after a lost connection. It fails with Permission if the ACL refuses, and
    // when the connection is closed or lost for good.
    class Listener
    {
    public:
        Listener() = default;
        Listener(Listener &&other) noexcept;
        Listener &operator=(Listener &&other) noexcept;
        Listener(const Listener &) = delete;
        Listener &operator=(const Listener &) = delete;
        ~Listener();

        Pending<void> confirmed;
        // The server has confirmed it, and the connection has stood since.
        bool isHeard() const;

    private:
        friend class Channels;
        void end();

        Channels *m_channels = nullptr;
        std::uint64_t m_id = 0;
    };

    // The server at which a channel is subscribed.
    struct Routing {
        std::function<ChannelLink *(const QByteArray &channel)> linkOf; // null: nowhere just now
        std::function<void()> refresh; // a server says that it does not keep the channel's slot
    };

    // Over a connection of its own, which it opens when it is first needed.
    explicit Channels(ConnectionConfig config, QObject *parent = nullptr);
    // Over links of the caller's, which it is told of by attach(). They may go at any time.
    explicit Channels(Routing routing, QObject *parent = nullptr);
    ~Channels() override;

    void close();
    void attach(ChannelLink &link);
    void reroute(); // linkOf() may answer otherwise now

    // The handler runs on this thread, in the order of arrival, as long as the listener lives.
    [[nodiscard]] Listener listen(const QByteArray &channel, Handler handler);

    // Number of channels that are wanted now.
    std::size_t count() const;

Q_SIGNALS:
    void disturbed(); // messages may have been missed

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::redis
