// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/tlsfault.h"
#include "core/redis/target/tlsrules.h"
#include "tests/support/certificates.h"
#include "tests/support/redisprocess.h"

#include <QList>
#include <QSslSocket>

#include <memory>
#include <vector>

namespace lockscope::test {

// Servers with TLS, one for each way in which a connection is not trusted, and what was given to
// connect with. Made on the main thread, once: it starts a process for each.
class TlsServers
{
public:
    struct Case {
        QString name;
        TlsFault fault;
        quint16 port;
        redis::TlsRules rules; // which do not suffice
    };

    // Check that all of them are running.
    TlsServers();

    bool areRunning() const { return m_areRunning; }
    const QList<Case> &cases() const { return m_cases; }
    Certificates &certificates() { return m_certificates; }
    quint16 goodPort() const { return m_good->tlsPort(); } // for 127.0.0.1 and localhost
    quint16 selfSignedPort() const { return m_selfSigned->tlsPort(); }
    quint16 askingPort() const { return m_asking->tlsPort(); } // for a client certificate
    quint16 otherNamePort() const { return m_otherName->tlsPort(); } // good for other.example alone
    QString selfSignedFingerprint() const { return m_selfSignedFingerprint; }
    QString otherNameFingerprint() const { return m_otherNameFingerprint; }
    redis::TlsRules trusting() const; // the authority of good and asking

private:
    RedisProcess *serve(const Certificates::Pair &pair, const QStringList &arguments = {});

    Certificates m_certificates;
    std::vector<std::unique_ptr<RedisProcess>> m_servers;
    bool m_areRunning = true;
    RedisProcess *m_good = nullptr;
    RedisProcess *m_selfSigned = nullptr;
    RedisProcess *m_asking = nullptr;
    RedisProcess *m_otherName = nullptr;
    QString m_selfSignedFingerprint;
    QString m_otherNameFingerprint;
    QList<Case> m_cases;
};

} // namespace lockscope::test

// The test needs these servers; as LOCKSCOPE_REQUIRE.
#define LOCKSCOPE_REQUIRE_TLS()                                                                    \
    LOCKSCOPE_REQUIRE_REDIS();                                                                     \
    LOCKSCOPE_REQUIRE(lockscope::test::Certificates::isAvailable(), "openssl");                    \
    LOCKSCOPE_REQUIRE(QSslSocket::supportsSsl(), "TLS support of Qt")
