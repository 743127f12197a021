// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/deployment/deployment.h"
#include "tests/faults/client/rawlock.h"

#include <map>

namespace lockscope::faults {

// A small reentrant lock on one server, with a watchdog that tells of losses. Each defect is one
// that core/lock had.
class RawHolder final : public RawLock
{
public:
    enum class Defect {
        None,
        ShortCut, // a re-entry that is taken back leaves its own shorter lease, unnoticed
        Surplus, // gives back what others of the same owner hold, too
        Deaf, // looks at no answer to a renewal: a lock that a failover has lost goes on
        Forgets, // an inner release without an answer ends the watchdog, and nobody is told
    };

    // By the last word of a kind "hash.WORD"; empty: none such.
    static std::optional<Defect> defectOf(const QByteArray &kind);

    RawHolder(redis::Deployment &server, LockName name, QByteArray kind);

    Pending<lock::ReleaseOutcome> unlock(OwnerId owner) override;
    std::optional<Instant> validUntil(const OwnerId &owner) const override;

protected:
    Pending<lock::AcquireOutcome> acquire(OwnerId owner, std::optional<Millis> wait,
                                          lock::Lease lease,
                                          std::shared_ptr<lock::Cancellation> cancel) override;

private:
    struct Grant {
        Instant until{};
        lock::Lease lease;
        int count = 0; // taken by this process
    };

    bool has(Defect defect) const { return m_defect == defect; }
    // Runs a script and returns its result; empty: no answer.
    QCoro::Task<std::optional<qint64>> ask(QByteArray script, OwnerId owner, Millis lease);
    QCoro::Task<lock::AcquireOutcome> run(OwnerId owner, Millis wait, lock::Lease lease,
                                          std::shared_ptr<lock::Cancellation> cancel);
    QCoro::Task<> takeBack(OwnerId owner, Millis lease);
    QCoro::Task<lock::ReleaseOutcome> release(OwnerId owner);
    QCoro::Task<> watch(OwnerId owner);
    void bound(const OwnerId &owner, Instant until);

    redis::Deployment &m_server;
    const Defect m_defect;
    std::map<OwnerId, std::shared_ptr<Grant>> m_grants;
    TaskScope m_scope{"raw holder"}; // last
};

} // namespace lockscope::faults
