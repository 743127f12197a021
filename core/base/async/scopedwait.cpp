// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/scopedwait.h"

namespace lockscope::detail {

void ScopedWaits::cancelAll()
{
    m_cancelled = true;
    // A resumed task finds every further wait cancelled, so it ends and the list only shrinks.
    while (!m_waits.empty())
        m_waits.front()->cancel();
}

tl::unexpected<Error> cancelledError()
{
    return fail(ErrorKind::Cancelled, Sentence::say("cancelled"));
}

void SleepWait::await_suspend(std::coroutine_handle<> waiter)
{
    m_waiter = waiter;
    m_link = m_waits.add(this);
    m_timer =
        m_waits.deadlines().add(std::chrono::steady_clock::now() + m_duration, [this] { wake(); });
}

Result<void> SleepWait::await_resume() const
{
    if (m_waits.isCancelled())
        return cancelledError();
    return {};
}

void SleepWait::wake()
{
    m_waits.remove(m_link);
    m_waiter.resume();
}

void SleepWait::cancel()
{
    m_waits.deadlines().remove(m_timer);
    wake();
}

} // namespace lockscope::detail
