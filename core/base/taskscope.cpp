// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/taskscope.h"

#include <QtGlobal>

namespace lockscope {

TaskScope::TaskScope(const char *name)
    : m_name(name)
{}

TaskScope::~TaskScope()
{
    cancel();
    if (m_live != 0) {
        qFatal("scope %s: %zu task(s) outlive their owner: destroyed from inside a task, or a task "
               "waits outside the scope",
               m_name, m_live);
    }
}

void TaskScope::cancel()
{
    m_cancelled = true;
    // A resumed task finds every further wait cancelled, so it comes to its end and the list only
    // shrinks.
    while (!m_waits.empty())
        m_waits.front()->cancel();
}

tl::unexpected<Error> TaskScope::cancelled()
{
    return fail(ErrorKind::Cancelled, QStringLiteral("cancelled"));
}

void TaskScope::Sleep::await_suspend(std::coroutine_handle<> waiter)
{
    m_waiter = waiter;
    m_link = m_scope.link(this);
    m_timer =
        m_scope.m_deadlines.add(std::chrono::steady_clock::now() + m_duration, [this] { wake(); });
}

Result<void> TaskScope::Sleep::await_resume() const
{
    if (m_scope.isCancelled())
        return TaskScope::cancelled();
    return {};
}

void TaskScope::Sleep::wake()
{
    m_scope.unlink(m_link);
    m_waiter.resume();
}

void TaskScope::Sleep::cancel()
{
    m_scope.m_deadlines.remove(m_timer);
    wake();
}

} // namespace lockscope
