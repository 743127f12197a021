// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace lockscope::redis {

// Whom a TLS connection trusts, and as whom it introduces itself. A value, any thread. The
// passphrase is secret and never printed.
struct TlsRules {
    QString caFile; // PEM; empty: the system's certificates
    QString certificateFile; // of this client, PEM with its chain; empty: none
    QString keyFile; // its key, PEM, perhaps encrypted; empty: it stands in certificateFile
    QByteArray keyPassphrase; // empty: none
    QString serverName; // asked for (SNI) and held against the certificate; empty: the host
    // SHA-256 of certificates that are trusted whoever issued them and for whatever host, as long
    // as they are valid. If there are any, no other certificate is trusted.
    std::vector<QByteArray> fingerprints;

    friend bool operator==(const TlsRules &, const TlsRules &) = default;
};

// InvalidInput: a key without a certificate, or a name that no host can have.
Result<void> checkTlsRules(const TlsRules &rules);

} // namespace lockscope::redis
