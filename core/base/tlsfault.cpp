// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tlsfault.h"

#include <QRegularExpression>

#include <array>

using namespace Qt::StringLiterals;

namespace lockscope {

namespace {

// In the order of TlsFault.
constexpr std::array faultCodes{
    "TLSEXPIRED",    "TLSNOTYETVALID",   "TLSWRONGHOST", "TLSSELFSIGNED",
    "TLSUNKNOWNCA",  "TLSUNTRUSTED",     "TLSOTHERCERT", "TLSPLAIN",
    "TLSCLIENTCERT", "TLSCLIENTREFUSED", "TLSOLD",       "TLSFILE",
};

constexpr auto fingerprintForm = Sentence::marked("%1; its SHA-256 fingerprint is %2");

} // namespace

Error tlsError(TlsFault fault, const Sentence &text)
{
    return {ErrorKind::Tls, faultCodes[static_cast<std::size_t>(fault)], text, {}};
}

std::optional<TlsFault> tlsFaultOf(const Error &error)
{
    if (error.kind != ErrorKind::Tls)
        return std::nullopt;
    for (std::size_t i = 0; i < faultCodes.size(); ++i) {
        if (error.code == faultCodes[i])
            return static_cast<TlsFault>(i);
    }
    return std::nullopt;
}

Sentence withFingerprint(const Sentence &text, const QByteArray &fingerprint)
{
    return Sentence::say(fingerprintForm).arg(text, fingerprintText(fingerprint));
}

QString fingerprintIn(const Error &error)
{
    return error.text.isOf(fingerprintForm) ? error.text.argument(2).english() : QString();
}

QString fingerprintText(const QByteArray &fingerprint)
{
    return QString::fromLatin1(fingerprint.toHex(':').toUpper());
}

Result<QByteArray> fingerprintFrom(const QString &text)
{
    static const QRegularExpression form(
        u"^(?:sha-?256[ :]?(?:fingerprint)?[ =:]*)?((?:[0-9a-f]{2}:?){31}[0-9a-f]{2})$"_s,
        QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(text.trimmed());
    if (!match.hasMatch())
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("a SHA-256 fingerprint has 64 hexadecimal digits, such as "
                                  "4F:0A:...; openssl x509 -noout -fingerprint -sha256 prints it"));
    return QByteArray::fromHex(match.captured(1).remove(u':').toLatin1());
}

} // namespace lockscope
