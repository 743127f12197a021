// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/acquisition.h"

#include "core/base/async/combine.h"
#include "core/lock/patience.h"
#include "core/lock/protocol/owners.h"
#include "core/lock/single/release.h"
#include "core/redis/notnow.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// Between two attempts of a kind that asks instead of listening; as Redisson's spin lock.
constexpr Millis shortestPause = 1ms;
constexpr Millis longestPause = 128ms;

// WAIT will never be answered otherwise: it is not known there, or not permitted.
bool isForGood(const Error &error)
{
    const bool isOfServer = error.kind == ErrorKind::Server || error.kind == ErrorKind::Permission;
    return isOfServer && error.code != "FEWREPLICAS" && !redis::isNotNow(error);
}

} // namespace

AcquireOutcome grantedOutcome(LockSpace::Private &space, const AcquireRequest &request,
                              Instant askedAt, const Attempt &answer, std::uint64_t doubt)
{
    using std::chrono::microseconds;
    space.holds.take(request.protocol, request.name, request.owner, answer.count, askedAt,
                     request.lease, request.listener, doubt);
    AcquireOutcome held;
    held.status = AcquireOutcome::Status::Held;
    held.owner = request.owner;
    held.count = answer.count;
    held.fencingToken = answer.fencingToken;
    held.validUntil = certainUntil(space.holds.asIfAwake(askedAt), request.lease.time());
    held.lease = request.lease.time();
    const auto took = std::chrono::duration_cast<microseconds>(space.clock.now() - askedAt);
    held.votes.push_back({space.deployment.label(), Vote::Kind::Granted, took, {}});
    return held;
}

bool goesBehindOthers(const LockSpace::Private &space, const AcquireRequest &request)
{
    const Protocol &protocol = *request.protocol;
    return !request.isSingle() && protocol.waiting() != Waiting::Asking && !protocol.isShared()
        && !protocol.hasQueue()
        && space.rooms.othersAsleep(protocol, request.name, request.owner) != nullptr
        && !space.holds.find({&protocol, request.name, request.owner});
}

Acquisition::Acquisition(LockSpace::Private &space, AcquireRequest request,
                         std::optional<FirstAttempt> first)
    : m_space(space)
    , m_request(std::move(request))
    , m_first(std::move(first))
{}

Millis Acquisition::remaining() const
{
    return timeLeft(m_request.deadline, m_space.clock.now());
}

AcquireOutcome Acquisition::outcome(AcquireOutcome::Status status) const
{
    AcquireOutcome outcome;
    outcome.status = status;
    outcome.owner = m_request.owner;
    outcome.votes = m_votes;
    return outcome;
}

HoldKey Acquisition::key() const
{
    return {m_request.protocol.get(), m_request.name, m_request.owner};
}

// Else another process may hold it as the same owner: the owner's count tells nothing of an attempt
// of ours.
bool Acquisition::isOnlyOurs() const
{
    return lock::isOnlyOurs(m_request.owner);
}

// The last attempt has changed nothing.
void Acquisition::endDoubt()
{
    m_space.holds.endAttempt(key(), std::exchange(m_doubt, 0));
}

AcquireOutcome Acquisition::refused(const Error &error) const
{
    using Status = AcquireOutcome::Status;
    auto result = outcome(error.kind == ErrorKind::Cancelled ? Status::Cancelled
                              : isWrongType(error)           ? Status::WrongType
                                                             : Status::Failed);
    result.error = error;
    if (result.error->endpoint.isEmpty())
        result.error->endpoint = m_space.deployment.label();
    return result;
}

void Acquisition::vote(Vote::Kind kind, Instant askedAt, std::optional<Error> error)
{
    using std::chrono::microseconds;
    const auto took = std::chrono::duration_cast<microseconds>(m_space.clock.now() - askedAt);
    m_votes = {{m_space.deployment.label(), kind, took, std::move(error)}};
}

QCoro::Task<AcquireOutcome> Acquisition::run()
{
    auto trying = tryOn();
    auto result = co_await trying;
    if (m_room)
        m_room->leave(m_place);
    // Others may stand there as the same owner.
    if (m_isQueued && isOnlyOurs())
        m_space.departures.noteGone(key(), place());
    if (result.isHeld()) {
        m_space.holds.noteUnknown(key(), m_unknown);
        if (m_room && m_request.protocol->isShared())
            m_room->wakeOne();
        co_return result;
    }
    auto leaving = leave();
    co_await leaving;
    m_space.holds.noteUnknown(key(), m_unknown);
    if (m_mayComeLate && result.status != AcquireOutcome::Status::Unknown) {
        result.status = AcquireOutcome::Status::Unknown;
        result.error = m_mayComeLate;
    }
    // The wake-up was for one waiter; another may want it.
    if (m_room && m_isWoken)
        m_room->wakeOne();
    co_return result;
}

