// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/deployment/deployment.h"
#include "tests/faults/client/rawlock.h"

#include <map>

namespace lockscope::faults {

// A small Redlock that votes by raw commands. Each defect is one that a client in use had or has.
class RawVoter final : public RawLock
{
public:
    enum class Defect {
        None,
        BlindDelete, // releases by DEL, whosever it is
        NoValidity, // believes an answer however late it came
        DoubleVote, // counts the first vote again
        HalfQuorum, // N/2 are enough
        PartialRelease, // releases only where it was told of a grant
        BlindExtend, // extends by PEXPIRE, whosever it is, and calls it a success
        Residue, // leaves the keys of a failed attempt
        SameFence, // a fencing token of its own counting
        WallClock, // reckons its validity by the time of day
        NoRecheck, // takes the end of the holder's time for a grant
    };

    // By the last word of a kind "raw.WORD"; empty: none such.
    static std::optional<Defect> defectOf(const QByteArray &kind);

    RawVoter(std::vector<redis::Deployment *> servers, LockName name, QByteArray kind);

    Pending<lock::ReleaseOutcome> unlock(OwnerId owner) override;
    std::optional<Instant> validUntil(const OwnerId &owner) const override;

protected:
    Pending<lock::AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait,
                                          lock::Lease lease,
                                          std::shared_ptr<lock::Cancellation> cancel) override;

private:
    struct Round;
    struct Grant {
        Instant until{};
        WallInstant wallUntil{};
    };

    bool has(Defect defect) const { return m_defect == defect; }
    std::size_t quorum() const;
    std::shared_ptr<Round> ask(const std::function<redis::Arguments(std::size_t)> &command,
                               const std::vector<bool> &where);
    QCoro::Task<lock::AcquireOutcome> run(OwnerId owner, Millis wait, lock::Lease lease);
    QCoro::Task<bool> attempt(OwnerId owner, lock::Lease lease, lock::AcquireOutcome *outcome);
    QCoro::Task<int> giveBack(OwnerId owner, std::vector<bool> where);
    QCoro::Task<> renew(OwnerId owner, Millis lease);

    const std::vector<redis::Deployment *> m_servers;
    const Defect m_defect;
    std::map<OwnerId, Grant> m_grants;
    qint64 m_counter = 0;
    TaskScope m_scope{"raw voter"}; // last
};

} // namespace lockscope::faults
