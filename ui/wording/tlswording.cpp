// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/tlswording.h"

#include "core/base/tlsfault.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct TlsWords {
    Q_DECLARE_TR_FUNCTIONS(TlsWords)
};

QString cureOf(TlsFault fault)
{
    switch (fault) {
    case TlsFault::Expired:
        return TlsWords::tr("renew the certificate on the server");
    case TlsFault::NotYetValid:
        return TlsWords::tr("check the clocks of the server and of this computer");
    case TlsFault::WrongHost:
        return TlsWords::tr(
            "use a name that the certificate has, or give it as the TLS server name");
    case TlsFault::SelfSigned:
        return TlsWords::tr(
            "compare the fingerprint with the one on the server, and pin it if they "
            "are the same");
    case TlsFault::UnknownAuthority:
        return TlsWords::tr("give the certificate of its authority as the CA file");
    case TlsFault::Untrusted:
        return TlsWords::tr("correct the certificate on the server");
    case TlsFault::OtherFingerprint:
        return TlsWords::tr("do not connect before you know why the certificate changed: somebody "
                            "may be in between; if the change is right, pin the new one");
    case TlsFault::PlainServer:
        return TlsWords::tr("use redis:// if the server does not use TLS");
    case TlsFault::CertificateWanted:
        return TlsWords::tr("give a client certificate and its key");
    case TlsFault::CertificateRefused:
        return TlsWords::tr("give a client certificate whose authority the server trusts");
    case TlsFault::OldProtocol:
        return TlsWords::tr("enable TLS 1.2 or 1.3 on the server");
    case TlsFault::UnusableFile:
        return TlsWords::tr("correct the file or the settings for TLS");
    }
    return {};
}

} // namespace

QString tlsCause(const Error &error)
{
    const auto fault = tlsFaultOf(error);
    switch (fault.value_or(TlsFault::PlainServer)) {
    case TlsFault::Expired:
        return TlsWords::tr("certificate expired");
    case TlsFault::NotYetValid:
        return TlsWords::tr("certificate not yet valid");
    case TlsFault::WrongHost:
        return TlsWords::tr("certificate of another host");
    case TlsFault::SelfSigned:
        return TlsWords::tr("self-signed certificate");
    case TlsFault::UnknownAuthority:
    case TlsFault::Untrusted:
        return TlsWords::tr("certificate not trusted");
    case TlsFault::OtherFingerprint:
        return TlsWords::tr("another certificate than pinned");
    case TlsFault::PlainServer:
        return fault ? TlsWords::tr("no TLS there") : TlsWords::tr("TLS failed");
    case TlsFault::CertificateWanted:
        return TlsWords::tr("client certificate wanted");
    case TlsFault::CertificateRefused:
        return TlsWords::tr("client certificate refused");
    case TlsFault::OldProtocol:
        return TlsWords::tr("TLS too old");
    case TlsFault::UnusableFile:
        return TlsWords::tr("file for TLS unusable");
    }
    return {};
}

QString tlsCure(const Error &error, const QString &option)
{
    const auto fault = tlsFaultOf(error);
    const QString cure =
        fault ? cureOf(*fault) : TlsWords::tr("check the settings for TLS on both sides");
    return option.isEmpty() ? cure : TlsWords::tr("%1 (%2)").arg(cure, option);
}

QString tlsOption(const Error &error)
{
    switch (tlsFaultOf(error).value_or(TlsFault::PlainServer)) {
    case TlsFault::WrongHost:
        return u"--tls-name"_s;
    case TlsFault::SelfSigned:
    case TlsFault::OtherFingerprint:
        return u"--tls-pin"_s;
    case TlsFault::UnknownAuthority:
        return u"--ca-file"_s;
    case TlsFault::CertificateWanted:
    case TlsFault::CertificateRefused:
        return u"--cert, --key"_s;
    default:
        return {};
    }
}

} // namespace lockscope::wording
