// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <optional>
#include <vector>

namespace lockscope::recorder {

// Any number of durations in a few kilobytes: each is counted in a step that is at most 1/64 wide,
// so a percentile is at most that much too long. A value, one thread.
class Durations
{
public:
    void add(Millis span); // a negative one counts as none
    qint64 count() const { return m_count; }
    Millis sum() const { return m_sum; }
    Millis longest() const { return m_longest; }
    // The duration that this many of a hundred do not exceed; empty: there are none.
    std::optional<Millis> percentile(int percent) const;

private:
    std::vector<qint64> m_steps; // how many are in each
    qint64 m_count = 0;
    Millis m_sum{0};
    Millis m_longest{0};
};

} // namespace lockscope::recorder
