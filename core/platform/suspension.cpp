// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/suspension.h"

#include <QtGlobal>

#include <algorithm>

#ifdef Q_OS_LINUX
#include "core/platform/descriptor.h"

#include <QSocketNotifier>

#include <sys/timerfd.h>
#include <unistd.h>

#include <ctime>
#endif

using namespace std::chrono_literals;

namespace lockscope::platform {

#ifdef Q_OS_LINUX

namespace {

std::chrono::nanoseconds readClock(clockid_t clock)
{
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

class MachineSuspension final : public Suspension
{
public:
    Millis total() const override
    {
        const auto sinceBoot = readClock(CLOCK_BOOTTIME);
        const auto slept = std::chrono::floor<Millis>(sinceBoot - readClock(CLOCK_MONOTONIC));
        return std::max(slept, Millis(0));
    }
};

} // namespace

struct WakeNotice::Private {
    explicit Private(std::function<void()> callback)
        : timer(::timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK))
    {
        if (!timer.isOpen())
            return;
        arm();
        notifier = std::make_unique<QSocketNotifier>(timer.number(), QSocketNotifier::Read);
        QObject::connect(notifier.get(), &QSocketNotifier::activated, notifier.get(),
                         [this, callback = std::move(callback)] {
                             std::uint64_t times = 0;
                             (void)!::read(timer.number(), &times, sizeof(times));
                             arm();
                             callback();
                         });
    }

    // It never fires on its own: it is cancelled when the wall clock jumps, as it does on waking
    // up.
    void arm() const
    {
        itimerspec never{};
        never.it_value.tv_sec = std::time_t(1) << 40;
        ::timerfd_settime(timer.number(), TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never,
                          nullptr);
    }

    const Descriptor timer;
    std::unique_ptr<QSocketNotifier> notifier; // goes before the timer
};

#else

namespace {

class MachineSuspension final : public Suspension
{
public:
    Millis total() const override { return {}; }
};

} // namespace

struct WakeNotice::Private {
    explicit Private(const std::function<void()> & /*callback*/) {}
};

#endif

const Suspension &Suspension::ofThisMachine()
{
    static const MachineSuspension machine;
    return machine;
}

WakeNotice::WakeNotice(std::function<void()> callback)
    : m_d(std::make_unique<Private>(std::move(callback)))
{}

WakeNotice::~WakeNotice() = default;

} // namespace lockscope::platform
