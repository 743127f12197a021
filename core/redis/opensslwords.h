// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope::redis {

// What OpenSSL means by the text of an error, in the words of its versions 1.1 to 3. Plain
// functions, any thread.
bool saysOldProtocol(const QString &text); // nothing that is new enough
bool saysNoTls(const QString &text); // the peer's bytes are no TLS

} // namespace lockscope::redis
