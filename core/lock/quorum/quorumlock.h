// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock.h"
#include "core/lock/quorum/quorumgroup.h"

namespace lockscope::lock {

class QuorumProtocol;

// A lock that a majority of independent servers keeps; the kinds derive from it. I/O thread; the
// group must outlive it. States and functions: Lock. Beyond it: every acquire carries one vote a
// server, and validUntil() is what is left for certain, the drift of clocks taken off.
//
//   a server that   while acquiring                  while held              at the release
//   answers         one vote                         renewed                 told
//   is silent       none after serverTimeout; told   made up for at the      told behind the
//   acquire,
//                   behind the acquire if lost       next renewal            on its connection
//   is gone         none                             its share lapses        told when it is back
//   was restarted   none for maxLease                its share is gone; no   -
//                                                    majority left: lost()
class QuorumLock : public Lock
{
public:
    ~QuorumLock() override;

    LockName name() const override;
    QByteArray kind() const override;

    [[nodiscard]] Pending<ReleaseOutcome> unlock(OwnerId owner) override;
    // The majority decides; every answer is in the outcome. No longer than QuorumConfig::maxLease.
    [[nodiscard]] Pending<ExtendOutcome> extend(OwnerId owner, Millis time) override;
    // On all servers. False: there was nothing on any of those that answered.
    [[nodiscard]] Pending<bool> forceUnlock() override;
    // No majority is free.
    [[nodiscard]] Pending<bool> isLocked() override;
    // As a majority of the servers has it.
    [[nodiscard]] Pending<qint64> holdCount(OwnerId owner) override;
    // Until a majority is free; empty: it is, or only a release can free it.
    [[nodiscard]] Pending<TimeToLive> remainingTimeToLive() override;

    std::optional<Instant> validUntil(const OwnerId &owner) const override;
    std::optional<Millis> validityLeft(const OwnerId &owner) const override;

    void setWatchdogRunning(const OwnerId &owner, bool running) override;
    void setLostHandler(LostHandler handler) override;
    void setStandingHandler(StandingHandler handler) override;
    OwnerId newOwner() const override;

protected:
    QuorumLock(QuorumGroup &group, LockName name, std::shared_ptr<const QuorumProtocol> protocol);

    Pending<AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait, Lease lease,
                                    std::shared_ptr<Cancellation> cancel) override;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::lock
