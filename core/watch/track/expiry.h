// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/format/reading.h"
#include "core/watch/record/serverclock.h"

#include <optional>

namespace lockscope::watch {

// When keys expire on servers that tell only the time to live (older than 7.0, or PEXPIRETIME is
// not permitted). PTTL counts from the instant of the answer, so TIME is asked before and after it:
// the server computes both from one clock, and mostly both fall into the same millisecond. Plain
// functions over values.

// The server's time, no earlier and no later than this.
struct ServerSpan {
    format::ServerMs from = 0;
    format::ServerMs to = 0;

    friend bool operator==(const ServerSpan &, const ServerSpan &) = default;
};

// The answer of TIME in milliseconds; empty if it is something else.
std::optional<format::ServerMs> serverTimeOf(const Reply &reply);

// When commands were answered: between the answers of TIME `before` and `after` them, or, if these
// tell nothing, while they were under way.
ServerSpan spanBetween(const Reply &before, const Reply &after, const ServerSpan &underWay);

// While commands were under way, by our idea of the server's clock.
ServerSpan spanOf(const ServerClock &clock, Instant sent, Instant answered);

// When a key expires that had `left` to live at that time.
ServerSpan expiryAfter(const ServerSpan &answered, qint64 left);

// Whether a key that expires then may be one that was known to expire at `known`, or up to `slack`
// later.
bool mayBeSame(const ServerSpan &expiry, format::ServerMs known, format::ServerMs slack);

// Sets the key's expiry. An expiry that fits the known one leaves it as it is, so that only a
// change shows.
void setExpiry(format::RawKey &key, const ServerSpan &expiry,
               const std::optional<format::ServerMs> &known, format::ServerMs slack);

} // namespace lockscope::watch
