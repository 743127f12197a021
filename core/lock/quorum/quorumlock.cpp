// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumlock.h"

#include "core/lock/patience.h"
#include "core/lock/quorum/quorumacquisition.h"
#include "core/lock/quorum/quorumextension.h"
#include "core/lock/quorum/quorumrelease.h"
#include "core/lock/quorum/quorumsurvey.h"
#include "core/lock/waits.h"
#include "core/redis/wire.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

struct QuorumLock::Private {
    using Answers = QuorumSurvey::Answers;

    QuorumHoldKey keyOf(const OwnerId &owner) const { return {protocol.get(), name, owner}; }
    // Reads the answers of all servers; fails if too few answered.
    template <typename T, typename Read>
    Pending<T> survey(const SharedMessage &message, Read read);

    QuorumGroup::Private &group;
    const LockName name;
    const std::shared_ptr<const QuorumProtocol> protocol;
    const std::shared_ptr<LostListener> listener;
    Waits waits;
};

namespace {

// Any error that a majority cannot be had without; else empty.
std::optional<Error> tooFew(const QuorumGroup::Private &group, const QuorumSurvey::Answers &answers)
{
    std::size_t good = 0;
    Error error{ErrorKind::Timeout, {}, Sentence::say("too few servers replied in time"), {}};
    for (std::size_t server = 0; server < answers.size(); ++server) {
        const auto &answer = answers[server];
        if (answer && answer->isError())
            error = redis::errorFrom(*answer, group.lanes[server]->label());
        else if (answer)
            ++good;
    }
    return good >= group.majority() ? std::nullopt : std::optional(error);
}

} // namespace

template <typename T, typename Read>
Pending<T> QuorumLock::Private::survey(const SharedMessage &message, Read read)
{
    QuorumGroup::Private *const where = &group;
    return group.scope.start([where, message, read]() -> QCoro::Task<Result<T>> {
        Millis patience = where->config.serverTimeout;
        for (const auto &lane : where->lanes)
            patience = std::max(patience, lane->deployment().config().connectTimeout);
        auto settling = where->whenSettled();
        co_await where->scope.wait(std::move(settling), patience);
        if (where->refusal)
            co_return fail(*where->refusal);
        auto asking = std::make_shared<QuorumSurvey>(*where)->start(message);
        const auto answers = co_await where->scope.wait(std::move(asking), patience);
        if (!answers)
            co_return fail(answers.error());
        if (const auto error = tooFew(*where, *answers))
            co_return fail(*error);
        co_return Result<T>(read(*answers));
    });
}

QuorumLock::QuorumLock(QuorumGroup &group, LockName name,
                       std::shared_ptr<const QuorumProtocol> protocol)
    : m_d(new Private{
        group.d(), std::move(name), std::move(protocol), std::make_shared<LostListener>(), {}})
{}

QuorumLock::~QuorumLock()
{
    m_d->waits.cancelAll();
}

LockName QuorumLock::name() const
{
    return m_d->name;
}

QByteArray QuorumLock::kind() const
{
    return m_d->protocol->kind();
}

Pending<AcquireOutcome> QuorumLock::acquire(OwnerId owner, std::optional<Millis> wait, Lease lease,
                                            std::shared_ptr<Cancellation> cancel)
{
    cancel = m_d->waits.add(std::move(cancel));
    QuorumRequest request{m_d->protocol, m_d->keyOf(owner), lease, m_d->listener, cancel};
    auto acquisition = std::make_shared<QuorumAcquisition>(m_d->group, std::move(request), wait,
                                                           std::move(cancel));
    return m_d->group.scope.start([acquisition] { return acquisition->run(); });
}

Pending<ReleaseOutcome> QuorumLock::unlock(OwnerId owner)
{
    const QuorumHoldKey key = m_d->keyOf(owner);
    const auto hold = m_d->group.book.find(key);
    const Millis lease = hold ? hold->leaseFrom(m_d->group.clock.now()) : Lease::usualTimeout;
    return std::make_shared<QuorumRelease>(m_d->group, m_d->protocol, key, lease)->start();
}

Pending<ExtendOutcome> QuorumLock::extend(OwnerId owner, Millis time)
{
    return std::make_shared<QuorumExtension>(m_d->group, m_d->keyOf(owner), time)->start();
}

Pending<bool> QuorumLock::forceUnlock()
{
    return m_d->survey<bool>(m_d->protocol->force(m_d->name), [](const Private::Answers &answers) {
        return std::any_of(answers.begin(), answers.end(), [](const auto &answer) {
            return answer && answer->isInteger() && answer->integer > 0;
        });
    });
}

Pending<bool> QuorumLock::isLocked()
{
    const auto message = plainMessage({"EXISTS"_ba, m_d->name.bytes});
    return m_d->survey<bool>(message, [](const Private::Answers &answers) {
        const auto free = std::count_if(answers.begin(), answers.end(), [](const auto &answer) {
            return answer && answer->isInteger() && answer->integer == 0;
        });
        return static_cast<std::size_t>(free) < majorityOf(answers.size());
    });
}

Pending<qint64> QuorumLock::holdCount(OwnerId owner)
{
    const auto message = m_d->protocol->inspect(m_d->name, owner);
    return m_d->survey<qint64>(
        message, [protocol = m_d->protocol, owner](const Private::Answers &answers) {
            std::vector<qint64> counts;
            for (const auto &answer : answers) {
                const auto seen = answer
                    ? protocol->readOwnerHold(*answer, owner).value_or(lock::OwnerHold())
                    : lock::OwnerHold();
                counts.push_back(seen.count);
            }
            const std::size_t majority = majorityOf(answers.size());
            return agreedCount(std::move(counts), majority);
        });
}

Pending<TimeToLive> QuorumLock::remainingTimeToLive()
{
    using Answer = std::optional<Millis>;
    const auto message = plainMessage({"PTTL"_ba, m_d->name.bytes});
    return m_d->survey<TimeToLive>(message, [](const Private::Answers &answers) {
        std::vector<Answer> ttls;
        for (const auto &answer : answers) {
            const qint64 ms = answer && answer->isInteger() ? answer->integer : -2;
            if (ms >= 0)
                ttls.push_back(Millis(ms));
            else if (ms == -1)
                ttls.push_back(std::nullopt);
        }
        const Answer left = freeAfter(std::move(ttls), answers.size());
        const bool isFree = left && *left <= Millis(0);
        return isFree ? TimeToLive() : TimeToLive{true, left};
    });
}

std::optional<Instant> QuorumLock::validUntil(const OwnerId &owner) const
{
    m_d->group.book.noteSleep();
    const auto hold = m_d->group.book.find(m_d->keyOf(owner));
    if (!hold || hold->validUntil <= m_d->group.clock.now())
        return std::nullopt;
    return hold->validUntil;
}

std::optional<Millis> QuorumLock::validityLeft(const OwnerId &owner) const
{
    return validityUntil(validUntil(owner), m_d->group.clock.now());
}

void QuorumLock::setWatchdogRunning(const OwnerId &owner, bool running)
{
    m_d->group.book.setWatched(m_d->keyOf(owner), running);
}

void QuorumLock::setLostHandler(LostHandler handler)
{
    m_d->listener->handler = std::move(handler);
}

void QuorumLock::setStandingHandler(StandingHandler handler)
{
    m_d->listener->standingHandler = std::move(handler);
}

OwnerId QuorumLock::newOwner() const
{
    return m_d->protocol->newOwner(m_d->group.uuid);
}

} // namespace lockscope::lock
