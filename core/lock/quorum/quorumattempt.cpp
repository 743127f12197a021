// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumattempt.h"

#include "core/lock/protocol/owners.h"
#include "core/lock/quorum/quorumrelease.h"

#include <QStringList>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lock {

using Ballot = Poll::Ballot;
using Decision = Poll::Decision;

QuorumAttempt::QuorumAttempt(QuorumGroup::Private &group, QuorumRequest request)
    : m_group(group)
    , m_request(std::move(request))
    , m_poll(group.size(), group.config.asking)
    , m_seats(group.size())
{}

QuorumAttempt::~QuorumAttempt()
{
    if (m_timer)
        m_group.deadlines.remove(*m_timer);
}

Pending<AcquireOutcome> QuorumAttempt::start()
{
    auto pending = m_done.pending();
    const auto &key = m_request.key;
    m_startedAt = m_group.clock.now();
    m_group.beginAsking(key);
    m_outer = m_group.book.find(key);
    m_number = m_group.book.newAttempt();
    m_message = m_request.protocol->acquire(key.name, key.owner, m_request.lease.time());
    for (std::size_t server = 0; server < m_group.size(); ++server) {
        const QuorumLane &lane = *m_group.lanes[server];
        if (lane.mayBeAsked())
            continue;
        m_seats[server].error = lane.reason();
        m_poll.bar(server);
    }
    progress();
    if (!m_isConcluded)
        arm();
    return pending;
}

// Those whose answers are overdue come last.
void QuorumAttempt::askMore()
{
    if (m_isAsking || m_poll.wanted() == 0)
        return;
    m_isAsking = true;
    const Instant now = m_group.clock.now();
    for (const bool overdue : {false, true}) {
        for (std::size_t server = 0; server < m_group.size() && m_poll.wanted() > 0; ++server) {
            QuorumLane &lane = *m_group.lanes[server];
            if (m_poll.ballot(server) != Ballot::NotAsked || lane.isSilent() != overdue)
                continue;
            m_poll.ask(server);
            m_seats[server].askedAt = now;
            if (const auto hold = outer())
                m_group.book.doubt(hold, server, m_number, now, m_request.lease.time());
            lane.ask(m_seats[server].ticket, m_message, shared_from_this());
        }
    }
    m_isAsking = false;
}

void QuorumAttempt::progress()
{
    if (m_isAsking || m_isConcluded)
        return;
    askMore();
    if (m_poll.decision() != Decision::Open)
        conclude();
}

void QuorumAttempt::arm()
{
    Instant due = Instant::max();
    for (std::size_t server = 0; server < m_seats.size(); ++server) {
        if (m_poll.ballot(server) == Ballot::Asked)
            due = std::min(due, m_seats[server].askedAt + m_group.config.serverTimeout);
    }
    if (due == Instant::max())
        return;
    m_timer = m_group.deadlines.add(due, [this] {
        m_timer.reset();
        onTimer();
    });
}

void QuorumAttempt::onTimer()
{
    const auto self = shared_from_this();
    const Instant now = m_group.clock.now();
    // This thread may be what was slow.
    if (!std::exchange(m_isLenient, true)) {
        m_timer = m_group.deadlines.add(now + 1ms, [this] {
            m_timer.reset();
            onTimer();
        });
        return;
    }
    m_isLenient = false;
    for (std::size_t server = 0; server < m_seats.size(); ++server) {
        const bool isOver = m_poll.ballot(server) == Ballot::Asked
            && m_seats[server].askedAt + m_group.config.serverTimeout <= now;
        if (!isOver)
            continue;
        m_group.lanes[server]->setSilent();
        m_poll.cast(server, Ballot::Silent);
    }
    progress();
    if (!m_isConcluded)
        arm();
}

void QuorumAttempt::answered(std::size_t server, Result<Reply> &&reply, bool wasSent)
{
    Seat &seat = m_seats[server];
    seat.ticket.reset();
    seat.wasSent = wasSent;
    Ballot ballot = Ballot::Failed;
    if (!reply) {
        seat.error = reply.error();
    } else if (const auto attempt = m_request.protocol->readAcquire(*reply)) {
        ballot = attempt->isHeld ? Ballot::Granted : Ballot::Refused;
        seat.holderTtl = attempt->holderTtl;
        seat.error.reset();
    } else {
        seat.error = attempt.error();
        seat.error->endpoint = m_group.lanes[server]->label();
    }
    const bool isLate = m_isConcluded;
    if (!isLate && wasSent) {
        seat.took = std::chrono::duration_cast<std::chrono::microseconds>(m_group.clock.now()
                                                                          - seat.askedAt);
    }
    m_poll.cast(server, ballot);
    if (isLate)
        onLateAnswer(server, ballot);
    else
        progress();
}

// Once it is given back, a grant that is applied after the release would stay.
bool QuorumAttempt::isWanted() const
{
    if (!m_isConcluded)
        return true;
    const auto hold = m_hold.lock();
    return hold && m_group.book.isCurrent(hold);
}

