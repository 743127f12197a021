// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tlsservers.h"

using namespace Qt::StringLiterals;

namespace lockscope::test {

TlsServers::TlsServers()
{
    const QString here = u"IP:127.0.0.1,DNS:localhost"_s;
    const auto selfSigned = m_certificates.selfSigned(here);
    m_selfSignedFingerprint = Certificates::fingerprint(selfSigned);
    m_good = serve(m_certificates.issue(here));
    m_selfSigned = serve(selfSigned);
    const auto otherName = m_certificates.issue(u"DNS:other.example"_s);
    m_otherNameFingerprint = Certificates::fingerprint(otherName);
    m_otherName = serve(otherName);
    m_asking = serve(
        m_certificates.issue(here),
        {u"--tls-ca-cert-file"_s, m_certificates.caFile(), u"--tls-auth-clients"_s, u"yes"_s});
    const RedisProcess *askingByTls12 =
        serve(m_certificates.issue(here),
              {u"--tls-ca-cert-file"_s, m_certificates.caFile(), u"--tls-auth-clients"_s, u"yes"_s,
               u"--tls-protocols"_s, u"TLSv1.2"_s});
    const RedisProcess *expired = serve(m_certificates.issueForThePast(here));
    const RedisProcess *notYet = serve(m_certificates.issueForTheFuture(here));
    const RedisProcess *old =
        serve(m_certificates.issue(here),
              {u"--tls-protocols"_s, u"TLSv1.1"_s, u"--tls-ciphers"_s, u"DEFAULT@SECLEVEL=0"_s});
    const redis::TlsRules own = trusting();
    redis::TlsRules otherPin = own;
    otherPin.fingerprints = {QByteArray(32, 'x')};
    redis::TlsRules stranger = own; // whose authority is its own
    const auto strange = m_certificates.selfSigned(u"DNS:client"_s);
    stranger.certificateFile = strange.certificate;
    stranger.keyFile = strange.key;
    redis::TlsRules noFile = own;
    noFile.caFile = u"/nonexistent/ca.pem"_s;
    redis::TlsRules noPassphrase = own;
    const auto locked = m_certificates.encrypted(strange, "open");
    noPassphrase.certificateFile = locked.certificate;
    noPassphrase.keyFile = locked.key;
    m_cases = {
        {u"expired"_s, TlsFault::Expired, expired->tlsPort(), own},
        {u"not yet valid"_s, TlsFault::NotYetValid, notYet->tlsPort(), own},
        {u"wrong host"_s, TlsFault::WrongHost, m_otherName->tlsPort(), own},
        {u"self-signed"_s, TlsFault::SelfSigned, m_selfSigned->tlsPort(), own},
        {u"unknown authority"_s, TlsFault::UnknownAuthority, m_good->tlsPort(), {}},
        {u"other pin"_s, TlsFault::OtherFingerprint, m_good->tlsPort(), otherPin},
        {u"plain server"_s, TlsFault::PlainServer, m_good->port(), own},
        {u"client certificate"_s, TlsFault::CertificateWanted, m_asking->tlsPort(), own},
        {u"client certificate, TLS 1.2"_s, TlsFault::CertificateWanted, askingByTls12->tlsPort(),
         own},
        {u"strange client"_s, TlsFault::CertificateRefused, m_asking->tlsPort(), stranger},
        {u"TLS 1.1"_s, TlsFault::OldProtocol, old->tlsPort(), own},
        {u"no such file"_s, TlsFault::UnusableFile, m_good->tlsPort(), noFile},
        {u"encrypted key"_s, TlsFault::UnusableFile, m_asking->tlsPort(), noPassphrase},
    };
}

redis::TlsRules TlsServers::trusting() const
{
    redis::TlsRules rules;
    rules.caFile = m_certificates.caFile();
    return rules;
}

RedisProcess *TlsServers::serve(const Certificates::Pair &pair, const QStringList &arguments)
{
    m_servers.push_back(std::make_unique<RedisProcess>(
        RedisOptions{.unixSocket = false, .password = {}, .tls = pair, .arguments = arguments}));
    m_areRunning = pair.isValid() && m_servers.back()->start() && m_areRunning;
    return m_servers.back().get();
}

} // namespace lockscope::test
