// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <optional>
#include <utility>

namespace lockscope::ui {

// The time of the picture: that of another clock, or, while the picture is frozen, the moment of
// freezing. All ages and times to live shown stand still with it. GUI thread; the other clock must
// outlive it.
class ShownClock final : public Clock
{
public:
    explicit ShownClock(const Clock &clock)
        : m_clock(clock)
    {}

    void freeze() { m_frozen = std::pair(m_clock.now(), m_clock.wallNow()); }
    void goOn() { m_frozen.reset(); }

    Instant now() const override { return m_frozen ? m_frozen->first : m_clock.now(); }
    WallInstant wallNow() const override { return m_frozen ? m_frozen->second : m_clock.wallNow(); }

private:
    const Clock &m_clock;
    std::optional<std::pair<Instant, WallInstant>> m_frozen;
};

} // namespace lockscope::ui
