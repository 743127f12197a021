// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/stream/tcpstream.h"
#include "core/redis/target/tlsrules.h"

#include <QSslError>

class QSslConfiguration;
class QSslSocket;

namespace lockscope::redis {

// A ByteStream over TLS 1.2 or newer. Fails closed: any doubt about the certificate or its host
// ends the attempt before a byte of ours is sent. The only way past the doubts about issuer and
// host is a certificate whose fingerprint is pinned.
class TlsStream final : public TcpStream
{
    Q_OBJECT

public:
    TlsStream(HostPort where, Relay relay, TlsRules rules, QObject *parent = nullptr);

    void open() override;
    bool isAccepted() const override;

protected:
    void connectSocket() override;
    void takeSocket(qintptr descriptor) override;
    Error errorFor(QAbstractSocket::SocketError error) const override;

private:
    const QString &serverName() const;
    TlsStream(HostPort where, Relay relay, TlsRules rules, QSslSocket *socket, QObject *parent);
    Result<void> trust(QSslConfiguration &configuration) const;
    Result<void> introduce(QSslConfiguration &configuration) const;
    bool isPinned() const;
    void onDoubts(const QList<QSslError> &doubts);
    void onEncrypted();
    std::optional<Error> distrust() const;
    Error tlsFailure() const;

    QSslSocket *m_tls; // owned by TcpStream
    const TlsRules m_rules;
    QList<QSslError> m_doubts;
    std::optional<QSsl::AlertType> m_alert; // the server's last one
};

} // namespace lockscope::redis
