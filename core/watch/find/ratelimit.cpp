// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/ratelimit.h"

#include <algorithm>

namespace lockscope::watch {

namespace {
using Seconds = std::chrono::duration<double>;
}

double RateLimit::tokensAt(Instant now) const
{
    if (m_at == Instant::min())
        return m_burst;
    return std::min(m_burst, m_tokens + Seconds(now - m_at).count() * m_perSecond);
}

bool RateLimit::take(Instant now)
{
    const double tokens = tokensAt(now);
    if (tokens < 1)
        return false;
    m_tokens = tokens - 1;
    m_at = now;
    return true;
}

void RateLimit::charge(Instant now)
{
    m_tokens = std::max(tokensAt(now) - 1, -m_burst);
    m_at = now;
}

Instant RateLimit::nextAt(Instant now) const
{
    const double missing = 1 - tokensAt(now);
    if (missing <= 0)
        return now;
    return now + std::chrono::ceil<Millis>(Seconds(missing / m_perSecond));
}

} // namespace lockscope::watch
