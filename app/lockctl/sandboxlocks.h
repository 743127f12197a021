// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/taskscope.h"
#include "core/lock/lease.h"
#include "core/redis/deployment.h"

#include <map>

namespace lockscope::lockctl {

// The kinds that the sandbox's clients take by scripts alone.
enum class SandboxKind { Fair, Fenced, Read, Write };

// One owner's wish for one lock. A value.
struct SandboxHold {
    SandboxKind kind = SandboxKind::Fair;
    LockName name;
    OwnerId owner;
    lock::Lease lease;
};

// Takes, renews and releases fair, fenced and read-write locks on one server as Redisson's clients
// do, for the sandbox: what becomes unclear by a lost connection is left to its lease. Main thread
// of a client process; the deployment must outlive it. Owns the holds' watchdogs.
class SandboxLocks
{
public:
    explicit SandboxLocks(redis::Deployment &deployment);
    ~SandboxLocks();
    SandboxLocks(const SandboxLocks &) = delete;
    SandboxLocks &operator=(const SandboxLocks &) = delete;

    // Whether it was obtained within `wait` (0: one attempt, outside any queue).
    [[nodiscard]] Pending<bool> lock(SandboxHold wish, Millis wait);
    // One count; whether it was still the owner's.
    [[nodiscard]] Pending<bool> unlock(SandboxHold hold);

private:
    struct Waiting;
    struct Answer {
        bool isHeld = false;
        std::optional<Millis> askAgain; // empty: no need to
    };
    struct Held {
        qint64 count = 0;
        std::uint64_t series = 0; // tells a later hold from this one
    };
    using Key = std::tuple<SandboxKind, LockName, OwnerId>;

    static Key keyOf(const SandboxHold &hold);
    QCoro::Task<Result<bool>> acquire(SandboxHold wish, Millis wait);
    QCoro::Task<Result<Answer>> attempt(SandboxHold wish, Millis wait);
    QCoro::Task<Result<bool>> giveUp(SandboxHold wish, Millis wait);
    QCoro::Task<Result<bool>> release(SandboxHold hold);
    QCoro::Task<> renew(SandboxHold hold, std::uint64_t series);
    Pending<Reply> askFor(const SandboxHold &wish, Millis wait);
    Pending<Reply> askToRenew(const SandboxHold &hold, qint64 count);
    Pending<Reply> askToRelease(const SandboxHold &hold, const QByteArray &latch);
    void noteHeld(const SandboxHold &hold, qint64 count);
    QByteArray channelOf(const SandboxHold &hold) const;

    redis::Deployment &m_deployment;
    std::map<Key, Held> m_held;
    std::uint64_t m_series = 0;
    TaskScope m_scope{"sandbox locks"}; // last
};

} // namespace lockscope::lockctl
