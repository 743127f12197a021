// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/format/reading.h"

#include <optional>

namespace lockscope::watch {

// The offset of a server's wall clock from ours (positive: ahead), and its greatest error.
struct ClockOffset {
    Millis offset{0};
    Millis uncertainty{0};

    friend bool operator==(const ClockOffset &, const ClockOffset &) = default;
};

// The server's clock as seen from ours: TIME's answer is placed in the middle of its round trip,
// and the sample with the shortest one of the recent past counts. Plain value, no I/O.
class ServerClock
{
public:
    // An answer of TIME, in server milliseconds, and when the command was sent and answered.
    void sample(format::ServerMs server, Instant sent, Instant answered);
    bool isKnown() const { return m_known; }

    // Without a sample, takes the caller's present time for the server's.
    void assume(format::ServerMs server, Instant at);

    format::ServerMs serverTime(Instant at) const;
    Instant localTime(format::ServerMs server) const;

    // The offset of the server's clock from ours, which shows `wall` at that instant. Empty without
    // a sample.
    std::optional<ClockOffset> offsetFrom(WallInstant wall, Instant at) const;

private:
    bool m_known = false;
    format::ServerMs m_server = 0;
    Instant m_local;
    Instant m_sampledAt;
    Instant::duration m_roundTrip{};
};

} // namespace lockscope::watch
