// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QString>

#include <algorithm>
#include <array>

namespace lockscope::watch {

// Keeps work on a server to a share of the time: each call is paid for by a pause. Time that a
// timer oversleeps counts, so that the share holds over many short pauses. A value with the time
// passed in.
class Pacing
{
public:
    using Cost = std::chrono::nanoseconds;

    // `share` is in (0, 1]. The first `free` of cost needs no pause: little is there at once.
    Pacing(double share, Cost free);

    void setShare(double share);
    // The free part is there again.
    void restart();

    void charge(Cost cost);
    // The pause that is due now; zero: not yet worth a timer.
    Millis due() const;
    void paused(Cost time);

private:
    Cost pauseFor(Cost cost) const;

    double m_share;
    Cost m_freeAtStart;
    Cost m_free;
    Cost m_debt{0}; // of pausing
};

// Estimates the cost of a walk's steps on the server from the time until their answers. That time
// also contains the network, other work ahead in the same connection, and any load of this program
// and the machine. The least of the last few contains little of that. A value, as Pacing.
class StepCost
{
public:
    // Notes the duration of a command that costs next to nothing.
    void noteRoundTrip(Pacing::Cost took) { m_roundTrip = std::min(m_roundTrip, took); }
    // The cost of a step with that duration.
    Pacing::Cost of(Pacing::Cost took);

private:
    std::array<Pacing::Cost, 8> m_took{}; // the last ones
    std::size_t m_steps = 0;
    Pacing::Cost m_roundTrip = std::chrono::milliseconds(1);
};

// Parses "5%" or "5": a share of the time, above zero and up to 100%. InvalidInput names the fault.
Result<double> parseShare(const QString &text);

} // namespace lockscope::watch
