// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QTimer>

#include <functional>
#include <map>

namespace lockscope {

// Any number of deadlines behind one precise timer. Lives on the thread that made it, whose event
// loop drives it; owns the callbacks. A callback may add and remove deadlines and may destroy the
// queue. Removing a deadline that has fired is not allowed: forget the handle in the callback.
class DeadlineQueue
{
public:
    using Callback = std::function<void()>;
    using Handle = std::multimap<Instant, Callback>::iterator;

    DeadlineQueue();
    // Deadlines are instants of this clock, which must outlive the queue. A clock that jumps ahead
    // does not wake the queue: the timer keeps the time that it was set for.
    explicit DeadlineQueue(const Clock &clock);
    ~DeadlineQueue();
    DeadlineQueue(const DeadlineQueue &) = delete;
    DeadlineQueue &operator=(const DeadlineQueue &) = delete;

    Handle add(Instant at, Callback callback);
    void remove(Handle handle);
    bool isEmpty() const { return m_deadlines.empty(); }

private:
    void prepare();
    void fire();
    void arm();

    const SystemClock m_systemClock;
    const Clock &m_clock = m_systemClock;
    std::multimap<Instant, Callback> m_deadlines;
    QTimer m_timer;
    Instant m_armedFor = Instant::max();
    bool *m_destroyed = nullptr; // set while callbacks run
};

} // namespace lockscope
