// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>

namespace lockscope::ui {

// The latency of a server as it can be read: the median of the last measurements, which one late
// answer does not move, and the same as before until the median differs by an eighth. A value.
class SteadyLatency
{
public:
    using Latency = std::optional<std::chrono::microseconds>;

    // Empty: the server is not up, and earlier values are void.
    void add(const Latency &measured);
    const Latency &shown() const { return m_shown; }

private:
    static constexpr std::size_t window = 9;

    std::array<std::chrono::microseconds, window> m_last = {}; // a ring
    std::size_t m_count = 0; // of all that were added
    Latency m_shown;
};

} // namespace lockscope::ui
