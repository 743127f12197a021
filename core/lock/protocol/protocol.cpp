// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/protocol.h"

#include "core/redis/wire.h"

namespace lockscope::lock {

Pending<Reply> Protocol::isLocked(redis::Deployment &deployment, const LockName &name) const
{
    return deployment.send({"EXISTS", name.bytes});
}

Result<qint64> integerFrom(const Reply &reply)
{
    if (reply.isError())
        return fail(redis::errorFrom(reply, {}));
    if (!reply.isInteger())
        return fail(ErrorKind::Protocol, Sentence::say("the server did not reply with a number"));
    return reply.integer;
}

bool isWrongType(const Error &error)
{
    return error.code == "WRONGTYPE"
        || error.text.english().contains(QLatin1StringView("WRONGTYPE"));
}

bool wasNeverSent(const Error &error)
{
    return error.code == "READONLYPROFILE" || error.kind == ErrorKind::Busy
        || error.kind == ErrorKind::InvalidInput;
}

QByteArray decimal(Millis time)
{
    return QByteArray::number(qlonglong(time.count()));
}

} // namespace lockscope::lock
