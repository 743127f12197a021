// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/lock/lock.h"

namespace lockscope::faults {

// A lock by raw commands, independent of core/lock's engine, which can be told to do one thing
// wrong. The checkers must find it. Here is what the workers do not use of a Lock.
class RawLock : public lock::Lock
{
public:
    RawLock(LockName name, QByteArray kind)
        : m_name(std::move(name))
        , m_kind(std::move(kind))
    {}

    LockName name() const override { return m_name; }
    QByteArray kind() const override { return m_kind; }
    Pending<lock::ExtendOutcome> extend(OwnerId owner, Millis time) override;
    Pending<bool> forceUnlock() override;
    Pending<bool> isLocked() override;
    Pending<qint64> holdCount(OwnerId owner) override;
    Pending<lock::TimeToLive> remainingTimeToLive() override;
    std::optional<Millis> validityLeft(const OwnerId &owner) const override;
    void setWatchdogRunning(const OwnerId &owner, bool running) override;
    void setLostHandler(LostHandler handler) override { m_lostHandler = std::move(handler); }
    OwnerId newOwner() const override;

protected:
    const LockName m_name;
    const QByteArray m_kind;
    LostHandler m_lostHandler;
    SystemClock m_clock;
};

} // namespace lockscope::faults
