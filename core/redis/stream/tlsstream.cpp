// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/stream/tlsstream.h"

#include "core/base/text.h"
#include "core/base/tlsfault.h"
#include "core/redis/stream/opensslwords.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

constexpr qsizetype textLimit = 200;
constexpr qsizetype mostFileBytes = qsizetype(8) * 1024 * 1024; // the system's bundle has 250 kB

// The faults of certificates. A pin helps against those behind the dates, so the dates come first.
struct Doubt {
    TlsFault fault;
    std::vector<QSslError::SslError> errors;
    bool isOvercomeByPin;
};

const std::array<Doubt, 5> &doubtsInOrder()
{
    static const std::array<Doubt, 5> all{{
        {TlsFault::Expired, {QSslError::CertificateExpired}, false},
        {TlsFault::NotYetValid, {QSslError::CertificateNotYetValid}, false},
        {TlsFault::SelfSigned, {QSslError::SelfSignedCertificate}, true},
        {TlsFault::UnknownAuthority,
         {QSslError::SelfSignedCertificateInChain, QSslError::UnableToGetLocalIssuerCertificate,
          QSslError::UnableToGetIssuerCertificate, QSslError::UnableToVerifyFirstCertificate,
          QSslError::CertificateUntrusted},
         true},
        {TlsFault::WrongHost, {QSslError::HostNameMismatch}, true},
    }};
    return all;
}

bool isAmong(const QSslError &error, const Doubt &doubt)
{
    return std::ranges::find(doubt.errors, error.error()) != doubt.errors.end();
}

QByteArray fingerprintOf(const QSslCertificate &certificate)
{
    return certificate.digest(QCryptographicHash::Sha256);
}

QString dateText(const QDateTime &date)
{
    return date.toUTC().toString(u"yyyy-MM-dd HH:mm 'UTC'"_s);
}

QString shownName(const QStringList &names)
{
    return visibleElided(names.join(u", "_s).toUtf8(), textLimit);
}

QString namesIn(const QSslCertificate &certificate)
{
    QStringList names = certificate.subjectAlternativeNames().values();
    if (names.isEmpty())
        names = certificate.subjectInfo(QSslCertificate::CommonName);
    names.sort();
    return names.isEmpty() ? u"-"_s : shownName(names);
}

Sentence sentenceOf(TlsFault fault, const QSslCertificate &certificate, const QString &host)
{
    switch (fault) {
    case TlsFault::Expired:
        return Sentence::say("the certificate expired on %1")
            .arg(dateText(certificate.expiryDate()));
    case TlsFault::NotYetValid:
        return Sentence::say("the certificate is not valid before %1")
            .arg(dateText(certificate.effectiveDate()));
    case TlsFault::WrongHost:
        return Sentence::say("the certificate is for %1 and not for %2")
            .arg(namesIn(certificate), host);
    case TlsFault::SelfSigned:
        return Sentence::say("the certificate is self-signed");
    default:
        return Sentence::say("the certificate was issued by \"%1\", which is not trusted here")
            .arg(shownName(certificate.issuerInfo(QSslCertificate::CommonName)));
    }
}

Error unusableFile(const char *text, const QString &file)
{
    return tlsError(TlsFault::UnusableFile,
                    Sentence::say(text).arg(visibleElided(file.toUtf8(), textLimit)));
}

Result<QByteArray> contentsOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return lockscope::fail(
            tlsError(TlsFault::UnusableFile,
                     Sentence::say("cannot read \"%1\": %2")
                         .arg(visibleElided(path.toUtf8(), textLimit), file.errorString())));
    return file.read(mostFileBytes);
}

// Qt has to be told what the key is for.
QSslKey keyFrom(const QByteArray &pem, const QByteArray &passphrase)
{
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Ec, QSsl::Rsa, QSsl::Dsa}) {
        QSslKey key(pem, algorithm, QSsl::Pem, QSsl::PrivateKey, passphrase);
        if (!key.isNull())
            return key;
    }
    return {};
}

bool isEncryptedKey(const QByteArray &pem)
{
    return pem.contains("BEGIN ENCRYPTED PRIVATE KEY") || pem.contains("Proc-Type: 4,ENCRYPTED");
}

} // namespace

// The socket goes to the base class at once; only its address is kept here.
TlsStream::TlsStream(HostPort where, Relay relay, TlsRules rules, QObject *parent)
    : TlsStream(std::move(where), std::move(relay), std::move(rules),
                std::make_unique<QSslSocket>().release(), parent)
{}

