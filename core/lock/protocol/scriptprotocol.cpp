// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/scriptprotocol.h"

#include "core/lock/protocol/scripts.h"
#include "core/redis/wire.h"

#include <algorithm>

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
    const auto &parts = reply.elements;
    if (parts.size() < 2 || parts.size() > 3 || !std::ranges::all_of(parts, &Reply::isInteger))
        return fail(ErrorKind::Protocol, Sentence::say("the server did not reply to an acquire"));
    const qint64 number = parts[1].integer;
    const auto third = parts.size() == 3 ? std::optional(parts[2].integer) : std::nullopt;
    if (parts[0].integer == 1)
        return Attempt::held(number, third);
    Attempt attempt;
    if (parts[0].integer == -1) {
        attempt.otherCount = number;
        return attempt;
    }
    const auto time = [](qint64 ms) { return ms < 0 ? std::nullopt : std::optional(Millis(ms)); };
    attempt.isOthersTurn = parts[0].integer == 2;
    attempt.holderTtl = time(number);
    attempt.askAgain = time(third.value_or(-1));
    return attempt;
}

Pending<Reply> ScriptProtocol::renew(redis::Deployment &deployment,
                                     const std::vector<Renewal> &holds) const
{
    std::vector<QByteArray> keys;
    std::vector<QByteArray> arguments;
    for (const Renewal &hold : holds) {
        keys.push_back(hold.name.bytes);
        arguments.push_back(hold.owner.bytes);
        arguments.push_back(decimal(hold.lease));
    }
    return deployment.runTracked(m_renew, keys, arguments);
}

} // namespace lockscope::lock
