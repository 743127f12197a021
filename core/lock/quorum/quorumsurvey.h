// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/quorum/quorumgroupprivate.h"

namespace lockscope::lock {

// The same question to all servers, on whose answers nothing depends: the answers within the
// per-server time-out, empty for those that have not answered. I/O thread.
class QuorumSurvey final : public QuorumCaller, public std::enable_shared_from_this<QuorumSurvey>
{
public:
    using Answers = std::vector<std::optional<Reply>>;

    explicit QuorumSurvey(QuorumGroup::Private &group);
    ~QuorumSurvey() override;

    [[nodiscard]] Pending<Answers> start(const SharedMessage &message); // once

    void answered(std::size_t server, Result<Reply> &&reply, bool wasSent) override;

private:
    void finish();

    QuorumGroup::Private &m_group;
    Answers m_answers;
    std::size_t m_missing = 0;
    Completion<Answers> m_done;
    std::optional<DeadlineQueue::Handle> m_timer;
};

} // namespace lockscope::lock
