// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/tlsstream.h"

#include "core/base/text.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslSocket>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

// The socket goes to the base class at once; only its address is kept here.
TlsStream::TlsStream(HostPort where, QString caFile, QObject *parent)
    : TlsStream(std::move(where), std::move(caFile), std::make_unique<QSslSocket>().release(),
                parent)
{}

TlsStream::TlsStream(HostPort where, QString caFile, QSslSocket *socket, QObject *parent)
    : TcpStream(std::move(where), std::unique_ptr<QTcpSocket>(socket), parent)
    , m_tls(socket)
    , m_caFile(std::move(caFile))
{
    connect(m_tls, &QSslSocket::encrypted, this, &TlsStream::opened);
    // Without a call to ignoreSslErrors() the handshake fails right after this.
    connect(m_tls, &QSslSocket::sslErrors, this,
            [this](const QList<QSslError> &errors) { m_doubts = errors; });
}

void TlsStream::open()
{
    if (!QSslSocket::supportsSsl()) {
        finish({ErrorKind::Tls,
                {},
                Sentence::say("no usable TLS library was found on this computer"),
                {}});
        return;
    }
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    m_tls->setSslConfiguration(configuration);
    if (!m_caFile.isEmpty() && !trustCaFile())
        return;
    // Sends the name along (SNI) and holds the certificate against it.
    m_tls->connectToHostEncrypted(where().host, where().port);
}

bool TlsStream::isAccepted() const
{
    return m_tls->state() == QAbstractSocket::ConnectedState;
}

bool TlsStream::trustCaFile()
{
    QFile file(m_caFile);
    const QList<QSslCertificate> trusted = file.open(QIODevice::ReadOnly)
        ? QSslCertificate::fromDevice(&file, QSsl::Pem)
        : QList<QSslCertificate>();
    if (trusted.isEmpty()) {
        finish({ErrorKind::Tls,
                {},
                Sentence::say("\"%1\" contains no certificates")
                    .arg(visibleElided(m_caFile.toUtf8(), 200)),
                {}});
        return false;
    }
    QSslConfiguration configuration = m_tls->sslConfiguration();
    configuration.setCaCertificates(trusted);
    m_tls->setSslConfiguration(configuration);
    return true;
}

Error TlsStream::errorFor(QAbstractSocket::SocketError error) const
{
    switch (error) {
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError: {
        const QString reason =
            m_doubts.isEmpty() ? m_tls->errorString() : m_doubts.front().errorString();
        return {ErrorKind::Tls,
                {},
                Sentence::say("the TLS connection cannot be trusted: %1")
                    .arg(visibleElided(reason.toUtf8(), 200)),
                {}};
    }
    case QAbstractSocket::RemoteHostClosedError:
        if (!m_tls->isEncrypted()) {
            return {
                ErrorKind::ConnectionLost,
                {},
                Sentence::say(
                    "the server closed the connection during the TLS handshake; does it use TLS?"),
                {}};
        }
        break;
    default:
        break;
    }
    return TcpStream::errorFor(error);
}

} // namespace lockscope::redis
