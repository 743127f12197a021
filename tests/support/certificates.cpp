// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include <QProcess>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace lockscope::test {

bool Certificates::isAvailable()
{
    return !QStandardPaths::findExecutable(u"openssl"_s).isEmpty();
}

Certificates::Certificates()
    : m_authority(
        make(u"DNS:authority.invalid"_s, {u"-addext"_s, u"basicConstraints=critical,CA:TRUE"_s}))
{}

Certificates::Pair Certificates::issue(const QString &names)
{
    return make(names,
                {u"-CA"_s, m_authority.certificate, u"-CAkey"_s, m_authority.key, u"-addext"_s,
                 u"basicConstraints=critical,CA:FALSE"_s});
}

Certificates::Pair Certificates::selfSigned(const QString &names)
{
    return make(names, {});
}

Certificates::Pair Certificates::make(const QString &names, const QStringList &signing)
{
    const QString stem = m_folder.filePath(QString::number(++m_count));
    const Pair pair{stem + ".pem"_L1, stem + ".key"_L1};
    QStringList arguments{u"req"_s,
                          u"-x509"_s,
                          u"-newkey"_s,
                          u"ec"_s,
                          u"-pkeyopt"_s,
                          u"ec_paramgen_curve:P-256"_s,
                          u"-nodes"_s,
                          u"-days"_s,
                          u"2"_s,
                          u"-subj"_s,
                          u"/CN=Lockscope test %1"_s.arg(m_count),
                          u"-addext"_s,
                          u"subjectAltName="_s + names,
                          u"-out"_s,
                          pair.certificate,
                          u"-keyout"_s,
                          pair.key};
    arguments += signing;
    QProcess openssl;
    openssl.start(u"openssl"_s, arguments);
    const bool made = openssl.waitForFinished() && openssl.exitStatus() == QProcess::NormalExit
        && openssl.exitCode() == 0;
    if (!made)
        qCritical("openssl: %s", openssl.readAllStandardError().constData());
    return made ? pair : Pair();
}

} // namespace lockscope::test
