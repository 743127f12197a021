// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/quorum/quorum.h"
#include "core/lock/quorum/quorumgroupprivate.h"

namespace lockscope::lock {

// One release on all servers that a hold or an attempt has asked. If it cannot be sent now, or no
// answer comes, the lane owes it and makes up for it. Lives until all have answered. I/O thread.
class QuorumRelease final : public QuorumCaller, public std::enable_shared_from_this<QuorumRelease>
{
public:
    QuorumRelease(QuorumGroup::Private &group, std::shared_ptr<const QuorumProtocol> protocol,
                  QuorumHoldKey key, Millis lease);
    ~QuorumRelease() override;

    // The release takes back an attempt of an owner that has held the lock before: its hold is told
    // of the outcome.
    void restores(const QuorumHoldBook::Hold &outer, std::uint64_t attempt)
    {
        m_outer = outer;
        m_attempt = attempt;
    }
    // Behind the acquire, if that is not answered yet.
    void tell(std::size_t server, std::optional<QuorumLane::Ticket> behind);
    // The owner's hold, as this process knows it; without one, on all servers.
    [[nodiscard]] Pending<ReleaseOutcome> start();

    void answered(std::size_t server, Result<Reply> &&reply, bool wasSent) override;
    bool isWanted() const override { return !m_isOvertaken; }
    // The same owner asks anew: a repeated release would now take from the new grant.
    void overtake() { m_isOvertaken = true; }

private:
    void tellHold(QuorumHold &hold);
    void progress();
    void owe(std::size_t server);
    void tellOuter(std::size_t server, bool isHeld);

    QuorumGroup::Private &m_group;
    const std::shared_ptr<const QuorumProtocol> m_protocol;
    const QuorumHoldKey m_key;
    const Millis m_lease;
    const Instant m_toldAt;
    const QByteArray m_request;
    const SharedMessage m_message;
    ReleaseTally m_tally;
    std::weak_ptr<QuorumHold> m_outer;
    std::uint64_t m_attempt = 0;
    std::vector<qint64> m_counts; // left, by those that have released
    qint64 m_left = 0; // by this process's knowledge
    std::optional<Error> m_error;
    bool m_isOvertaken = false;
    bool m_isWrongType = false;
    bool m_isTelling = false;
    bool m_isTimeOver = false;
    bool m_isAwaited = false;
    Completion<ReleaseOutcome> m_done;
    std::optional<DeadlineQueue::Handle> m_timer;
    std::multimap<QuorumHoldKey, QuorumRelease *>::iterator m_entry; // in the group's releases
};

} // namespace lockscope::lock
