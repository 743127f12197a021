// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock.h"
#include "core/lock/single/lockspace.h"

namespace lockscope::lock {

class Protocol;

// A lock that one deployment keeps, in the way that its protocol says; the kinds derive from it.
// I/O thread; the space must outlive it. States and functions: Lock.
class DeploymentLock : public Lock
{
public:
    ~DeploymentLock() override;

    LockName name() const override;
    QByteArray kind() const override;

    [[nodiscard]] Pending<ReleaseOutcome> unlock(OwnerId owner) override;
    [[nodiscard]] Pending<ExtendOutcome> extend(OwnerId owner, Millis time) override;
    [[nodiscard]] Pending<bool> forceUnlock() override;
    [[nodiscard]] Pending<bool> isLocked() override;
    [[nodiscard]] Pending<qint64> holdCount(OwnerId owner) override;
    [[nodiscard]] Pending<TimeToLive> remainingTimeToLive() override;

    std::optional<Instant> validUntil(const OwnerId &owner) const override;
    std::optional<Millis> validityLeft(const OwnerId &owner) const override;

    void setWatchdogRunning(const OwnerId &owner, bool running) override;
    void setLostHandler(LostHandler handler) override;
    void setStandingHandler(StandingHandler handler) override;
    OwnerId newOwner() const override;

protected:
    DeploymentLock(LockSpace &space, LockName name, std::shared_ptr<const Protocol> protocol);

    LockSpace::Private &privateSpace() const;
    Pending<AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait, Lease lease,
                                    std::shared_ptr<Cancellation> cancel) override;

private:
    struct Private;
    template <typename T, typename Ask, typename Read>
    static Pending<T> question(const std::shared_ptr<Private> &d, Ask ask, Read read);

    std::shared_ptr<Private> m_d;
};

} // namespace lockscope::lock
