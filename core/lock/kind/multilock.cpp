// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/multilock.h"

#include "core/base/async/combine.h"
#include "core/base/async/taskscope.h"
#include "core/lock/kind/multilockprivate.h"
#include "core/lock/patience.h"
#include "core/lock/standings.h"
#include "core/lock/waits.h"
#include "core/redis/notnow.h"

#include <QRandomGenerator>

#include <map>
#include <numeric>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

constexpr int shortestPause = 10;
constexpr int longestPause = 160;

struct Request {
    OwnerId owner;
    std::optional<Millis> wait; // 0: one attempt; empty: without limit
    std::optional<Instant> deadline; // of the wait; empty: none
    Lease lease;
    std::shared_ptr<Cancellation> cancel; // never null
};

bool mayPass(const AcquireOutcome &outcome)
{
    if (outcome.status == AcquireOutcome::Status::Busy)
        return true;
    const auto kind = outcome.error ? outcome.error->kind : ErrorKind::Internal;
    if (outcome.status == AcquireOutcome::Status::Failed && outcome.error
        && redis::isNotNow(*outcome.error))
        return true;
    return outcome.status == AcquireOutcome::Status::Failed
        && (kind == ErrorKind::Unreachable || kind == ErrorKind::Refused
            || kind == ErrorKind::ConnectionLost || kind == ErrorKind::Timeout);
}

using Booleans = Pending<std::vector<Result<bool>>>;

// True if any answer says so, even if others failed.
Pending<bool> anyOf(Booleans answers)
{
    return flatMapped<bool>(std::move(answers), [](const std::vector<Result<bool>> &all) {
        Result<bool> any = false;
        for (const Result<bool> &one : all) {
            if (one.value_or(false))
                return one;
            if (!one)
                any = one;
        }
        return any;
    });
}

// An error, or the least.
template <typename T>
Pending<T> leastOf(Pending<std::vector<Result<T>>> answers)
{
    return flatMapped<T>(std::move(answers), [](const std::vector<Result<T>> &all) {
        Result<T> least = all.front();
        for (const Result<T> &one : all) {
            if (!one)
                return one;
            if (*one < *least)
                least = one;
        }
        return least;
    });
}

} // namespace

struct MultiLock::Private {
    Private(Members locks, const Clock &time)
        : members(std::move(locks))
        , clock(time)
    {}

    std::optional<Millis> remaining(const Request &request) const;
    std::shared_ptr<Round> ask(const std::vector<std::size_t> &which, const Request &request,
                               std::optional<Millis> wait);
    QCoro::Task<AcquireOutcome> acquire(Request request);
    QCoro::Task<bool> pause(int turn, Request request);
    QCoro::Task<bool> answered(std::shared_ptr<Round> round);
    QCoro::Task<std::optional<AcquireOutcome>> fall(Rounds rounds, Request request,
                                                    std::size_t *waitAt);
    std::optional<AcquireOutcome> grant(const Rounds &rounds, const Request &request);
    std::optional<Instant> validUntil(const OwnerId &owner) const;
    void onLost(const Lock *member, const OwnerId &owner, Loss loss);
    void onStanding(const Lock *member, const OwnerId &owner, const Standing &standing);

    const Members members;
    const Clock &clock;
    LostHandler lostHandler;
    StandingHandler standingHandler;
    std::map<OwnerId, qint64> holds;
    std::map<OwnerId, Standings<const Lock *>> standings; // of the members of holds
    Waits waits;
    TaskScope scope{"multi-lock"}; // last
};

std::optional<Millis> MultiLock::Private::remaining(const Request &request) const
{
    if (!request.deadline)
        return std::nullopt;
    return timeLeft(*request.deadline, clock.now());
}

