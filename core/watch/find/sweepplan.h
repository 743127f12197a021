// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"

#include <functional>
#include <vector>

namespace lockscope::watch {

// Chooses the known locks that each turn of the sweep checks. While the server reports every
// change, a pass over all locks takes a quarter of a minute: each turn, once a second, checks a
// part of them. That is enough to notice within a second a command such as SWAPDB, which changes
// many locks without an event; after such a finding, every turn checks all locks for a while. Plain
// data with the time passed in, one thread.
class SweepPlan
{
public:
    static constexpr std::size_t most = 4000; // locks in a turn: a few milliseconds of the server

    // A new turn: call setNames() first if this says so.
    bool wantsNames() const { return m_names.size() <= most || m_isWhole; }
    void setNames(std::vector<LockName> names);

    // Something was missed: every turn checks all locks for the next minute.
    void hurry(Instant now);
    bool isHurried(Instant now) const { return now < m_hurriedUntil; }

    // The locks whose expiry times this turn compares.
    std::vector<LockName> toCompare(Instant now);
    // All the others, so that it is known how many differ.
    std::vector<LockName> others() const;
    // The locks whose listeners this turn counts.
    std::vector<LockName> toCount();
    // The locks that this turn reads whole, of those that have keys beside the main one.
    std::vector<LockName> toRead(Instant now,
                                 const std::function<bool(const LockName &)> &hasOtherKeys);

private:
    std::size_t partOf(Instant now) const;
    std::vector<LockName> take(std::size_t &cursor, std::size_t count);

    std::vector<LockName> m_names;
    std::size_t m_compared = 0; // where the next turn continues
    std::size_t m_counted = 0;
    std::size_t m_read = 0;
    std::vector<LockName> m_part; // of this turn
    bool m_isWhole = true; // all of the names were taken once: they are out of date
    Instant m_hurriedUntil = Instant::min();
};

} // namespace lockscope::watch
