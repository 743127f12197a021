// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumrelease.h"

#include "core/lock/quorum/quorumattempt.h"
#include "core/lock/single/release.h"
#include "core/redis/notnow.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

QuorumRelease::QuorumRelease(QuorumGroup::Private &group,
                             std::shared_ptr<const QuorumProtocol> protocol, QuorumHoldKey key,
                             Millis lease)
    : m_group(group)
    , m_protocol(std::move(protocol))
    , m_key(std::move(key))
    , m_lease(lease)
    , m_toldAt(group.clock.now())
    , m_request(m_protocol->isReentrant() ? newRequestId() : QByteArray())
    , m_message(m_protocol->release(m_key.name, m_key.owner, lease, m_request))
{
    m_tally.servers = group.size();
    m_entry = m_group.releases.emplace(m_key, this);
}

QuorumRelease::~QuorumRelease()
{
    m_group.releases.erase(m_entry);
    if (m_timer)
        m_group.deadlines.remove(*m_timer);
}

void QuorumRelease::tell(std::size_t server, std::optional<QuorumLane::Ticket> behind)
{
    ++m_tally.told;
    QuorumLane &lane = *m_group.lanes[server];
    if (lane.isPresent()) {
        lane.tell(m_message, shared_from_this(), behind);
        return;
    }
    ++m_tally.failed;
    m_error = lane.reason();
    owe(server);
}

// The lane makes up for it.
void QuorumRelease::owe(std::size_t server)
{
    m_group.lanes[server]->owe(m_key);
    if (const auto hold = m_outer.lock())
        m_group.book.leaveToLane(hold, server, m_attempt);
}

void QuorumRelease::tellOuter(std::size_t server, bool isHeld)
{
    if (const auto hold = m_outer.lock())
        m_group.book.restored(hold, server, m_attempt, isHeld, m_toldAt, m_lease);
}

// The release takes one count of each server that has as many as the hold: servers that were not
// asked when it was re-entered keep theirs.
void QuorumRelease::tellHold(QuorumHold &hold)
{
    m_left = hold.count = std::max<qint64>(hold.count - 1, 0);
    std::vector<std::size_t> servers;
    for (std::size_t server = 0; server < m_group.size(); ++server) {
        qint64 &counts = hold.shares[server].counts;
        if (counts <= m_left)
            continue;
        --counts;
        servers.push_back(server);
    }
    if (m_left == 0)
        m_group.book.remove(m_key); // it is over from here on, even if the answers fail
    for (const std::size_t server : servers) {
        std::optional<QuorumLane::Ticket> behind;
        for (const auto &weak : hold.attempts) {
            const auto attempt = weak.lock();
            if (attempt && attempt->ticket(server))
                behind = attempt->ticket(server);
        }
        tell(server, behind);
    }
}

Pending<ReleaseOutcome> QuorumRelease::start()
{
    auto pending = m_done.pending();
    m_isAwaited = true;
    m_isTelling = true;
    if (const auto hold = m_group.book.find(m_key)) {
        tellHold(*hold);
    } else {
        for (std::size_t server = 0; server < m_group.size(); ++server)
            tell(server, {});
    }
    m_isTelling = false;
    progress();
    if (m_isAwaited) {
        const Instant due = m_group.clock.now() + m_group.config.serverTimeout;
        m_timer = m_group.deadlines.add(due, [this] {
            m_timer.reset();
            m_isTimeOver = true;
            progress();
        });
    }
    return pending;
}

void QuorumRelease::answered(std::size_t server, Result<Reply> &&reply, bool /*wasSent*/)
{
    QuorumLane &lane = *m_group.lanes[server];
    const auto count = reply.and_then([](const Reply &answer) { return integerFrom(answer); });
    const bool isWrongType = !count && count.error().text.english().contains(u"WRONGTYPE"_s);
    if (count && *count >= 0) {
        ++m_tally.released;
        m_counts.push_back(*count);
        if (auto forget = m_protocol->forget(m_key.name, m_request))
            lane.tell(std::move(forget), std::make_shared<QuorumIndifferent>());
        tellOuter(server, *count > 0);
    } else if (count || isWrongType) {
        ++m_tally.notHeld;
        m_isWrongType |= isWrongType;
        tellOuter(server, false);
    } else {
        ++m_tally.failed;
        m_error = count.error();
        if (!reply || redis::isNotNow(*reply) || (m_isOvertaken && redis::isUnknownScript(*reply)))
            owe(server);
    }
    progress();
}

void QuorumRelease::progress()
{
    using Status = ReleaseOutcome::Status;
    using Verdict = ReleaseTally::Verdict;
    if (!m_isAwaited || m_isTelling)
        return;
    const auto verdict = m_tally.verdict(m_isTimeOver);
    if (verdict == Verdict::Open)
        return;
    m_isAwaited = false;
    if (m_timer)
        m_group.deadlines.remove(*std::exchange(m_timer, std::nullopt));
    ReleaseOutcome outcome;
    outcome.count = std::max(m_left, agreedCount(m_counts, m_group.majority()));
    outcome.status = verdict == Verdict::Released ? Status::Released
        : verdict == Verdict::Unknown             ? Status::Unknown
        : m_isWrongType                           ? Status::WrongType
                                                  : Status::NotHeld;
    if (verdict == Verdict::Released && outcome.count > 0)
        outcome.status = Status::StillHeld;
    if (verdict == Verdict::Unknown) {
        const Error silent{
            ErrorKind::Timeout, {}, Sentence::say("too few servers replied in time"), {}};
        outcome.error = m_error.value_or(silent);
    }
    m_done.complete(std::move(outcome));
}

} // namespace lockscope::lock