std::shared_ptr<Round> MultiLock::Private::ask(const std::vector<std::size_t> &which,
                                               const Request &request, std::optional<Millis> wait)
{
    auto round = std::make_shared<Round>();
    round->owner = request.owner;
    round->missing = which.size();
    round->takings.resize(which.size());
    for (std::size_t i = 0; i < which.size(); ++i) {
        Round::Taking &taking = round->takings[i];
        taking.member = members[which[i]];
        taking.wasHeld = taking.member->validUntil(request.owner).has_value();
        taking.pending = wait
            ? taking.member->tryLock(request.owner, *wait, request.lease, request.cancel)
            : taking.member->lock(request.owner, request.lease, request.cancel);
    }
    for (std::size_t i = 0; i < which.size(); ++i) {
        round->takings[i].pending.then(
            [round, i](Result<AcquireOutcome> &&result) { round->onAnswer(i, std::move(result)); });
    }
    return round;
}

// False if this lock is destroyed meanwhile.
QCoro::Task<bool> MultiLock::Private::answered(std::shared_ptr<Round> round)
{
    if (round->missing > 0) {
        auto done = round->done.pending();
        (void)co_await scope.wait(std::move(done), forever);
    }
    if (scope.isCancelled())
        round->abandon();
    co_return !scope.isCancelled();
}

// Random, longer from turn to turn. False: nobody wants the lock any more.
QCoro::Task<bool> MultiLock::Private::pause(int turn, Request request)
{
    const int most = std::min(shortestPause << std::min(turn, 8), longestPause);
    auto waiting = request.cancel->requested();
    (void)co_await scope.wait(std::move(waiting),
                              Millis(QRandomGenerator::global()->bounded(1, most)));
    co_return !request.cancel->isRequested() && !scope.isCancelled();
}

QCoro::Task<AcquireOutcome> MultiLock::Private::acquire(Request request)
{
    AcquireOutcome cancelled;
    cancelled.status = AcquireOutcome::Status::Cancelled;
    cancelled.owner = request.owner;
    std::size_t waitAt = members.size(); // the member that was not to be had the last time
    for (int turn = 0;; ++turn) {
        if (request.cancel->isRequested() || scope.isCancelled())
            co_return cancelled;
        Rounds rounds;
        std::vector<std::size_t> others(members.size());
        std::iota(others.begin(), others.end(), 0U);
        bool goesOn = true;
        if (turn > 1) {
            auto pausing = pause(turn, request);
            if (!co_await pausing)
                co_return cancelled;
        }
        if (waitAt < members.size()) {
            std::erase(others, waitAt);
            const std::vector<std::size_t> one{waitAt};
            rounds.push_back(ask(one, request, remaining(request)));
            auto waiting = answered(rounds.back());
            if (!co_await waiting)
                co_return cancelled;
            goesOn = rounds.back()->takings.front().outcome->isHeld();
        }
        if (goesOn && !others.empty()) {
            rounds.push_back(ask(others, request, Millis(0)));
            auto waiting = answered(rounds.back());
            if (!co_await waiting) {
                if (rounds.size() > 1)
                    rounds.front()->abandon();
                co_return cancelled;
            }
        }
        if (auto held = grant(rounds, request))
            co_return std::move(*held);
        auto falling = fall(rounds, request, &waitAt);
        if (auto end = co_await falling)
            co_return std::move(*end);
    }
}

// All of them; unless somebody no longer wants it, or one has lapsed while another was asked.
std::optional<AcquireOutcome> MultiLock::Private::grant(const Rounds &rounds,
                                                        const Request &request)
{
    AcquireOutcome held;
    held.status = AcquireOutcome::Status::Held;
    held.owner = request.owner;
    held.lease = request.lease.time();
    bool isFirst = true;
    for (const auto &round : rounds) {
        for (const Round::Taking &taking : round->takings) {
            const AcquireOutcome &one = *taking.outcome;
            if (!one.isHeld())
                return std::nullopt;
            held.count = isFirst ? one.count : std::min(held.count, one.count);
            isFirst = false;
            held.votes.insert(held.votes.end(), one.votes.begin(), one.votes.end());
        }
    }
    const auto until = validUntil(request.owner);
    if (!until || request.cancel->isRequested())
        return std::nullopt;
    held.validUntil = *until;
    ++holds[request.owner];
    return held;
}