// Won before: it counts for the hold, unless that is gone; its release is behind it then.
void QuorumAttempt::onLateAnswer(std::size_t server, Ballot ballot)
{
    const auto hold = m_hold.lock();
    const bool isCurrent = hold && m_group.book.isCurrent(hold);
    QuorumHold::Share *const share = isCurrent ? &hold->shares[server] : nullptr;
    if (ballot == Ballot::Granted) {
        const Millis lease = m_request.lease.time();
        const Instant askedAt = m_seats[server].askedAt;
        if (share && share->counts > 0 && share->end.value_or(askedAt) < askedAt + lease)
            m_group.book.agree(*hold, server, askedAt, lease);
        if (m_givesLateBack && !isCurrent)
            std::make_shared<QuorumRelease>(m_group, m_request.protocol, m_request.key, lease)
                ->tell(server, {});
        return;
    }
    if (share && share->counts > 0)
        --share->counts;
    if (ballot == Ballot::Failed && m_seats[server].wasSent)
        m_group.lanes[server]->owe(m_request.key);
}

void QuorumAttempt::conclude()
{
    m_isConcluded = true;
    m_group.endAsking(m_request.key);
    if (m_timer)
        m_group.deadlines.remove(*std::exchange(m_timer, std::nullopt));
    for (std::size_t server = 0; server < m_seats.size(); ++server) {
        Seat &seat = m_seats[server];
        if (seat.ticket && m_group.lanes[server]->withdraw(*seat.ticket))
            seat.ticket.reset(); // and it was never asked
        else if (seat.ticket)
            seat.wasSent = true;
    }
    if (const auto hold = outer())
        m_group.book.concluded(hold, m_number);
    const bool isCancelled = m_request.cancel && m_request.cancel->isRequested();
    bool isWon = m_poll.decision() == Decision::Won && !isCancelled;
    if (isWon) {
        const Millis lease = m_request.lease.time();
        m_group.book.noteSleep(); // between the question and the answer
        const Instant validUntil = m_group.book.asIfAwake(m_startedAt) + lease - driftOf(lease);
        const auto left = std::chrono::floor<Millis>(validUntil - m_group.clock.now());
        if (left <= 0ms || left < leastValidity(m_group.config.minValidity, lease)) {
            m_left = left;
            isWon = false;
        }
    }
    if (!isWon)
        giveBack();
    AcquireOutcome outcome = isWon ? held() : lost();
    if (isCancelled)
        outcome.status = AcquireOutcome::Status::Cancelled;
    for (const auto &lane : m_group.lanes)
        lane->payDebts(); // debts that had to wait for this
    m_done.complete(std::move(outcome));
}

AcquireOutcome QuorumAttempt::held()
{
    QuorumHoldBook &book = m_group.book;
    const Millis lease = m_request.lease.time();
    const auto hold = book.take(m_request.key, m_request.protocol, m_request.lease, m_startedAt,
                                m_request.listener);
    bool isComplete = true;
    for (std::size_t server = 0; server < m_seats.size(); ++server) {
        QuorumHold::Share &share = hold->shares[server];
        if (m_poll.ballot(server) == Ballot::Granted) {
            ++share.counts;
            book.agree(*hold, server, m_startedAt, lease);
        } else if (m_seats[server].ticket) {
            ++share.counts;
            isComplete = false;
            // It is the lease of all from now on, whether or not it has arrived there.
            if (share.end && *share.end > book.asIfAwake(m_startedAt) + lease)
                book.agree(*hold, server, m_startedAt, lease);
        } else if (m_poll.ballot(server) == Ballot::Failed && m_seats[server].wasSent) {
            book.leaveToLane(hold, server, m_number);
            m_group.lanes[server]->settle(m_request.key);
        }
        book.endDoubt(hold, server, m_number);
    }
    std::erase_if(hold->attempts, [](const auto &attempt) { return attempt.expired(); });
    if (!isComplete)
        hold->attempts.push_back(weak_from_this());
    m_hold = hold;
    book.settle(hold);
    AcquireOutcome outcome;
    outcome.status = AcquireOutcome::Status::Held;
    outcome.owner = m_request.key.owner;
    outcome.count = hold->count;
    outcome.validUntil = book.asIfAwake(m_startedAt) + lease - driftOf(lease);
    outcome.lease = lease;
    outcome.votes = votes();
    return outcome;
}

