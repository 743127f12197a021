// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/bytestream.h"

#include <QLocalSocket>

namespace lockscope::redis {

// A ByteStream over a unix socket. Owns its socket.
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
    void onReadyRead();
    void onError(QLocalSocket::LocalSocketError error);
    Error errorFor(QLocalSocket::LocalSocketError error) const;

    QString m_path;
    QLocalSocket m_socket;
    bool m_opened = false;
    bool m_finished = false;
};

} // namespace lockscope::redis
