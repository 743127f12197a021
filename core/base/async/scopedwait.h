// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/deadlinequeue.h"
#include "core/base/async/pending.h"
#include "core/base/clock.h"

#include <coroutine>
#include <list>
#include <optional>

namespace lockscope::detail {

// The awaitables in which the tasks of a TaskScope are suspended, ended by a deadline or the scope.
// For TaskScope alone; one thread.

// One suspended wait, linked into its scope. Lives in the waiting coroutine's frame.
class ScopedWait
{
public:
    virtual void cancel() = 0;

protected:
    ~ScopedWait() = default;
};

// All that are suspended in one scope, and their deadlines. Once cancelled none suspends any more.
class ScopedWaits
{
public:
    using Link = std::list<ScopedWait *>::iterator;

    bool isCancelled() const { return m_cancelled; }
    void cancelAll();

    Link add(ScopedWait *wait) { return m_waits.insert(m_waits.end(), wait); }
    void remove(Link link) { m_waits.erase(link); }
    DeadlineQueue &deadlines() { return m_deadlines; }

private:
    bool m_cancelled = false;
    std::list<ScopedWait *> m_waits;
    DeadlineQueue m_deadlines;
};

tl::unexpected<Error> cancelledError();

// Until the result is there, the deadline or the scope's end.
template <typename T>
class PendingWait final : public ScopedWait
{
public:
    PendingWait(ScopedWaits &waits, Pending<T> pending, Millis deadline)
        : m_waits(waits)
        , m_pending(std::move(pending))
        , m_deadline(deadline)
    {}
    // Never moved while suspended: co_await works on the temporary in place.
    PendingWait(PendingWait &&) noexcept = default;

    bool await_ready() const { return m_pending.isReady() || m_waits.isCancelled(); }

    void await_suspend(std::coroutine_handle<> waiter)
    {
        m_waiter = waiter;
        m_link = m_waits.add(this);
        m_timer = m_waits.deadlines().add(std::chrono::steady_clock::now() + m_deadline,
                                          [this] { expire(); });
        m_pending.then([this](Result<T> &&result) {
            m_waits.deadlines().remove(m_timer);
            finish(std::move(result));
        });
    }

    Result<T> await_resume()
    {
        if (m_result)
            return std::move(*m_result);
        if (m_pending.isReady() && !m_waits.isCancelled())
            return m_pending.take();
        return cancelledError();
    }

    void cancel() override
    {
        m_waits.deadlines().remove(m_timer);
        m_pending = {};
        finish(cancelledError());
    }

private:
    void expire()
    {
        m_pending = {};
        finish(fail(ErrorKind::Timeout, Sentence::say("no reply in time")));
    }

    void finish(Result<T> result)
    {
        m_waits.remove(m_link);
        m_result = std::move(result);
        m_waiter.resume();
    }

    ScopedWaits &m_waits;
    Pending<T> m_pending;
    Millis m_deadline;
    std::coroutine_handle<> m_waiter;
    ScopedWaits::Link m_link;
    DeadlineQueue::Handle m_timer;
    std::optional<Result<T>> m_result;
};

// For a time, or until the scope's end.
class SleepWait final : public ScopedWait
{
public:
    SleepWait(ScopedWaits &waits, Millis duration)
        : m_waits(waits)
        , m_duration(duration)
    {}

    bool await_ready() const { return m_waits.isCancelled(); }
    void await_suspend(std::coroutine_handle<> waiter);
    Result<void> await_resume() const;
    void cancel() override;

private:
    void wake();

    ScopedWaits &m_waits;
    Millis m_duration;
    std::coroutine_handle<> m_waiter;
    ScopedWaits::Link m_link;
    DeadlineQueue::Handle m_timer;
};

} // namespace lockscope::detail
