// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/quorum/quorumgroupprivate.h"

namespace lockscope::lock {

// One owner's wish that its hold lasts longer, on every server that has it. It counts when a
// majority has done it; told when all have answered or their time is over. A server that no longer
// has it is not counted for the hold from then on. I/O thread.
class QuorumExtension final : public QuorumCaller,
                              public std::enable_shared_from_this<QuorumExtension>
{
public:
    QuorumExtension(QuorumGroup::Private &group, const QuorumHoldKey &key, Millis time);
    ~QuorumExtension() override;

    [[nodiscard]] Pending<ExtendOutcome> start(); // once

    void answered(std::size_t server, Result<Reply> &&reply, bool wasSent) override;

private:
    using Answer = std::optional<bool>; // whether it was done; empty: not told

    std::optional<ExtendOutcome> objection() const;
    std::vector<std::size_t> chooseServers();
    bool isCurrent() const;
    std::size_t count(bool answer) const;
    void onDone(std::size_t server);
    void onNotHeld(std::size_t server);
    void finish();
    ExtendOutcome outcome() const;

    QuorumGroup::Private &m_group;
    const QuorumHoldBook::Hold m_hold; // null: there is none
    const Millis m_time;
    Millis m_lease{0}; // that is asked for
    Instant m_askedAt{};
    Instant m_before{}; // the hold's extendedUntil before
    std::vector<Vote> m_votes; // one a server
    std::vector<Answer> m_answers;
    std::size_t m_missing = 0;
    bool m_isGranted = false;
    bool m_isFinished = false;
    Completion<ExtendOutcome> m_done;
    std::optional<DeadlineQueue::Handle> m_timer;
};

} // namespace lockscope::lock