Departures::Remains Acquisition::place() const
{
    return {m_request.protocol, m_isQueued, m_request.wait, {}};
}

// Tells the server before the answer if that is possible, and else as soon as it is.
QCoro::Task<> Acquisition::leave()
{
    Departures::Remains remains = place();
    // An owner with an earlier hold keeps it: the unknown count ends with the last release. The
    // count of an owner that others may use ends with its lease.
    if (m_isUnanswered && isOnlyOurs() && !m_space.holds.find(key())) {
        remains.lease = m_request.lease.time();
        m_unknown = std::max<qint64>(m_unknown - 1, 0);
    }
    if (!remains.isQueued && !remains.lease)
        co_return;
    auto leaving = m_space.departures.leave(m_request.name, m_request.owner, std::move(remains));
    if (m_space.deployment.isReady(m_request.name.bytes))
        co_await m_space.scope.wait(std::move(leaving), m_space.deployment.config().commandTimeout);
}

QCoro::Task<AcquireOutcome> Acquisition::tryOn()
{
    if (const auto valid = m_request.protocol->checkOwner(m_request.owner); !valid)
        co_return refused(valid.error());
    if (m_request.lease.time() < Millis(1))
        co_return refused(
            {ErrorKind::InvalidInput, {}, Sentence::say("a lease must be at least 1 ms"), {}});
    if (!m_first && goesBehindOthers(m_space, m_request)) {
        enterRoom();
        if (const auto until = m_room->takenUntil())
            m_askAgain = timeLeft(*until, m_space.clock.now());
        auto resting = rest();
        co_await resting;
    }
    for (;;) {
        if (!m_first) { // its result is not dropped
            if (m_request.cancel->isRequested())
                co_return outcome(AcquireOutcome::Status::Cancelled);
            auto connecting = connected();
            const auto up = co_await connecting;
            if (m_request.cancel->isRequested() || m_space.scope.isCancelled())
                co_return outcome(AcquireOutcome::Status::Cancelled);
            if (!up)
                co_return refused(up.error());
        }
        auto trying = attempt();
        if (auto result = co_await trying)
            co_return std::move(*result);
        if (std::exchange(m_goesOnAtOnce, false))
            continue;
        if (const auto notNow = std::exchange(m_notNow, {})) {
            if (m_request.isSingle() || remaining() == Millis(0))
                co_return refused(*notNow);
            auto pausing = pause();
            co_await pausing;
            continue;
        }
        if (m_request.isSingle() || remaining() == Millis(0)) {
            auto busy = outcome(AcquireOutcome::Status::Busy);
            busy.holderTtl = m_holderTtl;
            co_return busy;
        }
        m_isWoken = false; // the holder will announce its release
        auto resting = rest();
        co_await resting;
    }
}

// Ready with `awaited`, or as soon as nobody wants the lock any more.
Acquisition::Either Acquisition::orCancelled(Pending<void> awaited) const
{
    std::vector<Pending<void>> either;
    either.push_back(std::move(awaited));
    either.push_back(m_request.cancel->requested());
    return whenAny(std::move(either));
}

// A single attempt fails as soon as it is known that there is no connection; a wait continues.
QCoro::Task<Result<void>> Acquisition::connected()
{
    redis::Deployment &deployment = m_space.deployment;
    if (deployment.isReady(m_request.name.bytes))
        co_return Result<void>();
    auto first = orCancelled(m_request.isSingle() ? deployment.whenTried(m_request.name.bytes)
                                                  : deployment.whenReady(m_request.name.bytes));
    const Millis patience =
        m_request.isSingle() ? deployment.config().connectTimeout + 1s : remaining();
    const auto answered = co_await m_space.scope.wait(std::move(first), patience);
    if (answered)
        co_return answered->second;
    if (answered.error().kind == ErrorKind::Timeout && deployment.lastError(m_request.name.bytes))
        co_return fail(*deployment.lastError(m_request.name.bytes));
    co_return fail(answered.error());
}

