// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/pacing.h"

#include "core/base/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

Pacing::Pacing(double share, Cost free)
    : m_share(1)
    , m_freeAtStart(free)
    , m_free(free)
{
    setShare(share);
}

void Pacing::setShare(double share)
{
    constexpr double least = 0.0001;
    m_share = std::clamp(share, least, 1.0);
}

void Pacing::restart()
{
    m_free = m_freeAtStart;
    m_debt = Cost(0);
}

Pacing::Cost Pacing::pauseFor(Cost cost) const
{
    return std::chrono::duration_cast<Cost>(cost * (1 / m_share - 1));
}

void Pacing::charge(Cost cost)
{
    const Cost given = std::min(cost, m_free);
    m_free -= given;
    m_debt += pauseFor(cost - given);
}

Millis Pacing::due() const
{
    constexpr Millis shortest{2};
    const auto pause = std::chrono::floor<Millis>(m_debt);
    return pause < shortest ? Millis(0) : pause;
}

void Pacing::paused(Cost time)
{
    // A long absence is no credit: a burst would be a stall.
    m_debt = std::max(m_debt - time, -pauseFor(std::chrono::milliseconds(1)));
}

Pacing::Cost StepCost::of(Pacing::Cost took)
{
    m_took[m_steps++ % m_took.size()] = took;
    const auto end =
        m_took.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(m_steps, m_took.size()));
    const Pacing::Cost least = *std::min_element(m_took.begin(), end);
    return std::max(least - m_roundTrip, least / 2);
}

Result<double> parseShare(const QString &text)
{
    const QString number = text.endsWith(u'%') ? text.chopped(1) : text;
    bool ok = false;
    const double percent = number.toDouble(&ok);
    if (!ok || !(percent > 0 && percent <= 100))
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("a share must be a percentage greater than 0 and at most 100, "
                                  "for example 5%, not \"%1\"")
                        .arg(visibleElided(text.toUtf8(), 40)));
    return percent / 100;
}

} // namespace lockscope::watch
