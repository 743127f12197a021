// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/serverclock.h"

#include <algorithm>

namespace lockscope::watch {

namespace {

// True if the server can have given this time in between, by the known sample. Else its clock was
// set.
bool mayBe(const ServerClock &known, Instant::duration roundTrip, format::ServerMs server,
           Instant sent, Instant answered)
{
    constexpr format::ServerMs rounding = 3; // of both samples, and drift
    const auto slack = std::chrono::ceil<Millis>(roundTrip / 2).count() + rounding;
    return server >= known.serverTime(sent) - slack && server <= known.serverTime(answered) + slack;
}

} // namespace

void ServerClock::sample(format::ServerMs server, Instant sent, Instant answered)
{
    // An old sample gives way to a worse one: clocks drift apart by some ten microseconds a second.
    constexpr auto lifetime = std::chrono::seconds(60);
    const auto roundTrip = answered - sent;
    const bool isWorse = roundTrip > m_roundTrip && answered - m_sampledAt < lifetime;
    if (m_known && isWorse && mayBe(*this, m_roundTrip, server, sent, answered))
        return;
    m_known = true;
    m_server = server;
    m_local = sent + roundTrip / 2;
    m_sampledAt = answered;
    m_roundTrip = roundTrip;
}

void ServerClock::assume(format::ServerMs server, Instant at)
{
    if (m_known)
        return;
    m_server = server;
    m_local = at;
}

format::ServerMs ServerClock::serverTime(Instant at) const
{
    return m_server + std::chrono::floor<Millis>(at - m_local).count();
}

Instant ServerClock::localTime(format::ServerMs server) const
{
    // Far deadlines (a key may expire in 292 million years) must not overflow nanoseconds.
    constexpr format::ServerMs year = 366LL * 24 * 3600 * 1000;
    const format::ServerMs ahead =
        std::clamp(server, m_server - year, m_server + 100 * year) - m_server;
    return m_local + Millis(ahead);
}

std::optional<ClockOffset> ServerClock::offsetFrom(WallInstant wall, Instant at) const
{
    if (!m_known)
        return std::nullopt;
    // The answer came from anywhere in the round trip, and both clocks are read in milliseconds.
    const Millis uncertainty = std::chrono::ceil<Millis>(m_roundTrip / 2) + Millis(1);
    return ClockOffset{Millis(serverTime(at)) - wall.time_since_epoch(), uncertainty};
}

} // namespace lockscope::watch
