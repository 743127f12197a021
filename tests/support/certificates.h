// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

namespace lockscope::test {

// A certificate authority in a temporary folder and certificates made by it, by running openssl.
class Certificates
{
public:
    struct Pair {
        QString certificate;
        QString key;

        bool isValid() const { return !certificate.isEmpty(); }
    };

    static bool isAvailable();

    // Empty paths where openssl failed.
    Certificates();
    QString caFile() const { return m_authority.certificate; }
    // Signed by the authority; `names` as in subjectAltName: "IP:127.0.0.1,DNS:localhost".
    Pair issue(const QString &names);
    Pair selfSigned(const QString &names);
    // The same as issue(), but for another time than now.
    Pair issueForThePast(const QString &names);
    Pair issueForTheFuture(const QString &names);
    // The pair with its key encrypted.
    Pair encrypted(const Pair &pair, const QByteArray &passphrase);
    // Puts a copy of the other pair in the place of this one: its server shows it after a restart.
    static bool replace(const Pair &pair, const Pair &by);
    // SHA-256 of the certificate, as openssl prints it.
    static QString fingerprint(const Pair &pair);

private:
    Pair make(const QString &names, const QStringList &signing);
    Pair makeFor(const QString &names, const QString &from, const QString &until);
    Pair nextPair();

    QTemporaryDir m_folder;
    int m_count = 0;
    Pair m_authority;
};

} // namespace lockscope::test
