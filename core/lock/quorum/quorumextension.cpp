// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumextension.h"

#include "core/lock/single/extension.h"
#include "core/redis/wire.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

QuorumExtension::QuorumExtension(QuorumGroup::Private &group, const QuorumHoldKey &key, Millis time)
    : m_group(group)
    , m_hold(group.book.find(key))
    , m_time(time)
    , m_votes(group.size())
    , m_answers(group.size())
{}

QuorumExtension::~QuorumExtension()
{
    if (m_timer)
        m_group.deadlines.remove(*m_timer);
}

// The reason not to ask any server.
std::optional<ExtendOutcome> QuorumExtension::objection() const
{
    if (auto refused = reasonAgainstExtending(m_time))
        return refused;
    m_group.book.noteSleep();
    if (!m_hold || m_hold->validUntil <= m_group.clock.now())
        return notHeldToExtend();
    if (m_time <= m_group.config.maxLease)
        return std::nullopt;
    ExtendOutcome refused;
    refused.error =
        Error{ErrorKind::InvalidInput,
              {},
              Sentence::say("a lease of %1 ms exceeds the maximum of %2 ms for this group")
                  .arg(m_time.count())
                  .arg(m_group.config.maxLease.count()),
              {}};
    return refused;
}

// Those that have it; of the others it is noted why not.
std::vector<std::size_t> QuorumExtension::chooseServers()
{
    std::vector<std::size_t> servers;
    for (std::size_t server = 0; server < m_group.size(); ++server) {
        const QuorumLane &lane = *m_group.lanes[server];
        Vote &vote = m_votes[server];
        vote.server = lane.label();
        vote.isRestartUnknown = lane.isRestartUnknown();
        vote.kind = Vote::Kind::NotAsked;
        if (m_hold->shares[server].counts > 0)
            servers.push_back(server);
        else
            vote.error = lane.reason();
    }
    return servers;
}

Pending<ExtendOutcome> QuorumExtension::start()
{
    if (auto refused = objection())
        return Pending<ExtendOutcome>::ready(std::move(*refused));
    auto pending = m_done.pending();
    m_askedAt = m_group.clock.now();
    m_before = m_hold->extendedUntil;
    // Before it is asked for: a renewal that is sent after it must not take it back.
    m_hold->extendedUntil = std::max(m_before, m_askedAt + m_time);
    const Instant until = std::max(m_hold->extendedUntil, m_hold->validUntil);
    m_lease = std::chrono::ceil<Millis>(until - m_askedAt);
    const auto servers = chooseServers();
    m_missing = servers.size();
    const std::vector<Renewal> one{{m_hold->key.name, m_hold->key.owner, m_lease}};
    const auto message = m_hold->protocol->renew(one);
    for (const std::size_t server : servers) {
        m_votes[server].kind = Vote::Kind::NoAnswer;
        m_group.lanes[server]->send(message, shared_from_this());
    }
    if (m_missing > 0 && !m_isFinished) {
        const Instant due = m_askedAt + m_group.config.serverTimeout;
        m_timer = m_group.deadlines.add(due, [this] {
            m_timer.reset();
            finish();
        });
    }
    return pending;
}

bool QuorumExtension::isCurrent() const
{
    return m_group.book.isCurrent(m_hold) && m_hold->takenAt <= m_askedAt;
}

std::size_t QuorumExtension::count(bool answer) const
{
    return static_cast<std::size_t>(std::count(m_answers.begin(), m_answers.end(), Answer(answer)));
}

void QuorumExtension::answered(std::size_t server, Result<Reply> &&reply, bool wasSent)
{
    Vote &vote = m_votes[server];
    if (!m_isFinished && wasSent)
        vote.took =
            std::chrono::duration_cast<std::chrono::microseconds>(m_group.clock.now() - m_askedAt);
    if (!reply) {
        vote.kind = wasSent ? Vote::Kind::NoAnswer : Vote::Kind::NotAsked;
        vote.error = reply.error();
    } else if (!reply->isArray() || reply->elements.size() != 1) {
        vote.kind = Vote::Kind::Error;
        vote.error = reply->isError()
            ? redis::errorFrom(*reply, vote.server)
            : Error{
                ErrorKind::Protocol, {}, Sentence::say("no reply to an extension"), vote.server};
    } else {
        const bool isDone = reply->elements.front().integer == 1;
        m_answers[server] = isDone;
        vote.kind = isDone ? Vote::Kind::Granted : Vote::Kind::Error;
        if (isDone)
            onDone(server);
        else
            onNotHeld(server);
    }
    if (--m_missing == 0)
        finish();
}

// Grants of single servers are worth nothing before a majority has granted.
void QuorumExtension::onDone(std::size_t server)
{
    if (!isCurrent())
        return;
    const auto note = [&](std::size_t i) {
        if (m_hold->shares[i].counts > 0)
            m_group.book.agree(*m_hold, i, m_askedAt, m_lease);
    };
    if (m_isGranted) {
        note(server);
    } else if (count(true) >= m_group.majority()) {
        m_isGranted = true;
        for (std::size_t i = 0; i < m_answers.size(); ++i) {
            if (m_answers[i].value_or(false))
                note(i);
        }
    } else {
        return;
    }
    m_group.book.settle(m_hold);
}

void QuorumExtension::onNotHeld(std::size_t server)
{
    m_votes[server].error = notTheOwners(m_votes[server].server);
    if (!isCurrent())
        return;
    m_hold->shares[server] = {};
    m_group.book.settle(m_hold); // which may be its end
}

void QuorumExtension::finish()
{
    if (std::exchange(m_isFinished, true))
        return;
    if (m_timer)
        m_group.deadlines.remove(*std::exchange(m_timer, std::nullopt));
    if (!m_isGranted && m_hold->extendedUntil == m_askedAt + m_time)
        m_hold->extendedUntil = m_before;
    m_done.complete(outcome());
}

ExtendOutcome QuorumExtension::outcome() const
{
    ExtendOutcome outcome;
    outcome.votes = m_votes;
    if (!m_group.book.isCurrent(m_hold)) {
        outcome.status = ExtendOutcome::Status::NotHeld;
    } else if (m_isGranted) {
        outcome.status = ExtendOutcome::Status::Extended;
        outcome.validUntil = m_hold->validUntil;
    } else {
        outcome.error =
            Error{ErrorKind::Timeout,
                  {},
                  Sentence::say("no majority: %1 of %2 servers extended it, %3 are needed")
                      .arg(count(true))
                      .arg(m_group.size())
                      .arg(m_group.majority()),
                  {}};
    }
    return outcome;
}

} // namespace lockscope::lock
