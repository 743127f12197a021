// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/hindrance.h"

#include "core/base/text.h"
#include "core/watch/refusals.h"

#include <QByteArrayList>

namespace lockscope::watch {

bool isHindrance(const QByteArray &errorCode)
{
    static const QByteArrayList codes{"LOADING", "BUSY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN"};
    return codes.contains(errorCode);
}

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
