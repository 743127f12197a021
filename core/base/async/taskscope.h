// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/scopedwait.h"

#include <QCoroTask>

#include <type_traits>

namespace lockscope {

namespace detail {

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
//   state      start()              wait(), sleep()            cancel()
//   open       runs the task        suspend until the result,  -> cancelled; every wait that is
//                                   the deadline or cancel()   suspended resumes with Cancelled
//   cancelled  answers Cancelled,   answer Cancelled at once,  nothing
//              starts nothing       without suspending
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
        if (!isCancelled())
            run<Value>(this, std::move(function), std::move(done));
        return pending;
    }

    // Ends all waits. Tasks may still be finishing on return only if cancel() was called from
    // inside one of them.
    void cancel() { m_waits.cancelAll(); }
    bool isCancelled() const { return m_waits.isCancelled(); }
    std::size_t liveTasks() const { return m_live; }

    // co_await scope.wait(pending, deadline): the result, or Timeout after `deadline`, or
    // Cancelled. The producer is told when nobody waits any more.
    template <typename T>
    [[nodiscard]] auto wait(Pending<T> pending, Millis deadline)
    {
        return detail::PendingWait<T>(m_waits, std::move(pending), deadline);
    }

    // co_await scope.sleep(duration): a value after that time, or Cancelled.
    [[nodiscard]] auto sleep(Millis duration) { return detail::SleepWait(m_waits, duration); }

private:
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
    std::size_t m_live = 0;
    detail::ScopedWaits m_waits;
};

} // namespace lockscope
