// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <array>
#include <optional>

namespace lockscope::watch {

// The renewals of a hold, learned from the recent ones: the lease that each sets, and the time
// between them (reference: redisson-layout §14 and §15). A watchdog renews every third of the
// lease; its first renewal may come at any time up to that, since newer clients renew all their
// locks in one tick. Other libraries have periods of their own. Medians, so that one late reading,
// or one that shows two renewals at once, changes nothing. Plain values, any thread.
class Rhythm
{
public:
    // A new possession, or a re-entry: its lease may be another one.
    void restart(std::optional<Millis> lease);
    // A renewal moved the deadline on by `moved` and left `lease` to live.
    void renewed(Millis moved, std::optional<Millis> lease);

    // Empty: not known yet.
    std::optional<Millis> lease() const;
    // The usual time between renewals; empty: fewer than two of them were seen after the first.
    std::optional<Millis> period() const;
    // The latest renewals came in even steps, whole periods apart: a timer at work.
    bool isRegular() const;

    friend bool operator==(const Rhythm &, const Rhythm &) = default;

    // Shows all its numbers to `visit`, which may replace them: to store them in little memory.
    template <typename Self, typename Visit>
    static void visitNumbers(Self &rhythm, Visit &visit)
    {
        // A member that is added has to be shown, too: until it is named here this does not
        // compile.
        [[maybe_unused]] const auto &[leases, intervals, first, isFirst] = rhythm;
        [[maybe_unused]] const auto &[values, count, next] = leases;
        visit(rhythm.m_first);
        visit(rhythm.m_isFirst);
        for (auto *samples : {&rhythm.m_leases, &rhythm.m_intervals}) {
            visit(samples->count);
            visit(samples->next);
            for (std::size_t i = 0; i < samples->count; ++i)
                visit(samples->values[i]);
        }
    }

private:
    // The latest few, in no order.
    struct Samples {
        std::array<qint32, 5> values{}; // ms
        quint8 count = 0;
        quint8 next = 0;

        void add(Millis value);
        std::optional<Millis> median() const;
        friend bool operator==(const Samples &, const Samples &) = default;
    };

    bool comesInStepsOf(Millis step) const;

    Samples m_leases; // of renewals
    Samples m_intervals;
    std::optional<Millis> m_first; // the lease at the beginning
    bool m_isFirst = true; // the next renewal is the first, and tells no period
};

// The lease as it was probably asked for, from the time that was left when it was read: the reading
// comes some milliseconds late, on a loaded machine more, and people choose round leases.
std::optional<Millis> askedLease(std::optional<Millis> left);

// With less time left than this, the renewal of that lease is overdue: two thirds less a second,
// but not less than a third, which counts for leases below three seconds. If renewals are known to
// come more rarely than every third, the time that they leave replaces the two thirds.
Millis overdueBelow(Millis lease, std::optional<Millis> period = std::nullopt);

// With less time left than this, two renewals were missed: the holder is presumed dead or cut off.
// 0 if a lease does not last for two.
Millis presumedDeadBelow(Millis lease, std::optional<Millis> period = std::nullopt);

} // namespace lockscope::watch
