// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <algorithm>

namespace lockscope::test {

// A clock that a test sets forward; waiting itself goes by the real one.
class ShiftedClock final : public Clock
{
public:
    Instant now() const override { return std::chrono::steady_clock::now() + m_shift; }
    WallInstant wallNow() const override { return SystemClock().wallNow() + m_shift; }
    void advance(Millis by) { m_shift += by; }

private:
    Millis m_shift{0};
};

// A clock that stands until a test sets it forward.
class ManualClock final : public Clock
{
public:
    Instant now() const override { return m_now; }
    WallInstant wallNow() const override
    {
        return WallInstant(std::chrono::floor<Millis>(m_now.time_since_epoch()));
    }
    void advance(Millis by) { m_now += by; }
    void advanceTo(Instant at) { m_now = std::max(m_now, at); }

private:
    Instant m_now{std::chrono::hours(1)};
};

} // namespace lockscope::test
