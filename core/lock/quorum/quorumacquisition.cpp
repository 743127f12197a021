// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumacquisition.h"

#include "core/base/async/combine.h"
#include "core/lock/patience.h"
#include "core/lock/quorum/quorumrelease.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

constexpr int mostTies = 6; // the pause doubles up to 64 ms

bool isHopeless(const Vote &vote)
{
    if (!vote.error)
        return false;
    const ErrorKind kind = vote.error->kind;
    return kind == ErrorKind::Permission || kind == ErrorKind::Auth || kind == ErrorKind::Tls
        || kind == ErrorKind::Unsupported || kind == ErrorKind::InvalidInput;
}

} // namespace

QuorumAcquisition::QuorumAcquisition(QuorumGroup::Private &group, QuorumRequest request,
                                     std::optional<Millis> wait,
                                     std::shared_ptr<Cancellation> cancel)
    : m_group(group)
    , m_request(std::move(request))
    , m_wait(wait)
    , m_deadline(wait ? std::optional(group.clock.now() + *wait) : std::nullopt)
    , m_cancel(std::move(cancel))
{}

Millis QuorumAcquisition::remaining() const
{
    return timeLeft(m_deadline, m_group.clock.now());
}

bool QuorumAcquisition::isUnwanted() const
{
    return m_cancel->isRequested() || m_group.scope.isCancelled();
}

// Only faults keep it waiting: nobody will announce a release, and those who wait in the room may
// wait for this owner.
bool QuorumAcquisition::isReentry() const
{
    return m_request.protocol->isReentrant() && m_group.book.find(m_request.key);
}

AcquireOutcome QuorumAcquisition::outcome(AcquireOutcome::Status status) const
{
    AcquireOutcome outcome;
    outcome.status = status;
    outcome.owner = m_request.key.owner;
    outcome.votes = m_votes;
    return outcome;
}

std::optional<Error> QuorumAcquisition::objection() const
{
    const Millis lease = m_request.lease.time();
    if (m_group.refusal)
        return m_group.refusal;
    if (const auto valid = m_request.protocol->checkOwner(m_request.key.owner); !valid)
        return valid.error();
    if (lease < 1ms)
        return Error{
            ErrorKind::InvalidInput, {}, Sentence::say("a lease must be at least 1 ms"), {}};
    // Even with the fastest answers it would be given back: asking could only harm the owner's
    // present hold.
    const auto certain = std::chrono::floor<Millis>(lease - driftOf(lease));
    const Millis least = leastValidity(m_group.config.minValidity, lease);
    if (certain < least)
        return Error{
            ErrorKind::InvalidInput,
            "TOOLATE"_ba,
            Sentence::say(
                "a lease of %1 ms is certain for at most %2 ms, but at least %3 ms are required")
                .arg(lease.count())
                .arg(certain.count())
                .arg(least.count()),
            {}};
    if (lease > m_group.config.maxLease)
        return Error{ErrorKind::InvalidInput,
                     {},
                     Sentence::say("a lease of %1 ms exceeds the maximum of %2 ms for this group")
                         .arg(lease.count())
                         .arg(m_group.config.maxLease.count()),
                     {}};
    return std::nullopt;
}

QCoro::Task<AcquireOutcome> QuorumAcquisition::run()
{
    auto trying = tryOn();
    auto result = co_await trying;
    if (m_room && !result.isHeld())
        m_room->giveUp(m_wasWoken);
    co_return result;
}

QCoro::Task<AcquireOutcome> QuorumAcquisition::tryOn()
{
    using Status = AcquireOutcome::Status;
    if (!isSingle())
        m_room = m_group.rooms.find(*m_request.protocol, m_request.key.name);
    for (;;) {
        if (isUnwanted())
            co_return outcome(Status::Cancelled);
        if (!m_group.isSettled()) {
            auto settling = settled();
            co_await settling;
            if (isUnwanted())
                co_return outcome(Status::Cancelled);
        }
        if (auto error = objection()) {
            auto refused = outcome(Status::Failed);
            refused.error = std::move(error);
            co_return refused;
        }
        auto trying = attempt();
        auto tried = co_await trying;
        if (!tried)
            co_return outcome(Status::Cancelled);
        m_votes = tried->votes;
        if (tried->isHeld() && isUnwanted()) {
            auto release = std::make_shared<QuorumRelease>(m_group, m_request.protocol,
                                                           m_request.key, m_request.lease.time());
            auto releasing = release->start();
            co_await m_group.scope.wait(std::move(releasing), forever);
            co_return outcome(Status::Cancelled);
        }
        const auto hopeless = std::count_if(tried->votes.begin(), tried->votes.end(), isHopeless);
        const bool isFinal = tried->isHeld() || isSingle() || remaining() == 0ms
            || tried->status == Status::WrongType
            || static_cast<std::size_t>(hopeless) > m_group.size() - m_group.majority();
        if (isFinal)
            co_return *std::move(tried);
        auto resting = rest();
        if (!co_await resting)
            co_return isUnwanted() ? outcome(Status::Cancelled) : *std::move(tried);
    }
}