// Gives everything back. The outcome, or the member to wait for.
QCoro::Task<std::optional<AcquireOutcome>> MultiLock::Private::fall(Rounds rounds, Request request,
                                                                    std::size_t *waitAt)
{
    AcquireOutcome end;
    end.status = AcquireOutcome::Status::Failed;
    end.error = Error{ErrorKind::Timeout,
                      {},
                      Sentence::say("one of the locks had expired when the last one was granted"),
                      {}};
    std::vector<Vote> votes;
    bool isRefused = false;
    bool isFinal = false;
    for (const auto &round : rounds) {
        for (const Round::Taking &taking : round->takings) {
            const AcquireOutcome &one = *taking.outcome;
            votes.insert(votes.end(), one.votes.begin(), one.votes.end());
            if (one.isHeld() || isFinal)
                continue;
            // Somebody else's is the better reason to wait than a server that is away.
            if (isRefused && mayPass(one) && one.status != AcquireOutcome::Status::Busy)
                continue;
            isRefused = true;
            isFinal = !mayPass(one);
            end = one;
            const auto at = std::ranges::find(members, taking.member);
            *waitAt = static_cast<std::size_t>(at - members.begin());
        }
    }
    end.owner = request.owner;
    end.votes = std::move(votes);
    auto giving = giveBack(rounds, request.owner);
    const auto given = co_await scope.wait(std::move(giving), forever);
    if (request.cancel->isRequested() || scope.isCancelled())
        end.status = AcquireOutcome::Status::Cancelled;
    if (given && rank(given->status) > rank(ReleaseOutcome::Status::NotHeld)) {
        end.status = AcquireOutcome::Status::Unknown;
        end.error = given->error;
        co_return end;
    }
    const bool isOver = request.wait && remaining(request) == Millis(0);
    if (isFinal || isOver || end.status == AcquireOutcome::Status::Cancelled)
        co_return end;
    co_return std::nullopt;
}

std::optional<Instant> MultiLock::Private::validUntil(const OwnerId &owner) const
{
    std::optional<Instant> least;
    for (const auto &member : members) {
        const auto until = member->validUntil(owner);
        if (!until)
            return std::nullopt;
        least = least ? std::min(*least, *until) : *until;
    }
    return least;
}

void MultiLock::Private::onLost(const Lock *member, const OwnerId &owner, Loss loss)
{
    standings.erase(owner);
    const auto hold = holds.extract(owner);
    if (hold.empty())
        return; // not granted yet: a later grant looks at all of them
    Members others;
    for (const auto &one : members) {
        if (one.get() != member)
            others.push_back(one);
    }
    (void)scope.start([this, others, owner, times = hold.mapped()]() -> QCoro::Task<> {
        for (qint64 i = 0; i < times && !scope.isCancelled(); ++i) {
            auto giving = unlockAll(others, owner);
            (void)co_await scope.wait(std::move(giving), forever);
        }
    });
    if (const LostHandler handler = lostHandler)
        handler(owner, loss);
}

void MultiLock::Private::onStanding(const Lock *member, const OwnerId &owner,
                                    const Standing &standing)
{
    if (!holds.contains(owner))
        return;
    const auto changed = standings[owner].note(member, standing);
    const StandingHandler handler = standingHandler;
    if (handler && changed)
        handler(owner, *changed);
}

MultiLock::MultiLock(std::vector<std::shared_ptr<Lock>> members, const Clock &clock)
    : m_d(std::make_unique<Private>(std::move(members), clock))
{
    for (const auto &member : m_d->members) {
        member->setLostHandler(
            [d = m_d.get(), one = member.get()](const OwnerId &owner, Loss loss) {
                d->onLost(one, owner, loss);
            });
        member->setStandingHandler(
            [d = m_d.get(), one = member.get()](const OwnerId &owner, const Standing &standing) {
                d->onStanding(one, owner, standing);
            });
    }
}

