// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <functional>
#include <memory>

namespace lockscope::platform {

// The time for which the machine was suspended. The monotonic clock, which all instants use, stands
// still meanwhile; leases on servers do not. A dependency, so that it can be tested. Any thread.
class Suspension
{
public:
    Suspension() = default;
    Suspension(const Suspension &) = delete;
    Suspension &operator=(const Suspension &) = delete;
    virtual ~Suspension() = default;

    // The total since the machine was started; never too much, but too little by the time that
    // passed between the readings of two clocks. Cheap.
    virtual Millis total() const = 0;

    // Linux: CLOCK_BOOTTIME against CLOCK_MONOTONIC. Elsewhere none is known of.
    static const Suspension &ofThisMachine();
};

// Calls back on its own thread, from the event loop, when the machine has woken up, and also when
// its wall clock was set. Linux; elsewhere never.
class WakeNotice
{
public:
    explicit WakeNotice(std::function<void()> callback);
    ~WakeNotice();
    WakeNotice(const WakeNotice &) = delete;
    WakeNotice &operator=(const WakeNotice &) = delete;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::platform
