// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/client/rawlock.h"

#include <QRandomGenerator>

namespace lockscope::faults {

std::optional<Millis> RawLock::validityLeft(const OwnerId &owner) const
{
    const auto until = validUntil(owner);
    return until ? std::optional(std::chrono::floor<Millis>(*until - m_clock.now())) : std::nullopt;
}

OwnerId RawLock::newOwner() const
{
    return OwnerId(QByteArray::number(QRandomGenerator::global()->generate64(), 16));
}

Pending<lock::ExtendOutcome> RawLock::extend(OwnerId /*owner*/, Millis /*time*/)
{
    return Pending<lock::ExtendOutcome>::ready(lock::ExtendOutcome());
}
Pending<bool> RawLock::forceUnlock()
{
    return Pending<bool>::ready(false);
}
Pending<bool> RawLock::isLocked()
{
    return Pending<bool>::ready(false);
}
Pending<qint64> RawLock::holdCount(OwnerId /*owner*/)
{
    return Pending<qint64>::ready(0);
}
Pending<lock::TimeToLive> RawLock::remainingTimeToLive()
{
    return Pending<lock::TimeToLive>::ready(lock::TimeToLive());
}
void RawLock::setWatchdogRunning(const OwnerId & /*owner*/, bool /*running*/) {}

} // namespace lockscope::faults
