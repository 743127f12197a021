// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/tcpstream.h"

#include <QSslError>

class QSslSocket;

namespace lockscope::redis {

// A ByteStream over TLS 1.2 or newer. Fails closed: any doubt about the certificate or its host
// ends the attempt before a byte of ours is sent, and nothing can be ignored.
class TlsStream final : public TcpStream
{
    Q_OBJECT

public:
    TlsStream(HostPort where, QString caFile, QObject *parent = nullptr);

    void open() override;
    bool isAccepted() const override;

protected:
    Error errorFor(QAbstractSocket::SocketError error) const override;

private:
    TlsStream(HostPort where, QString caFile, QSslSocket *socket, QObject *parent);
    bool trustCaFile();

    QSslSocket *m_tls; // owned by TcpStream
    QString m_caFile;
    QList<QSslError> m_doubts;
};

} // namespace lockscope::redis
