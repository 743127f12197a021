// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/pending.h"
#include "core/base/clock.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTimer>

#include <utility>

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

// A result whose value may be asked for without a look: where there is an error instead, the suite
// ends with it. The library leaves that undefined, and a test that went on would mean nothing.
template <typename T>
class Awaited : public Result<T>
{
public:
    Awaited(Result<T> result)
        : Result<T>(std::move(result))
    {}

    const T &operator*() const & { return check(), Result<T>::operator*(); }
    T &operator*() & { return check(), Result<T>::operator*(); }
    T &&operator*() && { return check(), std::move(Result<T>::operator*()); }
    const T *operator->() const { return check(), Result<T>::operator->(); }
    T *operator->() { return check(), Result<T>::operator->(); }

private:
    void check() const
    {
        if (!this->has_value())
            qFatal("no value: %s", qPrintable(this->error().text.english()));
    }
};
template <>
class Awaited<void> : public Result<void>
{
public:
    Awaited(Result<void> result)
        : Result<void>(std::move(result))
    {}
};

// Runs the event loop until the result is there.
template <typename T>
Awaited<T> await(Pending<T> pending, Millis deadline = patience)
{
    if (!eventually([&] { return pending.isReady(); }, deadline))
        return Result<T>(fail(ErrorKind::Internal, QStringLiteral("the test ran out of patience")));
    return pending.take();
}

} // namespace lockscope::test