TlsStream::TlsStream(HostPort where, Relay relay, TlsRules rules, QSslSocket *socket,
                     QObject *parent)
    : TcpStream(std::move(where), std::move(relay), std::unique_ptr<QTcpSocket>(socket), parent)
    , m_tls(socket)
    , m_rules(std::move(rules))
{
    connect(m_tls, &QSslSocket::encrypted, this, &TlsStream::onEncrypted);
    connect(m_tls, &QSslSocket::sslErrors, this, &TlsStream::onDoubts);
    connect(m_tls, &QSslSocket::alertReceived, this,
            [this](QSsl::AlertLevel, QSsl::AlertType type) {
                if (type != QSsl::AlertType::CloseNotify)
                    m_alert = type;
            });
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
    auto prepared = trust(configuration);
    if (prepared)
        prepared = introduce(configuration);
    if (!prepared) {
        finish(prepared.error());
        return;
    }
    m_tls->setSslConfiguration(configuration);
    TcpStream::open();
}

const QString &TlsStream::serverName() const
{
    return m_rules.serverName.isEmpty() ? where().host : m_rules.serverName;
}

// Sends the name along (SNI) and holds the certificate against it.
void TlsStream::connectSocket()
{
    m_tls->connectToHostEncrypted(where().host, where().port, serverName());
}

void TlsStream::takeSocket(qintptr descriptor)
{
    m_tls->setSocketDescriptor(descriptor);
    m_tls->setPeerVerifyName(serverName());
    m_tls->startClientEncryption();
}

bool TlsStream::isAccepted() const
{
    return m_tls->state() == QAbstractSocket::ConnectedState;
}

Result<void> TlsStream::trust(QSslConfiguration &configuration) const
{
    if (m_rules.caFile.isEmpty())
        return {};
    const auto pem = contentsOf(m_rules.caFile);
    if (!pem)
        return lockscope::fail(pem.error());
    const QList<QSslCertificate> trusted = QSslCertificate::fromData(*pem, QSsl::Pem);
    if (trusted.isEmpty())
        return lockscope::fail(
            unusableFile(Sentence::marked("\"%1\" contains no certificates"), m_rules.caFile));
    configuration.setCaCertificates(trusted);
    return {};
}

// Sets the certificate of this client.
Result<void> TlsStream::introduce(QSslConfiguration &configuration) const
{
    if (m_rules.certificateFile.isEmpty())
        return {};
    const auto pem = contentsOf(m_rules.certificateFile);
    if (!pem)
        return lockscope::fail(pem.error());
    const QList<QSslCertificate> chain = QSslCertificate::fromData(*pem, QSsl::Pem);
    if (chain.isEmpty())
        return lockscope::fail(unusableFile(Sentence::marked("\"%1\" contains no certificates"),
                                            m_rules.certificateFile));
    const QString &keyFile = m_rules.keyFile.isEmpty() ? m_rules.certificateFile : m_rules.keyFile;
    const auto keyPem = m_rules.keyFile.isEmpty() ? pem : contentsOf(keyFile);
    if (!keyPem)
        return lockscope::fail(keyPem.error());
    const QSslKey key = keyFrom(*keyPem, m_rules.keyPassphrase);
    if (key.isNull()) {
        if (!isEncryptedKey(*keyPem))
            return lockscope::fail(unusableFile(
                Sentence::marked("\"%1\" contains no private key that can be used"), keyFile));
        return lockscope::fail(
            m_rules.keyPassphrase.isEmpty()
                ? unusableFile(Sentence::marked("the private key in \"%1\" is encrypted, and no "
                                                "passphrase was given"),
                               keyFile)
                : unusableFile(Sentence::marked("the passphrase does not open the private key in "
                                                "\"%1\""),
                               keyFile));
    }
    configuration.setLocalCertificateChain(chain);
    configuration.setPrivateKey(key);
    return {};
}

bool TlsStream::isPinned() const
{
    return std::ranges::find(m_rules.fingerprints, fingerprintOf(m_tls->peerCertificate()))
        != m_rules.fingerprints.end();
}

// Without a call to ignoreSslErrors() the handshake fails right after this.
void TlsStream::onDoubts(const QList<QSslError> &doubts)
{
    m_doubts = doubts;
    const auto &known = doubtsInOrder();
    const auto isOvercome = [&](const QSslError &error) {
        return std::ranges::any_of(known, [&](const Doubt &doubt) {
            return doubt.isOvercomeByPin && isAmong(error, doubt);
        });
    };
    if (isPinned() && std::ranges::all_of(doubts, isOvercome))
        m_tls->ignoreSslErrors(doubts);
}

