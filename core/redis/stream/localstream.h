// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/stream/bytestream.h"
#include "core/redis/stream/rawsocket.h"

#include <QLocalSocket>

namespace lockscope::redis {

// A ByteStream over a unix socket. Owns its socket; once connected, lets Qt's go.
class LocalStream final : public ByteStream
{
    Q_OBJECT

public:
    explicit LocalStream(QString path, QObject *parent = nullptr);
    ~LocalStream() override;

    void open() override;
    void write(const QByteArray &bytes) override;
    void close() override;

private:
    void onConnected();
    void onReadyRead();
    void onError(QLocalSocket::LocalSocketError error);
    void finish(Error error);
    Error errorFor(QLocalSocket::LocalSocketError error) const;

    QString m_path;
    QLocalSocket m_socket;
    std::unique_ptr<RawSocket> m_raw; // carries the bytes if it is there, else m_socket
    bool m_opened = false;
    bool m_finished = false;
};

} // namespace lockscope::redis
