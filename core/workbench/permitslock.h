// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/kind/permitexpirablesemaphore.h"
#include "core/lock/standings.h"
#include "core/workbench/countedlocks.h"

namespace lockscope::workbench {

// A number of permits with a lease at a time, in the shape of a lock. Its owner is made with them:
// their ids, separated by commas. If one is lost, all are. I/O thread; the space must outlive it.
class PermitsLock final : public CountedLock
{
public:
    PermitsLock(lock::LockSpace &space, const Clock &clock, LockName name, qint64 permits,
                std::optional<qint64> initial);

    Pending<lock::ReleaseOutcome> unlock(OwnerId owner) override;
    Pending<lock::ExtendOutcome> extend(OwnerId owner, Millis time) override;
    Pending<bool> isLocked() override; // fewer are free than would be taken
    std::optional<Instant> validUntil(const OwnerId &owner) const override; // the first that ends
    std::optional<Millis> validityLeft(const OwnerId &owner) const override;
    void setWatchdogRunning(const OwnerId &owner, bool running) override;
    void setLostHandler(LostHandler handler) override;
    void setStandingHandler(StandingHandler handler) override; // the worst of its permits

protected:
    Pending<lock::AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait,
                                          lock::Lease lease,
                                          std::shared_ptr<lock::Cancellation> cancel) override;

private:
    QCoro::Task<lock::AcquireOutcome> take(std::optional<Millis> wait, lock::Lease lease,
                                           std::shared_ptr<lock::Cancellation> cancel);
    QCoro::Task<lock::ReleaseOutcome> giveBack();
    void onLost(lock::Loss loss);
    void onStanding(const QByteArray &id, const lock::Standing &standing);
    OwnerId owner() const; // the ids, parted by commas

    const qint64 m_permits;
    const Clock &m_clock;
    std::vector<QByteArray> m_ids; // held
    LostHandler m_lost;
    StandingHandler m_standing;
    lock::Standings<QByteArray> m_standings; // by id
    lock::PermitExpirableSemaphore m_semaphore;
    TaskScope m_scope{"permits lock"}; // last
};

} // namespace lockscope::workbench
