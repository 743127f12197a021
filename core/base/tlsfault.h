// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockscope {

// The ways in which a TLS connection fails for good, and the fingerprints of certificates. Each has
// its own sentence and next step. Plain functions over values, any thread.
enum class TlsFault {
    Expired,
    NotYetValid,
    WrongHost,
    SelfSigned,
    UnknownAuthority,
    Untrusted, // another doubt about the certificate
    OtherFingerprint, // than the pinned one
    PlainServer,
    CertificateWanted, // of this client
    CertificateRefused, // of this client
    OldProtocol, // nothing newer than TLS 1.1
    UnusableFile, // of the rules
};

// An error of the kind Tls whose code says the fault.
Error tlsError(TlsFault fault, const Sentence &text);
// Empty: the error says none.
std::optional<TlsFault> tlsFaultOf(const Error &error);

// The text with the fingerprint of the server's certificate behind it, to be compared and pinned.
Sentence withFingerprint(const Sentence &text, const QByteArray &fingerprint);
// The fingerprint in the error, as fingerprintText() writes it; empty: there is none.
QString fingerprintIn(const Error &error);

// "4F:0A:...", 32 bytes as openssl x509 -fingerprint -sha256 writes them.
QString fingerprintText(const QByteArray &fingerprint);
// The same from a text, with or without colons and "SHA256" before it. InvalidInput shows how it is
// written.
Result<QByteArray> fingerprintFrom(const QString &text);

} // namespace lockscope
