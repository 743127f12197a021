// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <optional>

namespace lockscope::redis {

// The pause before the next attempt to connect: 50 ms doubling to 1 s, and once the server has been
// away for a minute, to 5 s; each jittered down by up to half, so that the clients of a restarted
// server do not reconnect in step. A server that accepts a connection and closes it at once is
// overloaded: the doubling goes on to 4 s. A value; the time and the random number are passed in.
class Backoff
{
public:
    enum class Failure { NotReached, ThrownOut };
    // The wait after one more failure at `now`. `chance` is in [0, 1).
    Millis next(Instant now, double chance, Failure failure = Failure::NotReached);
    // Connected, and for long enough to count.
    void reset();

private:
    std::optional<Instant> m_awaySince;
    Millis m_step{0};
};

} // namespace lockscope::redis
