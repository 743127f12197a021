// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace lockscope::test {

namespace {

bool run(const QStringList &arguments, QByteArray *printed = nullptr)
{
    QProcess openssl;
    openssl.start(u"openssl"_s, arguments);
    const bool isDone = openssl.waitForFinished() && openssl.exitStatus() == QProcess::NormalExit
        && openssl.exitCode() == 0;
    if (!isDone)
        qCritical("openssl: %s", openssl.readAllStandardError().constData());
    if (printed)
        *printed = openssl.readAllStandardOutput();
    return isDone;
}

} // namespace

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

Certificates::Pair Certificates::issueForThePast(const QString &names)
{
    return makeFor(names, u"20200101000000Z"_s, u"20210101000000Z"_s);
}

Certificates::Pair Certificates::issueForTheFuture(const QString &names)
{
    return makeFor(names, u"20900101000000Z"_s, u"20910101000000Z"_s);
}

Certificates::Pair Certificates::encrypted(const Pair &pair, const QByteArray &passphrase)
{
    const Pair made{pair.certificate, nextPair().key};
    const bool isMade = run({u"pkey"_s, u"-in"_s, pair.key, u"-aes256"_s, u"-passout"_s,
                             u"pass:"_s + QString::fromUtf8(passphrase), u"-out"_s, made.key});
    return isMade ? made : Pair();
}

bool Certificates::replace(const Pair &pair, const Pair &by)
{
    return QFile::remove(pair.certificate) && QFile::remove(pair.key)
        && QFile::copy(by.certificate, pair.certificate) && QFile::copy(by.key, pair.key);
}

QString Certificates::fingerprint(const Pair &pair)
{
    QByteArray printed;
    if (!run({u"x509"_s, u"-in"_s, pair.certificate, u"-noout"_s, u"-fingerprint"_s, u"-sha256"_s},
             &printed))
        return {};
    return QString::fromLatin1(printed.trimmed().split('=').value(1));
}

Certificates::Pair Certificates::nextPair()
{
    const QString stem = m_folder.filePath(QString::number(++m_count));
    return {stem + ".pem"_L1, stem + ".key"_L1};
}

// openssl req of version 3.0 cannot be told the dates; openssl ca can, with a database.
Certificates::Pair Certificates::makeFor(const QString &names, const QString &from,
                                         const QString &until)
{
    const Pair pair = nextPair();
    const QString request = pair.certificate + ".csr"_L1;
    const QString settings = pair.certificate + ".cnf"_L1;
    const QString database = pair.certificate + ".db"_L1;
    QFile file(settings);
    if (!QFile(database).open(QIODevice::WriteOnly) || !file.open(QIODevice::WriteOnly))
        return {};
    file.write("[ca]\ndefault_ca = own\n[own]\ndatabase = " + database.toUtf8()
               + "\nnew_certs_dir = " + m_folder.path().toUtf8()
               + "\nrand_serial = yes\ndefault_md = sha256\npolicy = any\n"
                 "copy_extensions = copy\n[any]\ncommonName = supplied\n");
    file.close();
    const bool isMade =
        run({u"req"_s, u"-new"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s,
             u"ec_paramgen_curve:P-256"_s, u"-nodes"_s, u"-subj"_s,
             u"/CN=Lockscope test %1"_s.arg(m_count), u"-addext"_s, u"subjectAltName="_s + names,
             u"-out"_s, request, u"-keyout"_s, pair.key})
        && run({u"ca"_s, u"-batch"_s, u"-config"_s, settings, u"-cert"_s, m_authority.certificate,
                u"-keyfile"_s, m_authority.key, u"-startdate"_s, from, u"-enddate"_s, until,
                u"-notext"_s, u"-in"_s, request, u"-out"_s, pair.certificate});
    return isMade ? pair : Pair();
}

Certificates::Pair Certificates::make(const QString &names, const QStringList &signing)
{
    const Pair pair = nextPair();
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
    return run(arguments) ? pair : Pair();
}

} // namespace lockscope::test
