// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/pending.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTimer>

namespace lockscope::test {

// Long enough for a loaded machine, and for the slower code of a sanitizer on one: a test that
// waits this long has failed.
#ifdef LOCKSCOPE_SANITIZED // by the presets
inline constexpr Millis patience{90'000};
#else
inline constexpr Millis patience{20'000};
#endif

// Runs the event loop until the condition holds. Not QTest::qWaitFor, which sleeps ten milliseconds
// in each of its turns and makes everything that takes many turns slow.
template <typename Condition>
[[nodiscard]] bool eventually(Condition condition, Millis deadline = patience)
{
    if (condition())
        return true;
    bool holds = false;
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (holds = condition(); holds)
            loop.quit();
    });
    poll.start(Millis(1));
    QTimer::singleShot(deadline, &loop, &QEventLoop::quit);
    loop.exec();
    return holds;
}

// Runs the event loop until the result is there.
template <typename T>
Result<T> await(Pending<T> pending, Millis deadline = patience)
{
    if (!eventually([&] { return pending.isReady(); }, deadline))
        return fail(ErrorKind::Internal, QStringLiteral("the test ran out of patience"));
    return pending.take();
}

} // namespace lockscope::test