Pending<std::pair<std::size_t, Result<void>>> QuorumAcquisition::orCancelled(
    Pending<void> awaited) const
{
    std::vector<Pending<void>> either;
    either.push_back(std::move(awaited));
    either.push_back(m_cancel->requested());
    return whenAny(std::move(either));
}

// Until it is known of a majority whether they can be asked; a single attempt no longer than that
// takes.
QCoro::Task<> QuorumAcquisition::settled()
{
    Millis patience = remaining();
    if (isSingle()) {
        for (const auto &lane : m_group.lanes)
            patience = std::max(patience, lane->deployment().config().connectTimeout + 1s);
    }
    auto either = orCancelled(m_group.whenSettled());
    co_await m_group.scope.wait(std::move(either), patience);
}

// An error: it is not wanted any more.
QCoro::Task<Result<AcquireOutcome>> QuorumAcquisition::attempt()
{
    const auto room = m_room;
    const auto began = room ? room->beginAttempt() : 0;
    const bool wasWoken = std::exchange(m_wasWoken, false);
    if (m_ties > 0) {
        const int most = 1000 << std::min(m_ties, mostTies); // us
        const auto pause = std::chrono::microseconds(QRandomGenerator::global()->bounded(most));
        co_await m_group.scope.sleep(std::chrono::ceil<Millis>(pause));
    }
    AcquireOutcome tried = outcome(AcquireOutcome::Status::Cancelled);
    const auto own = m_group.book.find(m_request.key);
    if (isUnwanted()) {
        tried.votes.clear();
    } else if (own && !m_request.protocol->isReentrant()) {
        // It is the owner's own, and would be taken for a foreign one: asking could only do harm.
        tried.status = AcquireOutcome::Status::Busy;
        tried.holderTtl =
            std::max(std::chrono::ceil<Millis>(own->validUntil - m_group.clock.now()), Millis(1));
        tried.votes.clear();
    } else {
        // It ends on its own: each server has its time-out.
        auto asking = std::make_shared<QuorumAttempt>(m_group, m_request)->start();
        auto answer = co_await m_group.scope.wait(std::move(asking), forever);
        if (answer)
            tried = *std::move(answer);
    }
    if (room)
        room->endAttempt(tried, began);
    m_ties = wasWoken && !tried.isHeld() ? m_ties + 1 : 0;
    if (tried.status == AcquireOutcome::Status::Cancelled) {
        if (room)
            room->tryAgain();
        co_return fail(ErrorKind::Cancelled, u"cancelled"_s);
    }
    co_return tried;
}

// True: there is reason to try again. False: the time is over, or nobody wants it any more.
QCoro::Task<bool> QuorumAcquisition::rest()
{
    if (isReentry()) {
        auto unwanted = m_cancel->requested();
        co_await m_group.scope.wait(std::move(unwanted), std::min(remaining(), randomPause()));
        co_return !isUnwanted() && remaining() > 0ms;
    }
    if (!m_room) {
        m_room = m_group.rooms.enter(m_request.protocol, m_request.key.name);
        auto first = orCancelled(m_room->heard());
        co_await m_group.scope.wait(std::move(first), std::min(remaining(), subscriptionPatience));
        co_return !isUnwanted(); // the attempt that follows covers earlier messages
    }
    auto first = orCancelled(m_room->sleep(m_ties > 0));
    const auto woken = co_await m_group.scope.wait(std::move(first), remaining());
    m_wasWoken = woken && woken->first == 0;
    co_return m_wasWoken && !isUnwanted();
}

} // namespace lockscope::lock
