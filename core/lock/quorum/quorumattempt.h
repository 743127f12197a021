// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/cancellation.h"
#include "core/lock/quorum/quorum.h"
#include "core/lock/quorum/quorumgroupprivate.h"

namespace lockscope::lock {

struct QuorumRequest {
    std::shared_ptr<const QuorumProtocol> protocol;
    QuorumHoldKey key;
    Lease lease;
    std::weak_ptr<const LostListener> listener;
    std::shared_ptr<const Cancellation> cancel; // may be null
};

// One round of questions for one lock: asks, counts, decides, and gives everything back if it was
// not won. Lives until every server that was asked has answered, which may be long after the
// outcome; later answers go to the hold, if there is still one. I/O thread.
class QuorumAttempt final : public QuorumCaller, public std::enable_shared_from_this<QuorumAttempt>
{
public:
    QuorumAttempt(QuorumGroup::Private &group, QuorumRequest request);
    ~QuorumAttempt() override;

    [[nodiscard]] Pending<AcquireOutcome> start(); // once

    // The ticket of an acquire that is still unanswered there.
    std::optional<QuorumLane::Ticket> ticket(std::size_t server) const
    {
        return m_seats[server].ticket;
    }

    void answered(std::size_t server, Result<Reply> &&reply, bool wasSent) override;
    bool isWanted() const override;

private:
    struct Seat {
        std::optional<QuorumLane::Ticket> ticket;
        Instant askedAt{};
        std::chrono::microseconds took{0};
        std::optional<Millis> holderTtl;
        std::optional<Error> error;
        bool wasSent = false;
    };

    void askMore();
    void progress();
    void arm();
    void onTimer();
    void onLateAnswer(std::size_t server, Poll::Ballot ballot);
    void conclude();
    AcquireOutcome held();
    void giveBack();
    QuorumHoldBook::Hold outer() const;
    AcquireOutcome lost() const;
    Error whyLost() const;
    std::vector<Vote> votes() const;

    QuorumGroup::Private &m_group;
    const QuorumRequest m_request;
    SharedMessage m_message;
    Poll m_poll;
    std::vector<Seat> m_seats;
    Completion<AcquireOutcome> m_done;
    Instant m_startedAt{};
    std::uint64_t m_number = 0; // among the attempts of the book
    std::weak_ptr<QuorumHold> m_outer; // the owner's earlier hold
    std::optional<DeadlineQueue::Handle> m_timer;
    std::weak_ptr<QuorumHold> m_hold;
    std::optional<Millis> m_left; // of the lease when it was won too late
    bool m_isAsking = false;
    bool m_isConcluded = false;
    bool m_givesLateBack = false; // grants that arrive after the attempt was lost
    bool m_isLenient = false; // answers that have arrived are read before a time-out counts
};

} // namespace lockscope::lock
