// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace lockscope::console {

// The clock of a record: shows the time that is looked at, and stands still until it is set again,
// also to an earlier one. Any thread may read it; one sets it.
class PastClock final : public Clock
{
public:
    void set(Instant now, WallInstant wall)
    {
        m_now = now;
        m_wall = wall;
    }

    Instant now() const override { return m_now; }
    WallInstant wallNow() const override { return m_wall; }

private:
    std::atomic<Instant> m_now{};
    std::atomic<WallInstant> m_wall{};
};

} // namespace lockscope::console