QCoro::Task<std::optional<AcquireOutcome>> Acquisition::attempt()
{
    const Protocol &protocol = *m_request.protocol;
    const auto hold = m_space.holds.find(key());
    // Waiters without a channel are in the room before they look: a change right after the look
    // must find them there.
    const bool tracked = !m_request.isSingle() && protocol.waiting() == Waiting::KeyChange;
    if (tracked && !m_room)
        enterRoom();
    if (!m_space.departures.isEmpty()) {
        auto gone = m_space.departures.comeBack(key());
        const auto told = co_await m_space.scope.wait(std::move(gone),
                                                      m_space.deployment.config().commandTimeout);
        m_unknown += told ? 0 : 1;
    }
    m_space.departures.noteBack(key());
    const bool wasQueued = m_isQueued;
    m_isQueued = m_isQueued || (protocol.hasQueue() && !m_request.isSingle());
    m_isUnanswered = true;
    auto first = std::exchange(m_first, {});
    const qint64 known = first ? first->known : m_counted.value_or(hold ? hold->count : 0);
    const Instant askedAt = first ? first->askedAt : m_space.holds.now();
    if (!m_lostAt)
        m_serverChanges = first ? first->serverChanges : m_space.serverChanges;
    m_doubt =
        first ? first->doubt : m_space.holds.beginAttempt(key(), askedAt, m_request.lease.time());
    auto asked = first ? std::move(first->asked)
                       : protocol.acquire(m_space.deployment,
                                          {m_request.name, m_request.owner, m_request.lease.time(),
                                           m_request.wait, known, tracked});
    const Millis patience = 3 * m_space.deployment.config().commandTimeout + 1s;
    auto reply = co_await m_space.scope.wait(std::move(asked), patience);
    if (m_space.scope.isCancelled())
        co_return outcome(AcquireOutcome::Status::Cancelled);
    if (!reply) {
        vote(Vote::Kind::NoAnswer, askedAt, reply.error());
        if (wasNeverSent(reply.error())) {
            m_isUnanswered = false;
            endDoubt();
            co_return refused(reply.error());
        }
        if (!m_lostAt)
            m_lostAt = askedAt;
        m_space.holds.loseAttempt(key(), m_doubt);
        auto resolving = resolve(askedAt, known, reply.error());
        co_return co_await resolving;
    }
    m_isUnanswered = false;
    const auto answer = protocol.readAcquire(*reply);
    if (!answer || (!answer->isHeld && !answer->otherCount))
        endDoubt();
    if (!answer) {
        vote(Vote::Kind::Error, askedAt, answer.error());
        if (!redis::isNotNow(answer.error()))
            co_return refused(answer.error());
        m_notNow = answer.error();
        m_isQueued = wasQueued;
        co_return std::nullopt;
    }
    if (answer->otherCount) {
        // The attempt whose answer was lost was applied late; or the owner's earlier count is not
        // known here.
        if (m_lostAt && isOnlyOurs() && *answer->otherCount == known + 1
            && m_serverChanges == m_space.serverChanges) {
            auto granting = grant(*m_lostAt, Attempt::held(known + 1));
            co_return co_await granting;
        }
        m_counted = answer->otherCount;
        m_goesOnAtOnce = true;
        co_return std::nullopt;
    }
    vote(answer->isHeld             ? Vote::Kind::Granted
             : answer->isOthersTurn ? Vote::Kind::OthersTurn
                                    : Vote::Kind::HeldByOther,
         askedAt);
    m_holderTtl = answer->holderTtl;
    m_askAgain = answer->askAgain ? answer->askAgain : answer->holderTtl;
    if (m_room) {
        const auto taken = answer->isHeld ? m_request.lease.time() : m_askAgain;
        m_room->noteTaken(taken ? std::optional(askedAt + *taken) : std::nullopt);
    }
    if (!answer->isHeld)
        co_return std::nullopt;
    auto granting = grant(askedAt, *answer);
    co_return co_await granting;
}

