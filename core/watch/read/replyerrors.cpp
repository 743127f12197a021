// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/replyerrors.h"

#include "core/base/text.h"
#include "core/watch/read/refusals.h"

namespace lockscope::watch {

bool isNoAnswer(const Reply &reply)
{
    return reply.isError() && !isRefused(reply) && reply.errorCode() != "WRONGTYPE";
}

Error errorOf(const Reply &reply, const QString &endpoint)
{
    const QByteArray code = reply.errorCode();
    return {code == "NOPERM" ? ErrorKind::Permission : ErrorKind::Server, code,
            visible(reply.bytes), endpoint};
}

} // namespace lockscope::watch
