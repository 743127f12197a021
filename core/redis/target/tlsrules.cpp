// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/target/tlsrules.h"

#include "core/base/text.h"
#include "core/redis/target/target.h"

namespace lockscope::redis {

Result<void> checkTlsRules(const TlsRules &rules)
{
    if (rules.certificateFile.isEmpty() && !rules.keyFile.isEmpty())
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("a private key needs the certificate that belongs to it"));
    if (!rules.serverName.isEmpty() && !isHostName(rules.serverName))
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("\"%1\" cannot be the name of a server")
                        .arg(visibleElided(rules.serverName.toUtf8(), 60)));
    return {};
}

} // namespace lockscope::redis