// On every server that was asked, unless the answer was somebody else's lock. Another process may
// hold it as the same owner, unless this one made the owner: then only a certain grant is given
// back.
void QuorumAttempt::giveBack()
{
    // The release sets the time to live again: it must leave what the owner had before.
    const auto hold = outer();
    Millis lease = m_request.lease.time();
    if (hold)
        lease = std::max(lease, hold->leftFrom(m_group.clock.now()));
    std::shared_ptr<QuorumRelease> release;
    m_givesLateBack = !isOnlyOurs(m_request.key.owner);
    for (std::size_t server = 0; server < m_seats.size(); ++server) {
        const Seat &seat = m_seats[server];
        const Ballot ballot = m_poll.ballot(server);
        if (ballot == Ballot::Granted || (seat.ticket && !m_givesLateBack)) {
            if (!release) {
                release = std::make_shared<QuorumRelease>(m_group, m_request.protocol,
                                                          m_request.key, lease);
                release->restores(hold, m_number);
            }
            release->tell(server, seat.ticket);
        } else if (ballot == Ballot::Failed && seat.wasSent) {
            if (hold)
                m_group.book.leaveToLane(hold, server, m_number);
            m_group.lanes[server]->settle(m_request.key);
        } else if (hold) {
            m_group.book.endDoubt(hold, server, m_number);
        }
    }
}

// The same owner's present hold, which this attempt must not cut short.
QuorumHoldBook::Hold QuorumAttempt::outer() const
{
    const auto hold = m_outer.lock();
    return hold && m_group.book.isCurrent(hold) ? hold : nullptr;
}

AcquireOutcome QuorumAttempt::lost() const
{
    using Status = AcquireOutcome::Status;
    AcquireOutcome outcome;
    outcome.owner = m_request.key.owner;
    outcome.votes = votes();
    std::size_t wrong = 0;
    std::vector<std::optional<Millis>> ttls;
    for (std::size_t server = 0; server < m_seats.size(); ++server) {
        const auto &error = m_seats[server].error;
        wrong +=
            error && (error->code == "WRONGTYPE" || error->text.english().contains(u"WRONGTYPE"_s));
        if (m_poll.ballot(server) == Ballot::Refused)
            ttls.push_back(m_seats[server].holderTtl);
    }
    if (wrong > m_group.size() - m_group.majority()) {
        outcome.status = Status::WrongType;
        outcome.error = whyLost();
    } else if (!m_left && !ttls.empty()
               && ttls.size() + m_poll.count(Ballot::Granted) >= m_group.majority()) {
        outcome.status = Status::Busy;
        outcome.holderTtl = freeAfter(std::move(ttls), m_group.size());
    } else {
        outcome.status = Status::Failed;
        outcome.error = whyLost();
    }
    return outcome;
}

Error QuorumAttempt::whyLost() const
{
    if (m_left) {
        const auto lease = m_request.lease.time();
        const auto took = std::chrono::ceil<Millis>(m_group.clock.now() - m_startedAt);
        return {ErrorKind::Timeout,
                "TOOLATE"_ba,
                Sentence::say("the replies took %1 ms of the lease of %2 ms: %3 ms are left, but "
                              "at least %4 ms are required")
                    .arg(took.count())
                    .arg(lease.count())
                    .arg(m_left->count())
                    .arg(leastValidity(m_group.config.minValidity, lease).count()),
                {}};
    }
    Sentence reasons;
    ErrorKind kind = ErrorKind::Timeout;
    QByteArray code;
    for (std::size_t server = 0; server < m_seats.size(); ++server) {
        const QString &label = m_group.lanes[server]->label();
        if (const auto &error = m_seats[server].error) {
            kind = error->kind;
            code = error->code;
            reasons = joined(reasons, Sentence::say("%1: %2").arg(label, error->text));
        } else if (m_poll.ballot(server) == Ballot::Silent) {
            const auto timeout = m_group.config.serverTimeout.count();
            reasons =
                joined(reasons, Sentence::say("%1: no reply within %2 ms").arg(label, timeout));
        } else if (m_poll.ballot(server) == Ballot::Refused) {
            reasons = joined(reasons, Sentence::say("%1: held by another owner").arg(label));
        }
    }
    return {kind,
            code,
            Sentence::say("no majority: %1 of %2 servers granted it, %3 are needed (%4)")
                .arg(m_poll.count(Ballot::Granted))
                .arg(m_group.size())
                .arg(m_group.majority())
                .arg(reasons),
            {}};
}

std::vector<Vote> QuorumAttempt::votes() const
{
    std::vector<Vote> votes;
    votes.reserve(m_seats.size());
    for (std::size_t server = 0; server < m_seats.size(); ++server) {
        const Seat &seat = m_seats[server];
        const QuorumLane &lane = *m_group.lanes[server];
        const Ballot ballot = m_poll.ballot(server);
        Vote &vote = votes.emplace_back();
        vote.server = lane.label();
        vote.isRestartUnknown = lane.isRestartUnknown();
        vote.took = seat.took;
        vote.error = seat.error;
        const bool wasAsked = seat.wasSent || ballot == Ballot::Silent;
        vote.kind = ballot == Ballot::Granted ? Vote::Kind::Granted
            : ballot == Ballot::Refused       ? Vote::Kind::HeldByOther
            : !wasAsked                       ? Vote::Kind::NotAsked
            : ballot == Ballot::Failed && seat.error && !seat.error->code.isEmpty()
            ? Vote::Kind::Error
            : ballot == Ballot::Asked ? Vote::Kind::Pending
                                      : Vote::Kind::NoAnswer;
    }
    return votes;
}

} // namespace lockscope::lock
