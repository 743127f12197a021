// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/hold.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lock {

Instant certainUntil(Instant askedAt, Millis lease)
{
    const Instant::duration time = lease; // whole milliseconds would take nothing off a short one
    return askedAt + time - time / 100 - std::min<Instant::duration>(2ms, time / 2);
}

Error tooLate(Millis took, Millis lease)
{
    return {ErrorKind::Timeout,
            "TOOLATE"_ba,
            Sentence::say("the reply took %1 ms, too long for a lease of %2 ms")
                .arg(took.count(), lease.count()),
            {}};
}

namespace {

template <typename Handler, typename News>
void tell(DeadlineQueue &events, const std::weak_ptr<const LostListener> &receiver,
          Handler LostListener::*which, const OwnerId &owner, const News &news)
{
    events.add({}, [receiver, which, owner, news] {
        const auto listener = receiver.lock();
        if (!listener)
            return;
        if (const Handler handler = (*listener).*which) // lives on if it is replaced
            handler(owner, news);
    });
}

} // namespace

void LostListener::tellLost(DeadlineQueue &events,
                            const std::weak_ptr<const LostListener> &listener, const OwnerId &owner,
                            Loss loss)
{
    tell(events, listener, &LostListener::handler, owner, loss);
}

void LostListener::tellStanding(DeadlineQueue &events,
                                const std::weak_ptr<const LostListener> &listener,
                                const OwnerId &owner, const Standing &standing)
{
    tell(events, listener, &LostListener::standingHandler, owner, standing);
}

bool Hold::mayBeRenewed() const
{
    return isWatched && !isReleasing && lease.isRenewed()
        && (!lease.maxRenewals || renewals < *lease.maxRenewals);
}

Millis Hold::shortestLease() const
{
    constexpr Millis shortestPace = 150ms; // a lower bound for any lease: no busy loop
    Millis shortest = lease.time();
    for (const Doubt &doubt : doubts)
        shortest = std::min(shortest, std::max(doubt.lease, shortestPace));
    return shortest;
}

void Hold::setTaken(Instant askedAt, Millis time, bool isNew)
{
    const Instant until = certainUntil(askedAt, time);
    switch (protocol->leaseRule()) {
    case LeaseRule::Latest:
        // An answer out of order: the server may apply either.
        answeredUntil = !isNew && askedAt < takenAt ? std::min(answeredUntil, until) : until;
        if (extendedAt <= askedAt)
            extendedUntil = {};
        break;
    case LeaseRule::Longest:
        answeredUntil = std::max(answeredUntil, until);
        break;
    case LeaseRule::Each:
        each.resize(static_cast<std::size_t>(std::max<qint64>(count, 1)), until);
        answeredUntil = std::max(answeredUntil, until);
        break;
    }
    takenAt = std::max(takenAt, askedAt);
    update();
}

void Hold::setRenewed(Instant askedAt, Millis time)
{
    const Instant until = certainUntil(askedAt, time);
    if (protocol->leaseRule() == LeaseRule::Each) {
        for (Instant &one : each) {
            if (one > askedAt)
                one = std::max(one, until);
        }
    }
    answeredUntil = std::max(answeredUntil, until);
    update();
}

void Hold::setReleased(Instant askedAt, Millis time, qint64 counted)
{
    count = counted;
    const Instant until = certainUntil(askedAt, time);
    switch (protocol->leaseRule()) {
    case LeaseRule::Latest:
        answeredUntil = until;
        break;
    case LeaseRule::Longest:
        answeredUntil = std::max(answeredUntil, until);
        break;
    case LeaseRule::Each: // the last one went
        each.resize(static_cast<std::size_t>(std::max<qint64>(counted, 1)), until);
        answeredUntil = *std::ranges::max_element(each);
        break;
    }
    update();
}

void Hold::setBound(Instant askedAt, Millis time)
{
    const Instant until = certainUntil(askedAt, time);
    if (protocol->leaseRule() == LeaseRule::Latest)
        answeredUntil = std::min(answeredUntil, until);
    if (protocol->leaseRule() == LeaseRule::Each && each.size() > 1) {
        each.pop_back();
        answeredUntil = *std::ranges::max_element(each);
    }
    update();
}

void Hold::setBack(Millis slept)
{
    answeredUntil -= slept;
    for (Instant &one : each)
        one -= slept;
    if (extendedUntil != Instant())
        extendedUntil -= slept;
    for (Doubt &doubt : doubts)
        doubt.since -= slept;
    update();
}

void Hold::addDoubt(const Doubt &doubt)
{
    doubts.push_back(doubt);
    update();
}

void Hold::endDoubt(std::uint64_t id)
{
    std::erase_if(doubts, [id](const Doubt &doubt) { return doubt.id == id; });
    update();
}

void Hold::confirm(Instant askedAt, bool hasEndedPredecessors)
{
    std::erase_if(doubts, [&](const Doubt &doubt) {
        return doubt.isLost && hasEndedPredecessors && doubt.since <= askedAt;
    });
    for (Doubt &doubt : doubts)
        doubt.since = std::max(doubt.since, askedAt);
    update();
}

void Hold::update()
{
    validUntil = answeredUntil;
    for (const Doubt &doubt : doubts)
        validUntil = std::min(validUntil, certainUntil(doubt.since, doubt.lease));
}

} // namespace lockscope::lock
