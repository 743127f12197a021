// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/expiry.h"

#include <algorithm>

namespace lockscope::watch {

std::optional<format::ServerMs> serverTimeOf(const Reply &reply)
{
    if (reply.elements.size() != 2)
        return std::nullopt;
    const qint64 seconds = reply.elements[0].bytes.toLongLong();
    const qint64 micros = reply.elements[1].bytes.toLongLong();
    return format::boundedInstant(
        std::clamp(seconds, -format::farAway / 1000, format::farAway / 1000) * 1000
        + micros / 1000);
}

ServerSpan spanBetween(const Reply &before, const Reply &after, const ServerSpan &underWay)
{
    const auto from = serverTimeOf(before);
    const auto to = serverTimeOf(after);
    if (!from || !to)
        return underWay;
    return {std::min(*from, *to), std::max(*from, *to)}; // a clock may be set back
}

ServerSpan spanOf(const ServerClock &clock, Instant sent, Instant answered)
{
    // Our clock and the server's are read in milliseconds.
    constexpr format::ServerMs rounding = 1;
    return {clock.serverTime(sent) - rounding, clock.serverTime(answered) + rounding};
}

ServerSpan expiryAfter(const ServerSpan &answered, qint64 left)
{
    return {format::instantAfter(answered.from, left), format::instantAfter(answered.to, left)};
}

bool mayBeSame(const ServerSpan &expiry, format::ServerMs known, format::ServerMs slack)
{
    return expiry.from <= known + slack && known <= expiry.to;
}

void setExpiry(format::RawKey &key, const ServerSpan &expiry,
               const std::optional<format::ServerMs> &known, format::ServerMs slack)
{
    const bool isSame = known && mayBeSame(expiry, *known, slack);
    key.expireAt = isSame ? *known : expiry.from;
    // A later reading may show that it is not as late as was possible: so a renewal of a few
    // milliseconds is seen.
    key.expirySlack = (isSame ? std::min(*known + slack, expiry.to) : expiry.to) - *key.expireAt;
}

} // namespace lockscope::watch
