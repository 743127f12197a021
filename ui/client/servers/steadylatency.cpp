// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/servers/steadylatency.h"

#include <algorithm>

namespace lockscope::ui {

void SteadyLatency::add(const Latency &measured)
{
    if (!measured) {
        *this = {};
        return;
    }
    m_last[m_count++ % window] = *measured;
    const std::size_t known = std::min(m_count, window);
    auto sorted = m_last;
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(known));
    const std::chrono::microseconds median = sorted[known / 2];
    if (!m_shown || std::chrono::abs(median - *m_shown) * 8 >= *m_shown)
        m_shown = median;
}

} // namespace lockscope::ui