// An authority that is trusted does not make up for another fingerprint than the pinned one.
void TlsStream::onEncrypted()
{
    if (m_rules.fingerprints.empty() || isPinned())
        Q_EMIT opened();
    else
        finish(*distrust());
}

// The reason why the certificate is not trusted; empty: no doubt is known.
std::optional<Error> TlsStream::distrust() const
{
    const QSslCertificate certificate = m_tls->peerCertificate();
    if (!m_rules.fingerprints.empty() && !certificate.isNull() && !isPinned())
        return tlsError(
            TlsFault::OtherFingerprint,
            withFingerprint(Sentence::say("the server's certificate is not the pinned one"),
                            fingerprintOf(certificate)));
    for (const Doubt &doubt : doubtsInOrder()) {
        for (const QSslError &error : m_doubts) {
            if (!isAmong(error, doubt))
                continue;
            const bool isOfIssuer = !error.certificate().isNull() && !doubt.isOvercomeByPin;
            const Sentence text = sentenceOf(
                doubt.fault, isOfIssuer ? error.certificate() : certificate, serverName());
            return tlsError(
                doubt.fault,
                doubt.isOvercomeByPin ? withFingerprint(text, fingerprintOf(certificate)) : text);
        }
    }
    if (m_doubts.isEmpty())
        return std::nullopt;
    return tlsError(TlsFault::Untrusted,
                    Sentence::say("the certificate cannot be trusted: %1")
                        .arg(visibleElided(m_doubts.front().errorString().toUtf8(), textLimit)));
}

// By the server's alert, else by what OpenSSL says.
Error TlsStream::tlsFailure() const
{
    const QString reason = m_tls->errorString();
    const bool hasCertificate = !m_rules.certificateFile.isEmpty();
    switch (m_alert.value_or(QSsl::AlertType::CloseNotify)) {
    case QSsl::AlertType::CertificateRequired:
        return tlsError(TlsFault::CertificateWanted,
                        Sentence::say("the server asks for a client certificate"));
    case QSsl::AlertType::HandshakeFailure: // TLS 1.2 has no alert of its own for it
        if (!hasCertificate)
            return tlsError(TlsFault::CertificateWanted,
                            Sentence::say("the server refused the handshake; it probably asks for "
                                          "a client certificate"));
        break;
    case QSsl::AlertType::BadCertificate:
    case QSsl::AlertType::UnsupportedCertificate:
    case QSsl::AlertType::CertificateRevoked:
    case QSsl::AlertType::CertificateExpired:
    case QSsl::AlertType::CertificateUnknown:
    case QSsl::AlertType::UnknownCa:
    case QSsl::AlertType::AccessDenied:
        if (hasCertificate)
            return tlsError(TlsFault::CertificateRefused,
                            Sentence::say("the server refused the client certificate: %1")
                                .arg(visibleElided(reason.toUtf8(), textLimit)));
        break;
    case QSsl::AlertType::ProtocolVersion:
        return tlsError(TlsFault::OldProtocol,
                        Sentence::say("the server offers no TLS version from 1.2 on"));
    default:
        break;
    }
    if (saysOldProtocol(reason))
        return tlsError(TlsFault::OldProtocol,
                        Sentence::say("the server offers no TLS version from 1.2 on"));
    if (saysNoTls(reason) && !m_tls->isEncrypted())
        return tlsError(TlsFault::PlainServer, Sentence::say("the server replied without TLS"));
    return {ErrorKind::Tls,
            {},
            Sentence::say("the TLS connection failed: %1")
                .arg(visibleElided(reason.toUtf8(), textLimit)),
            {}};
}

Error TlsStream::errorFor(QAbstractSocket::SocketError error) const
{
    switch (error) {
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
        if (const auto doubt = distrust())
            return *doubt;
        if (error == QAbstractSocket::SslInvalidUserDataError && !m_rules.certificateFile.isEmpty())
            return unusableFile(
                Sentence::marked("the client certificate in \"%1\" and the private key do not "
                                 "belong together"),
                m_rules.certificateFile);
        return tlsFailure();
    case QAbstractSocket::RemoteHostClosedError:
        if (m_alert)
            return tlsFailure();
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
