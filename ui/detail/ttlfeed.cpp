// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/ttlfeed.h"

#include <algorithm>

namespace lockscope::ui {

Instant instantOf(WallInstant at, const Clock &clock)
{
    return clock.now() - (clock.wallNow() - at);
}

WallInstant wallInstantOf(Instant at, const Clock &clock)
{
    return clock.wallNow() - std::chrono::floor<Millis>(clock.now() - at);
}

std::vector<UnseenTime> unseenTimes(const insight::HoldHistory &history, const watch::LockId &lock,
                                    Instant since, const Clock &clock)
{
    const WallInstant begin = wallInstantOf(since, clock);
    std::vector<UnseenTime> all;
    for (const insight::WatchHole &hole : history.holes()) {
        if (hole.isOutage && hole.to && *hole.to >= begin && history.concerns(hole, lock))
            all.push_back({instantOf(hole.from, clock), instantOf(*hole.to, clock)});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const UnseenTime &a, const UnseenTime &b) { return a.from < b.from; });
    std::vector<UnseenTime> apart;
    for (const UnseenTime &time : all) {
        if (apart.empty() || time.from > apart.back().to)
            apart.push_back(time);
        else
            apart.back().to = std::max(apart.back().to, time.to);
    }
    return apart;
}

void TtlFeed::begin(const std::vector<watch::Event> &events)
{
    m_trace = insight::TtlTrace();
    m_last.reset();
    m_isNoted = false;
    note(events);
}

void TtlFeed::note(const std::vector<watch::Event> &events)
{
    for (const watch::Event &event : events)
        m_trace.note(event, instantOf(event.at, m_clock));
}

bool TtlFeed::note(const watch::LockPointer &lock)
{
    if (m_isNoted && lock == m_last)
        return false;
    m_isNoted = true;
    m_last = lock;
    m_trace.note(lock.get(), m_clock.now());
    return true;
}

} // namespace lockscope::ui