// Granted; unless nobody wants it any more, too few replicas have it, or the answer came when it
// was over.
QCoro::Task<std::optional<AcquireOutcome>> Acquisition::grant(Instant askedAt, Attempt answer)
{
    m_space.holds.noteSleep();
    const Instant validUntil =
        certainUntil(m_space.holds.asIfAwake(askedAt), m_request.lease.time());
    std::optional<Result<qint64>> replicas;
    if (m_space.replicas.least > 0) {
        auto asking = askReplicas(validUntil);
        replicas = co_await asking;
    }
    const Instant now = m_space.clock.now();
    const bool isOver = now >= validUntil;
    const bool isKept = !replicas || *replicas;
    if (isOver || !isKept || m_request.cancel->isRequested()) {
        // Once our time is over, another process may have taken it as the same owner.
        if (!isOver || isOnlyOurs()) {
            auto giving = giveBack(validUntil);
            co_await giving;
        }
        if (m_space.scope.isCancelled() || (!isOver && m_request.cancel->isRequested()))
            co_return outcome(AcquireOutcome::Status::Cancelled);
        if (!isKept && isForGood(replicas->error()))
            co_return refused(replicas->error());
        m_notNow = isKept
            ? tooLate(std::chrono::ceil<Millis>(now - askedAt), m_request.lease.time())
            : replicas->error();
        co_return std::nullopt;
    }
    auto held = grantedOutcome(m_space, m_request, askedAt, answer, std::exchange(m_doubt, 0));
    if (replicas)
        held.replicas = **replicas;
    co_return held;
}

// How many replicas have the lock that was granted; an error if these are too few.
QCoro::Task<Result<qint64>> Acquisition::askReplicas(Instant grantedUntil)
{
    redis::Deployment &deployment = m_space.deployment;
    const redis::ConnectionConfig &config = deployment.config();
    const int least = m_space.replicas.least;
    // The connection must not be taken for a dead one, nor half of the lease be spent.
    const Millis patience =
        std::min({m_space.replicas.patience, config.commandTimeout / 2, config.silenceLimit / 2,
                  timeLeft(grantedUntil, m_space.clock.now()) / 2});
    auto asked = deployment.waitForReplicas(m_request.name.bytes, least, patience);
    const auto reply =
        co_await m_space.scope.wait(std::move(asked), patience + config.commandTimeout);
    if (!reply)
        co_return fail(reply.error());
    const auto have = integerFrom(*reply);
    if (have && *have < least)
        co_return fail(Error{ErrorKind::Server, "FEWREPLICAS"_ba,
                             Sentence::say("%1 of %2 replicas acknowledged the lock within %3 ms")
                                 .arg(*have)
                                 .arg(least)
                                 .arg(patience.count()),
                             deployment.label()});
    co_return have;
}

// The attempt has put its own lease on the key: restores the time of the owner's earlier hold.
QCoro::Task<> Acquisition::giveBack(Instant grantedUntil)
{
    using Status = ReleaseOutcome::Status;
    const auto hold = m_space.holds.find(key());
    const Instant askedAt = m_space.holds.now();
    const Millis lease =
        std::max(m_request.lease.time(), hold ? hold->timeToLeave(askedAt) : Millis(0));
    auto releasing =
        release(&m_space,
                {m_request.protocol, m_request.name, m_request.owner, lease, lease,
                 isOnlyOurs() ? std::nullopt : std::optional(grantedUntil), newRequestId()});
    const auto given = co_await releasing;
    if (m_space.scope.isCancelled())
        co_return;
    m_space.holds.endGivingBack(key(), std::exchange(m_doubt, 0), askedAt, lease, given);
    if (!hold && (given.status == Status::Unknown || given.status == Status::Failed)) {
        m_isUnanswered = true;
        m_mayComeLate = given.error;
        ++m_unknown;
    }
    if (!hold)
        m_space.holds.noteOwnWrite(m_request.protocol->key(m_request.name));
    m_space.rooms.wakeOne(m_request.name); // clients are not told of their own process's changes
}

