// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/lock/lease.h"
#include "core/lock/quorum/quorum.h"
#include "core/platform/suspension.h"
#include "core/redis/deployment/deployment.h"

#include <memory>

namespace lockscope::lock {

struct QuorumConfig {
    Asking asking = Asking::Greedy;
    // Far below any lease: a server that has not answered by then is not counted.
    Millis serverTimeout{50};
    // A grant with less left is given back and has failed; empty: half the lease.
    std::optional<Millis> minValidity = std::nullopt;
    // No client of these servers asks for more, nor may this one: for as long a server that was
    // restarted is not counted.
    Millis maxLease = Lease::usualTimeout;
    // A restart loses nothing (appendfsync always): none is waited for. A failover may, so a member
    // whose primary has changed is not counted for maxLease all the same.
    bool areServersDurable = false;
    // Commands to one server that are unanswered, at most; no more than its connection allows.
    int maxOutstanding = 64;
};

// One server of a group, as it is now.
struct QuorumServer {
    enum class State {
        Away, // `error`
        Quarantined, // restarted, or failed over: not asked for `quarantine` more
        Present,
    };

    QString label;
    State state = State::Away;
    Millis quarantine{0};
    bool isRestartUnknown = false; // it does not tell whether it was restarted (INFO is refused)
    int outstanding = 0; // commands without an answer
    int owed = 0; // releases that could not be sent yet
    std::optional<Error> error;
};

// State that the quorum locks of one process on the same N independent servers share, of which each
// may be a primary with its replicas (but no cluster: it is not one server): the lanes to
// the servers, the holds and their watchdog, the waiters' subscriptions. I/O thread; the
// deployments, opened by their owner, and the clock must outlive it, and it the locks. When it is
// destroyed, renewing ends and holds are left to their leases.
class QuorumGroup
{
public:
    // The sleep of the machine is taken off the validity of every hold.
    QuorumGroup(const std::vector<redis::Deployment *> &servers, QuorumConfig config,
                const Clock &clock,
                const platform::Suspension &suspension = platform::Suspension::ofThisMachine());
    ~QuorumGroup();
    QuorumGroup(const QuorumGroup &) = delete;
    QuorumGroup &operator=(const QuorumGroup &) = delete;

    std::vector<QuorumServer> servers() const;
    // The reason why nothing may be locked on them: two are the same server, or one replicates
    // another.
    std::optional<Error> refusal() const;
    // A majority may be asked, or cannot be for now.
    [[nodiscard]] Pending<void> whenSettled();

    // Every server has answered all questions, or has had the time-out to do so: a program waits
    // for this before it ends. Outcomes come with the majority; without this the other servers
    // might keep a released lock until its lease is over.
    [[nodiscard]] Pending<void> whenQuiet();

    // Common to the owners made in this group, as Redisson's clients have one.
    const QByteArray &uuid() const;
    const QuorumConfig &config() const;

    struct Private;
    Private &d() { return *m_d; }

private:
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::lock
