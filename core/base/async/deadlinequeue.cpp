// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/deadlinequeue.h"

#include <algorithm>

namespace lockscope {

DeadlineQueue::DeadlineQueue()
{
    prepare();
}

DeadlineQueue::DeadlineQueue(const Clock &clock)
    : m_clock(clock)
{
    prepare();
}

void DeadlineQueue::prepare()
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { fire(); });
}

DeadlineQueue::~DeadlineQueue()
{
    if (m_destroyed != nullptr)
        *m_destroyed = true;
}

DeadlineQueue::Handle DeadlineQueue::add(Instant at, Callback callback)
{
    const Handle handle = m_deadlines.emplace(at, std::move(callback));
    if (at < m_armedFor)
        arm();
    return handle;
}

void DeadlineQueue::remove(Handle handle)
{
    // The timer is left as it is: it fires once too early at worst, finds nothing due and is set
    // anew. Most deadlines are removed long before they are due, and this makes that cheap.
    m_deadlines.erase(handle);
}

void DeadlineQueue::fire()
{
    bool destroyed = false;
    m_destroyed = &destroyed;
    m_armedFor = Instant::max();
    const Instant now = m_clock.now();
    while (!m_deadlines.empty() && m_deadlines.begin()->first <= now) {
        const Callback callback = std::move(m_deadlines.begin()->second);
        m_deadlines.erase(m_deadlines.begin());
        callback();
        if (destroyed)
            return;
    }
    m_destroyed = nullptr;
    arm();
}

void DeadlineQueue::arm()
{
    if (m_deadlines.empty() || m_destroyed != nullptr)
        return; // fire() arms when its callbacks are through
    const Instant at = m_deadlines.begin()->first;
    const auto wait = std::chrono::ceil<Millis>(at - m_clock.now());
    constexpr Millis day = std::chrono::hours(24);
    m_armedFor = at;
    m_timer.start(std::clamp(wait, Millis(0), day));
}

} // namespace lockscope
