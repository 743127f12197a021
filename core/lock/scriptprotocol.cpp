// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/scriptprotocol.h"

#include "core/lock/scripts.h"
#include "core/redis/wire.h"

namespace lockscope::lock {

ScriptProtocol::ScriptProtocol(const char *acquire, const char *release, const char *renew)
    : m_acquire(script(acquire))
    , m_release(script(release))
    , m_renew(script(renew))
{}

Result<Attempt> ScriptProtocol::readAcquire(const Reply &reply) const
{
    if (reply.isError())
        return fail(redis::errorFrom(reply, {}));
    if (reply.elements.size() != 2 || !reply.elements[0].isInteger()
        || !reply.elements[1].isInteger())
        return fail(ErrorKind::Protocol, QStringLiteral("the server gave no answer to an acquire"));
    const qint64 number = reply.elements[1].integer;
    if (reply.elements[0].integer == 1)
        return Attempt{true, number, {}, {}};
    return Attempt{false, 0, {}, number < 0 ? std::nullopt : std::optional(Millis(number))};
}

Pending<Reply> ScriptProtocol::renew(redis::Deployment &deployment,
                                     const std::vector<Renewal> &holds) const
{
    std::vector<QByteArray> keys;
    std::vector<QByteArray> arguments;
    for (const Renewal &hold : holds) {
        keys.push_back(hold.name.bytes);
        arguments.push_back(hold.owner.bytes);
        arguments.push_back(QByteArray::number(qlonglong(hold.lease.count())));
    }
    return deployment.runTracked(m_renew, keys, arguments);
}

} // namespace lockscope::lock