MultiLock::~MultiLock()
{
    for (const auto &member : m_d->members) {
        member->setLostHandler({});
        member->setStandingHandler({});
    }
    m_d->waits.cancelAll();
}

const std::vector<std::shared_ptr<Lock>> &MultiLock::members() const
{
    return m_d->members;
}

LockName MultiLock::name() const
{
    QByteArrayList names;
    for (const auto &member : m_d->members)
        names.append(member->name().bytes);
    return LockName(names.join(','));
}

QByteArray MultiLock::kind() const
{
    return "multi"_ba;
}

Pending<AcquireOutcome> MultiLock::acquire(OwnerId owner, std::optional<Millis> wait, Lease lease,
                                           std::shared_ptr<Cancellation> cancel)
{
    Request request{std::move(owner), wait, {}, lease, m_d->waits.add(std::move(cancel))};
    if (wait)
        request.deadline = m_d->clock.now() + *wait;
    return m_d->scope.start(
        [d = m_d.get(), request = std::move(request)] { return d->acquire(request); });
}

Pending<ReleaseOutcome> MultiLock::unlock(OwnerId owner)
{
    if (const auto hold = m_d->holds.find(owner); hold != m_d->holds.end() && --hold->second == 0)
        m_d->holds.erase(hold);
    if (!m_d->holds.contains(owner))
        m_d->standings.erase(owner);
    return unlockAll(m_d->members, owner);
}

Pending<ExtendOutcome> MultiLock::extend(OwnerId owner, Millis time)
{
    return extendAll(m_d->members, owner, time);
}

Pending<bool> MultiLock::forceUnlock()
{
    std::vector<Pending<bool>> forcing;
    for (const auto &member : m_d->members)
        forcing.push_back(member->forceUnlock());
    return anyOf(whenAll(std::move(forcing)));
}

Pending<bool> MultiLock::isLocked()
{
    std::vector<Pending<bool>> asking;
    for (const auto &member : m_d->members)
        asking.push_back(member->isLocked());
    return anyOf(whenAll(std::move(asking)));
}

Pending<qint64> MultiLock::holdCount(OwnerId owner)
{
    std::vector<Pending<qint64>> asking;
    for (const auto &member : m_d->members)
        asking.push_back(member->holdCount(owner));
    return leastOf(whenAll(std::move(asking)));
}

Pending<TimeToLive> MultiLock::remainingTimeToLive()
{
    std::vector<Pending<TimeToLive>> asking;
    for (const auto &member : m_d->members)
        asking.push_back(member->remainingTimeToLive());
    return leastOf(whenAll(std::move(asking)));
}

std::optional<Instant> MultiLock::validUntil(const OwnerId &owner) const
{
    const auto until = m_d->validUntil(owner);
    return until && *until > m_d->clock.now() ? until : std::nullopt;
}

std::optional<Millis> MultiLock::validityLeft(const OwnerId &owner) const
{
    return validityUntil(validUntil(owner), m_d->clock.now());
}

void MultiLock::setWatchdogRunning(const OwnerId &owner, bool running)
{
    for (const auto &member : m_d->members)
        member->setWatchdogRunning(owner, running);
}

void MultiLock::setLostHandler(LostHandler handler)
{
    m_d->lostHandler = std::move(handler);
}

void MultiLock::setStandingHandler(StandingHandler handler)
{
    m_d->standingHandler = std::move(handler);
}

OwnerId MultiLock::newOwner() const
{
    const auto &members = m_d->members;
    const auto particular = std::ranges::find_if(
        members, [](const auto &member) { return member->kind() != "string"; });
    return (particular == members.end() ? members.front() : *particular)->newOwner();
}

} // namespace lockscope::lock
