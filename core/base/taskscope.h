// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/deadlinequeue.h"
#include "core/base/pending.h"

#include <QCoroTask>

#include <coroutine>
#include <list>
#include <type_traits>

namespace lockscope {

class TaskScope;

namespace detail {

// One suspended wait, linked into its scope. Lives in the waiting coroutine's frame.
class ScopedWait
{
public:
    virtual void cancel() = 0;

protected:
    ~ScopedWait() = default;
};

template <typename T>
struct TaskValue {
    using Type = T;
    static Result<T> wrap(T value) { return Result<T>(std::move(value)); }
};
template <>
struct TaskValue<void> {
    using Type = void;
};
template <typename T>
struct TaskValue<Result<T>> {
    using Type = T;
    static Result<T> wrap(Result<T> value) { return value; }
};

} // namespace detail

// Owns the coroutines that work for one object. QCoro 0.8 starts a task at once, cannot cancel it
// and lets it run on when its Task is destroyed; the scope adds what is missing:
//
//   state      start()                    wait(), sleep()           cancel()
//   open       runs the task              suspend until the result, every suspended wait resumes
//   with
//                                         the deadline or cancel    ErrorKind::Cancelled ->
//                                         cancelled
//   cancelled  answers Cancelled,         answer Cancelled at once, nothing
//              starts nothing             without suspending
//
// The destructor cancels, and by the time it returns every task has run to its end while the owner
// was still whole: declare the scope as the *last* member, so that it dies first. A task that goes
// on waiting after a cancel is a programming error and aborts by name, as does destroying a scope
// from inside one of its own tasks (use deleteLater). Tasks may suspend only in waits of a scope
// or in other tasks. One thread, the one that made the scope; its event loop drives the deadlines.
class TaskScope
{
public:
    explicit TaskScope(const char *name);
    ~TaskScope();
    TaskScope(const TaskScope &) = delete;
    TaskScope &operator=(const TaskScope &) = delete;

    // Runs `function`, a callable without arguments that returns a QCoro::Task, up to its first
    // wait. The callable lives as long as the task. The result, or Cancelled, is in the Pending,
    // which may be dropped: the task runs on all the same.
    template <typename Function>
    auto start(Function function)
    {
        using TaskType = std::invoke_result_t<Function &>;
        using Value = typename TaskType::value_type;
        using Answer = typename detail::TaskValue<Value>::Type;
        Completion<Answer> done;
        auto pending = done.pending();
        if (!m_cancelled)
            run<Value>(this, std::move(function), std::move(done));
        return pending;
    }

    // Ends all waits. Tasks may still be finishing on return only if cancel() was called from
    // inside one of them.
    void cancel();
    bool isCancelled() const { return m_cancelled; }
    std::size_t liveTasks() const { return m_live; }

    // co_await scope.wait(pending, deadline): the result, or Timeout after `deadline`, or
    // Cancelled. The producer is told when nobody waits any more.
    template <typename T>
    [[nodiscard]] auto wait(Pending<T> pending, Millis deadline)
    {
        return Wait<T>(*this, std::move(pending), deadline);
    }

    // co_await scope.sleep(duration): a value after that time, or Cancelled.
    [[nodiscard]] auto sleep(Millis duration) { return Sleep(*this, duration); }

private:
    using Waits = std::list<detail::ScopedWait *>;

    template <typename T>
    class Wait final : public detail::ScopedWait
    {
    public:
        Wait(TaskScope &scope, Pending<T> pending, Millis deadline)
            : m_scope(scope)
            , m_pending(std::move(pending))
            , m_deadline(deadline)
        {}
        // Never moved while suspended: co_await works on the temporary in place.
        Wait(Wait &&) noexcept = default;

        bool await_ready() const { return m_pending.isReady() || m_scope.isCancelled(); }

        void await_suspend(std::coroutine_handle<> waiter)
        {
            m_waiter = waiter;
            m_link = m_scope.link(this);
            m_timer = m_scope.m_deadlines.add(std::chrono::steady_clock::now() + m_deadline,
                                              [this] { expire(); });
            m_pending.then([this](Result<T> &&result) {
                m_scope.m_deadlines.remove(m_timer);
                finish(std::move(result));
            });
        }

        Result<T> await_resume()
        {
            if (m_result)
                return std::move(*m_result);
            if (m_pending.isReady() && !m_scope.isCancelled())
                return m_pending.take();
            return TaskScope::cancelled();
        }

        void cancel() override
        {
            m_scope.m_deadlines.remove(m_timer);
            m_pending = {};
            finish(TaskScope::cancelled());
        }

    private:
        void expire()
        {
            m_pending = {};
            finish(fail(ErrorKind::Timeout, QStringLiteral("no answer in time")));
        }

        void finish(Result<T> result)
        {
            m_scope.unlink(m_link);
            m_result = std::move(result);
            m_waiter.resume();
        }

        TaskScope &m_scope;
        Pending<T> m_pending;
        Millis m_deadline;
        std::coroutine_handle<> m_waiter;
        Waits::iterator m_link;
        DeadlineQueue::Handle m_timer;
        std::optional<Result<T>> m_result;
    };

    class Sleep final : public detail::ScopedWait
    {
    public:
        Sleep(TaskScope &scope, Millis duration)
            : m_scope(scope)
            , m_duration(duration)
        {}

        bool await_ready() const { return m_scope.isCancelled(); }
        void await_suspend(std::coroutine_handle<> waiter);
        Result<void> await_resume() const;
        void cancel() override;

    private:
        void wake();

        TaskScope &m_scope;
        Millis m_duration;
        std::coroutine_handle<> m_waiter;
        Waits::iterator m_link;
        DeadlineQueue::Handle m_timer;
    };

    static tl::unexpected<Error> cancelled();
    Waits::iterator link(detail::ScopedWait *wait) { return m_waits.insert(m_waits.end(), wait); }
    void unlink(Waits::iterator link) { m_waits.erase(link); }

    template <typename Value, typename Function, typename Answer>
    static QCoro::Task<> run(TaskScope *scope, Function function, Completion<Answer> done)
    {
        ++scope->m_live;
        if constexpr (std::is_void_v<Value>) {
            co_await function();
            --scope->m_live;
            done.complete(Result<void>());
        } else {
            Value value = co_await function();
            --scope->m_live;
            done.complete(detail::TaskValue<Value>::wrap(std::move(value)));
        }
        // The scope may be gone from here on.
    }

    const char *m_name;
    bool m_cancelled = false;
    std::size_t m_live = 0;
    Waits m_waits;
    DeadlineQueue m_deadlines;
};

} // namespace lockscope