// The attempt was sent and its answer is lost. Trying again could take the lock twice: the owner's
// count on the server tells whether it was applied. It does not tell if others may hold it as the
// same owner: a surplus count ends with its lease. Nothing: try on.
QCoro::Task<std::optional<AcquireOutcome>> Acquisition::resolve(Instant askedAt, qint64 known,
                                                                Error error)
{
    if (!isOnlyOurs()) {
        m_mayComeLate = error;
        m_notNow = std::move(error);
        co_return std::nullopt;
    }
    redis::Deployment &deployment = m_space.deployment;
    const Millis patience = deployment.config().connectTimeout + deployment.config().commandTimeout;
    Instant until =
        m_space.clock.now() + (m_request.isSingle() ? patience : std::max(remaining(), patience));
    bool isWanted = true;
    while (m_space.clock.now() < until) {
        if (isWanted && m_request.cancel->isRequested()) {
            isWanted = false; // a moment for certainty; then it is looked for without the caller
            until = std::min(until, m_space.clock.now() + deployment.config().commandTimeout);
        }
        std::vector<Pending<void>> either;
        either.push_back(deployment.whenReady(m_request.name.bytes));
        if (isWanted)
            either.push_back(m_request.cancel->requested());
        auto first = whenAny(std::move(either));
        const auto left = std::chrono::ceil<Millis>(until - m_space.clock.now());
        const auto isUp = co_await m_space.scope.wait(std::move(first), left);
        if (isUp && isUp->first == 1)
            continue;
        if (!isUp || !isUp->second)
            break;
        auto asked = m_request.protocol->inspect(deployment, m_request.name, m_request.owner);
        const auto reply = co_await m_space.scope.wait(std::move(asked), 3 * patience);
        if (m_space.scope.isCancelled())
            co_return outcome(AcquireOutcome::Status::Cancelled);
        if (!reply)
            continue;
        const auto seen = m_request.protocol->readOwnerHold(*reply, m_request.owner);
        if (!seen && !isWrongType(seen.error()) && seen.error().kind != ErrorKind::Permission) {
            co_await m_space.scope.sleep(notNowPause); // such as LOADING: it passes
            continue;
        }
        if (!seen) {
            auto unseen = refused(seen.error());
            if (!isWrongType(seen.error())) {
                unseen.status = AcquireOutcome::Status::Unknown;
                ++m_unknown;
            }
            co_return unseen;
        }
        m_isUnanswered = false;
        if (seen->count <= known) {
            if (deployment.hasEndedPredecessors(m_request.name.bytes)) {
                endDoubt();
            } else {
                m_mayComeLate = error;
                ++m_unknown;
            }
            // It may have been granted, and have lapsed: nobody else needs to have it.
            const auto took = std::chrono::ceil<Millis>(m_space.clock.now() - askedAt);
            if (took >= m_request.lease.time())
                m_notNow = tooLate(took, m_request.lease.time());
            else
                m_notNow = std::move(error); // nobody has said that it is taken, or will say more
            co_return std::nullopt;
        }
        if (m_serverChanges != m_space.serverChanges) {
            // It may be an earlier hold, whose end the new server has not heard of, and which has
            // less time left.
            auto giving = giveBack(certainUntil(askedAt, m_request.lease.time()));
            co_await giving;
            m_goesOnAtOnce = true;
            co_return std::nullopt;
        }
        vote(Vote::Kind::Granted, askedAt);
        auto granting = grant(askedAt, Attempt::held(seen->count, seen->fencingToken));
        co_return co_await granting;
    }
    ++m_unknown;
    auto unknown = outcome(AcquireOutcome::Status::Unknown);
    unknown.error = std::move(error);
    co_return unknown;
}

// The server may take it in a moment. A place in a queue is kept meanwhile.
QCoro::Task<> Acquisition::pause()
{
    auto unwanted = m_request.cancel->requested();
    co_await m_space.scope.wait(std::move(unwanted), std::min(remaining(), notNowPause));
}

void Acquisition::enterRoom()
{
    m_room = m_space.rooms.enter(*m_request.protocol, m_request.name, m_request.owner);
    m_place = m_room->enter();
}

// Until there is a reason to try again: a wake-up, the end of the holder's time, the end of ours.
QCoro::Task<> Acquisition::rest()
{
    const Protocol &protocol = *m_request.protocol;
    if (protocol.waiting() == Waiting::Asking) {
        m_pause = std::clamp(2 * m_pause, shortestPause, longestPause);
        const auto jitter = QRandomGenerator::global()->bounded(int(m_pause.count() / 2) + 1);
        auto asked = m_request.cancel->requested();
        co_await m_space.scope.wait(std::move(asked),
                                    std::min(remaining(), m_pause - Millis(jitter)));
        co_return;
    }
    if (!m_room) {
        enterRoom();
        auto first = orCancelled(m_room->heard());
        const Millis patience = std::min(remaining(), subscriptionPatience);
        co_await m_space.scope.wait(std::move(first), patience);
        co_return; // the attempt that follows covers earlier messages
    }
    Millis longest = remaining();
    if (m_askAgain)
        longest = std::min(longest, *m_askAgain + 1ms);
    const bool isBlind = protocol.waiting() == Waiting::KeyChange
        && !m_space.deployment.isTracking(m_request.name.bytes);
    if (m_room->isDeaf() || isBlind) {
        const Millis poll(QRandomGenerator::global()->bounded(shortestPoll, longestPoll));
        longest = std::min(longest, poll);
    }
    auto first = orCancelled(m_room->sleep(m_place));
    const auto woken = co_await m_space.scope.wait(std::move(first), longest);
    m_isWoken = woken && woken->first == 0;
}

} // namespace lockscope::lock
