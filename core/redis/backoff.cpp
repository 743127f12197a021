// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/backoff.h"

#include <algorithm>

namespace lockscope::redis {

namespace {

constexpr Millis firstStep{50};
constexpr Millis longestStep{1000};
constexpr Millis longestStepAfterLongAbsence{5000};
constexpr Millis longestStepThrownOut{4000};
constexpr std::chrono::minutes longAbsence{1};

} // namespace

Millis Backoff::next(Instant now, double chance, Failure failure)
{
    if (!m_awaySince)
        m_awaySince = now;
    const Millis most = now - *m_awaySince >= longAbsence ? longestStepAfterLongAbsence
        : failure == Failure::ThrownOut                   ? longestStepThrownOut
                                                          : longestStep;
    m_step = std::clamp(m_step * 2, firstStep, most);
    const double share = 1.0 - std::clamp(chance, 0.0, 1.0) / 2;
    return std::chrono::duration_cast<Millis>(m_step * share);
}

void Backoff::reset()
{
    m_awaySince.reset();
    m_step = Millis(0);
}

} // namespace lockscope::redis
