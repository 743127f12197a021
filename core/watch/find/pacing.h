// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QString>

#include <algorithm>
#include <array>

namespace lockscope::watch {

// Keeps work on a server to a share of the time: what a call took is paid for by a pause. What a
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
    // How long to pause now; zero: not yet worth a timer.
    Millis due() const;
    void paused(Cost time);

private:
    Cost pauseFor(Cost cost) const;

    double m_share;
    Cost m_freeAtStart;
    Cost m_free;
    Cost m_debt{0}; // of pausing
};

// What steps of a walk cost a server, judged by the time until their answers. That has more in it:
// the way there and back, other work before it in the same connection, and whatever else keeps this
// program and the machine busy. The least of the last few has little of that. A value, as Pacing.
class StepCost
{
public:
    // A command that costs next to nothing took so long.
    void noteRoundTrip(Pacing::Cost took) { m_roundTrip = std::min(m_roundTrip, took); }
    // The cost of a step that took so long.
    Pacing::Cost of(Pacing::Cost took);

private:
    std::array<Pacing::Cost, 8> m_took{}; // the last ones
    std::size_t m_steps = 0;
    Pacing::Cost m_roundTrip = std::chrono::milliseconds(1);
};

// "5%" or "5": a part of the time, more than nothing and at most all of it. InvalidInput says what
// is wrong.
Result<double> parseShare(const QString &text);

} // namespace lockscope::watch
