// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

namespace lockscope::redis {

// A connection that listens to the channels that its users want at the moment. The first listener
// of a channel subscribes, the last one unsubscribes; connects when it is first needed. After a
// reconnect all channels are subscribed again, and disturbed() says that messages may have been
// missed. It also receives the invalidations that another connection redirects to it. One thread;
// owns its connection; must outlive the listeners.
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

    private:
        friend class Channels;
        void end();

        Channels *m_channels = nullptr;
        std::uint64_t m_id = 0;
    };

    explicit Channels(ConnectionConfig config, QObject *parent = nullptr);
    ~Channels() override;

    void close();

    // The handler runs on this thread, in the order of arrival, as long as the listener lives.
    [[nodiscard]] Listener listen(const QByteArray &channel, Handler handler);

    // Number of channels that are wanted now.
    std::size_t count() const;

    // The connection's id for CLIENT TRACKING ... REDIRECT, once it is up and listens to
    // invalidations; asked anew after disturbed(). Connects if need be.
    [[nodiscard]] Pending<qint64> redirectId();
    // Keys that were invalidated; an empty list: all.
    void setInvalidationHandler(std::function<void(const std::vector<QByteArray> &keys)> handler);

Q_SIGNALS:
    void disturbed(); // up again after a loss: everything may have been missed

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::redis
