// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Holds over a suspension of the machine: leases go on, the monotonic clock does not.
#include "core/lock/single/holdbook.h"

using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// Less than that is what lies between two readings of clocks.
constexpr Millis shortestSleep = 5ms;
// The number of sleeps that are remembered for answers that are on their way.
constexpr std::size_t mostSleeps = 16;

} // namespace

// A single reading may say too little.
Millis HoldBook::sleptSoFar() const
{
    return std::max({m_suspension.total(), m_suspension.total(), m_suspension.total()});
}

Instant HoldBook::now()
{
    noteSleep();
    return m_clock.now();
}

// Answered after a sleep, asked for before it.
Instant HoldBook::asIfAwake(Instant askedAt) const
{
    Instant since = askedAt;
    for (const auto &[notedAt, slept] : m_sleeps) {
        if (notedAt > askedAt)
            since -= slept;
    }
    return since;
}

// All holds are in doubt at once: their times have gone on, and changes of their keys may not have
// been heard of.
void HoldBook::noteSleep()
{
    if (m_suspension.total() - m_slept < shortestSleep)
        return;
    const Millis slept = sleptSoFar() - m_slept;
    m_slept += slept;
    if (m_sleeps.size() == mostSleeps)
        m_sleeps.erase(m_sleeps.begin());
    m_sleeps.emplace_back(m_clock.now(), slept);
    for (auto &[key, entry] : m_entries) {
        entry.hold->setBack(slept);
        onEndMoved(entry);
        renewSoon(entry, m_clock.now());
    }
    if (!m_entries.empty())
        m_deadlines.add({}, [this] { onKeysChanged({}); });
}

} // namespace lockscope::lock
