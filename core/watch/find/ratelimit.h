// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace lockscope::watch {

// A token bucket: `burst` at once, `perSecond` on the long run, so at most burst + perSecond in any
// one second. A value with the time passed in.
class RateLimit
{
public:
    RateLimit(double perSecond, double burst)
        : m_perSecond(perSecond)
        , m_burst(burst)
        , m_tokens(burst)
    {}

    // Takes a token if there is one.
    bool take(Instant now);
    // Takes a token whether there is one or not: later callers wait for it instead.
    void charge(Instant now);
    // When take() will succeed next.
    Instant nextAt(Instant now) const;
    // True if nothing was taken for so long that the bucket is full again.
    bool isFull(Instant now) const { return tokensAt(now) >= m_burst; }

private:
    double tokensAt(Instant now) const;

    double m_perSecond;
    double m_burst;
    double m_tokens;
    Instant m_at = Instant::min();
};

} // namespace lockscope::watch
