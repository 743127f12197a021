// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumsurvey.h"

namespace lockscope::lock {

QuorumSurvey::QuorumSurvey(QuorumGroup::Private &group)
    : m_group(group)
    , m_answers(group.size())
    , m_missing(group.size())
{}

QuorumSurvey::~QuorumSurvey()
{
    if (m_timer)
        m_group.deadlines.remove(*m_timer);
}

Pending<QuorumSurvey::Answers> QuorumSurvey::start(const SharedMessage &message)
{
    auto pending = m_done.pending();
    const auto self = shared_from_this();
    for (const auto &lane : m_group.lanes)
        lane->send(message, self);
    if (m_missing > 0) {
        const Instant due = m_group.clock.now() + m_group.config.serverTimeout;
        m_timer = m_group.deadlines.add(due, [this] {
            m_timer.reset();
            finish();
        });
    }
    return pending;
}

void QuorumSurvey::answered(std::size_t server, Result<Reply> &&reply, bool /*wasSent*/)
{
    if (reply)
        m_answers[server] = *std::move(reply);
    if (--m_missing == 0)
        finish();
}

void QuorumSurvey::finish()
{
    if (m_timer)
        m_group.deadlines.remove(*std::exchange(m_timer, std::nullopt));
    m_done.complete(std::move(m_answers));
    m_answers.resize(m_group.size()); // for those who come too late
}

} // namespace lockscope::lock
