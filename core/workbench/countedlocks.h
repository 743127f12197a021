// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/lock/kind/countdownlatch.h"
#include "core/lock/kind/semaphore.h"
#include "core/lock/lock.h"

#include <QObject>

namespace lockscope::workbench {

// Counters of permits or events, in the shape of a lock: so that both programs wait for them, hold
// them and give them back as they do with locks. I/O thread; the space must outlive it. The server
// knows no owner: the maker of this object counts as the owner. A hold without a lease is valid
// until Instant::max().

// The error codes of Busy outcomes, beside the numbers in words.
inline constexpr auto notSetUpCode = "NOTSETUP";
inline constexpr auto notEnoughCode = "NOTENOUGH";
inline constexpr auto closedCode = "CLOSED";

class CountedLock : public lock::Lock
{
public:
    LockName name() const override { return m_name; }
    QByteArray kind() const override { return m_kind; }
    // Nothing says whose the rest is: for operators there is core/admin.
    Pending<bool> forceUnlock() override;
    Pending<lock::ExtendOutcome> extend(OwnerId owner, Millis time) override; // nothing lapses
    Pending<qint64> holdCount(OwnerId owner) override;
    Pending<lock::TimeToLive> remainingTimeToLive() override;
    std::optional<Instant> validUntil(const OwnerId &owner) const override;
    std::optional<Millis> validityLeft(const OwnerId &owner) const override;
    void setWatchdogRunning(const OwnerId & /*owner*/, bool /*running*/) override {}
    void setLostHandler(LostHandler /*handler*/) override {} // nobody takes it away
    OwnerId newOwner() const override { return {}; }

protected:
    CountedLock(LockName name, QByteArray kind, std::optional<qint64> initial);

    const LockName m_name;
    const QByteArray m_kind;
    const std::optional<qint64> m_initial; // empty: it is not to be set up
    qint64 m_held = 0;
};

// A number of permits of a semaphore at a time. Once another process of a server keeps the
// semaphore (failover, restart), nothing tells whether it counts permits that were taken before. If
// the semaphore is gone there, they are lost. Else they are uncertain, and stay so: they are not
// given back, since one permit too many would let in one holder too many for good, and one too few
// can be added by hand.
class SemaphoreLock final : public CountedLock
{
public:
    // `initial`: its number if it has to be set up.
    SemaphoreLock(lock::LockSpace &space, LockName name, qint64 permits,
                  std::optional<qint64> initial);

    void setLostHandler(LostHandler handler) override;
    void setStandingHandler(StandingHandler handler) override; // never sure again
    Pending<lock::ReleaseOutcome> unlock(OwnerId owner) override;
    Pending<bool> isLocked() override; // fewer are free than would be taken

protected:
    Pending<lock::AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait,
                                          lock::Lease lease,
                                          std::shared_ptr<lock::Cancellation> cancel) override;

private:
    QCoro::Task<lock::AcquireOutcome> take(std::optional<Millis> wait,
                                           std::shared_ptr<lock::Cancellation> cancel);
    QCoro::Task<lock::ReleaseOutcome> giveBack();
    void noteProcess();
    QCoro::Task<> look();
    void later(std::function<void()> tell);

    const qint64 m_permits;
    redis::Deployment &m_deployment;
    lock::Semaphore m_semaphore;
    QByteArray m_process; // of the server, that keeps the semaphore
    qint64 m_inDoubt = 0; // of those held: taken while another process kept it
    LostHandler m_lost;
    StandingHandler m_standing;
    QObject m_events;
    TaskScope m_scope{"semaphore lock"}; // last
};

// A latch that is waited for. Nothing is held afterwards, and nothing given back.
class LatchLock final : public CountedLock
{
public:
    LatchLock(lock::LockSpace &space, LockName name, std::optional<qint64> initial);

    Pending<lock::ReleaseOutcome> unlock(OwnerId owner) override;
    Pending<bool> isLocked() override; // closed

protected:
    Pending<lock::AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait,
                                          lock::Lease lease,
                                          std::shared_ptr<lock::Cancellation> cancel) override;

private:
    QCoro::Task<lock::AcquireOutcome> await(std::optional<Millis> wait,
                                            std::shared_ptr<lock::Cancellation> cancel);

    lock::CountDownLatch m_latch;
    TaskScope m_scope{"latch lock"}; // last
};

} // namespace lockscope::workbench
