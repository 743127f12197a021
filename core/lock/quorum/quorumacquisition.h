// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/cancellation.h"
#include "core/lock/quorum/quorumattempt.h"

namespace lockscope::lock {

// One call of a quorum lock, from the first attempt to the outcome. When the lock is somebody
// else's: listen on all servers, try again, and sleep until a majority could be free. After a tie
// with others a random pause. I/O thread; lives as long as its task, which the group's scope owns.
class QuorumAcquisition
{
public:
    QuorumAcquisition(QuorumGroup::Private &group, QuorumRequest request,
                      std::optional<Millis> wait, std::shared_ptr<Cancellation> cancel);

    QCoro::Task<AcquireOutcome> run();

private:
    bool isSingle() const { return m_wait && *m_wait == Millis(0); }
    Millis remaining() const;
    bool isUnwanted() const;
    bool isReentry() const;
    std::optional<Error> objection() const;
    Pending<std::pair<std::size_t, Result<void>>> orCancelled(Pending<void> awaited) const;
    QCoro::Task<AcquireOutcome> tryOn();
    QCoro::Task<> settled();
    QCoro::Task<Result<AcquireOutcome>> attempt();
    QCoro::Task<bool> rest();
    AcquireOutcome outcome(AcquireOutcome::Status status) const;

    QuorumGroup::Private &m_group;
    const QuorumRequest m_request;
    const std::optional<Millis> m_wait; // 0: one attempt; empty: without limit
    const std::optional<Instant> m_deadline;
    const std::shared_ptr<Cancellation> m_cancel;
    std::shared_ptr<QuorumRoom> m_room;
    bool m_wasWoken = false;
    int m_ties = 0; // woken, and not got, in a row
    std::vector<Vote> m_votes;
};

} // namespace lockscope::lock
