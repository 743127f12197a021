// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/extension.h"

#include "core/redis/wire.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// The error in an answer that does not tell whether it was done.
Error errorOf(const Result<Reply> &reply, const QString &server)
{
    if (!reply)
        return reply.error();
    if (reply->isError())
        return redis::errorFrom(*reply, server);
    if (!reply->elements.empty() && reply->elements.front().integer < 0)
        return {ErrorKind::Permission, "NOPERM"_ba,
                Sentence::say("the server does not allow this client to read the key"), server};
    return {
        ErrorKind::Protocol, {}, Sentence::say("the server did not reply to an extension"), server};
}

ExtendOutcome notAnswered(const Result<Reply> &reply, Vote vote)
{
    ExtendOutcome outcome;
    const bool wasSent = !reply && !wasNeverSent(reply.error());
    outcome.status = wasSent ? ExtendOutcome::Status::Unknown : ExtendOutcome::Status::Failed;
    outcome.error = errorOf(reply, vote.server);
    vote.kind = reply ? Vote::Kind::Error : Vote::Kind::NoAnswer;
    vote.error = outcome.error;
    outcome.votes.push_back(std::move(vote));
    return outcome;
}

QCoro::Task<ExtendOutcome> run(LockSpace::Private *space, HoldKey key, Millis time)
{
    const auto &config = space->deployment.config();
    ExtendOutcome outcome;
    auto ready = space->deployment.whenReady(key.name.bytes);
    const Millis patience = config.connectTimeout + config.commandTimeout;
    const auto isUp = co_await space->scope.wait(std::move(ready), patience);
    if (!isUp) {
        outcome.error = space->deployment.lastError(key.name.bytes).value_or(isUp.error());
        co_return outcome;
    }
    const auto extension = space->holds.beginExtension(key, time);
    if (!extension)
        co_return notHeldToExtend();
    const std::vector<Renewal> one{extension->renewal};
    auto asked = extension->hold->protocol->renew(space->deployment, one);
    const Millis answerTime = 2 * config.commandTimeout + 1s;
    const auto reply = co_await space->scope.wait(std::move(asked), answerTime);
    if (space->scope.isCancelled())
        co_return outcome;
    Vote vote;
    vote.server = space->deployment.label();
    vote.took = std::chrono::duration_cast<std::chrono::microseconds>(space->clock.now()
                                                                      - extension->askedAt);
    if (!reply || !reply->isArray() || reply->elements.size() != 1
        || reply->elements.front().integer < 0) {
        space->holds.endExtension(*extension, std::nullopt);
        co_return notAnswered(reply, std::move(vote));
    }
    const bool isHeld = reply->elements.front().integer == 1;
    space->holds.endExtension(*extension, isHeld);
    vote.kind = isHeld ? Vote::Kind::Granted : Vote::Kind::Error;
    if (!isHeld)
        vote.error = notTheOwners(vote.server);
    // Given back meanwhile: the extended hold is nobody's any more.
    const auto hold = space->holds.find(key);
    if (!isHeld || !hold || hold->isReleasing) {
        outcome.status = ExtendOutcome::Status::NotHeld;
    } else {
        outcome.status = ExtendOutcome::Status::Extended;
        outcome.validUntil = hold->validUntil;
    }
    outcome.votes.push_back(std::move(vote));
    co_return outcome;
}

int rank(ExtendOutcome::Status status)
{
    switch (status) {
    case ExtendOutcome::Status::Extended:
        return 0;
    case ExtendOutcome::Status::Failed:
        return 1;
    case ExtendOutcome::Status::Unknown:
        return 2;
    case ExtendOutcome::Status::NotHeld:
        break;
    }
    return 3; // nothing is worse to hear
}

} // namespace

Pending<ExtendOutcome> extend(LockSpace::Private &space, HoldKey key, Millis time)
{
    if (auto refused = reasonAgainstExtending(time))
        return Pending<ExtendOutcome>::ready(std::move(*refused));
    return space.scope.start(
        [where = &space, key = std::move(key), time] { return run(where, key, time); });
}

ExtendOutcome notHeldToExtend()
{
    ExtendOutcome outcome;
    outcome.status = ExtendOutcome::Status::NotHeld;
    return outcome;
}

std::optional<ExtendOutcome> reasonAgainstExtending(Millis time)
{
    if (time >= 1ms)
        return std::nullopt;
    ExtendOutcome outcome;
    outcome.error =
        Error{ErrorKind::InvalidInput, {}, Sentence::say("a lease must be at least 1 ms"), {}};
    return outcome;
}

Error notTheOwners(const QString &server)
{
    return {ErrorKind::Server, "NOTHELD"_ba,
            Sentence::say("the owner no longer holds it on that server"), server};
}

ExtendOutcome worstExtension(const std::vector<Result<ExtendOutcome>> &outcomes)
{
    ExtendOutcome worst;
    worst.status = ExtendOutcome::Status::Extended;
    Instant first = Instant::max();
    std::vector<Vote> votes;
    for (const auto &result : outcomes) {
        ExtendOutcome one;
        if (result)
            one = *result;
        else
            one.error = result.error();
        votes.insert(votes.end(), one.votes.begin(), one.votes.end());
        first = std::min(first, one.validUntil);
        if (rank(one.status) > rank(worst.status))
            worst = std::move(one);
    }
    worst.votes = std::move(votes);
    worst.validUntil = worst.isExtended() ? first : Instant();
    return worst;
}

} // namespace lockscope::lock
