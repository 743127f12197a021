// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope::redis {

// The meaning of OpenSSL's texts of errors, in the words of its versions 1.1 to 3. Plain functions,
// any thread.
bool saysOldProtocol(const QString &text); // nothing that is new enough
bool saysNoTls(const QString &text); // the peer's bytes are no TLS

} // namespace lockscope::redis
