// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/release.h"

#include "core/lock/patience.h"
#include "core/lock/protocol/owners.h"
#include "core/redis/notnow.h"
#include "core/redis/wire.h"

#include <QRandomGenerator>

#include <array>

using namespace std::chrono_literals;

namespace lockscope::lock {

QByteArray newRequestId()
{
    std::array<quint32, 4> random{};
    QRandomGenerator::global()->fillRange(random.data(), random.size());
    return QByteArray(reinterpret_cast<const char *>(random.data()), sizeof(random)).toHex();
}

Pending<Reply> askRelease(LockSpace::Private &space, const ReleaseRequest &request)
{
    return request.protocol->release(space.deployment, request.name, request.owner, request.lease,
                                     request.id);
}

ReleaseOutcome releaseOutcome(LockSpace::Private &space, const ReleaseRequest &request,
                              const Reply &reply, bool wasAsked)
{
    using Status = ReleaseOutcome::Status;
    ReleaseOutcome outcome;
    const auto count = integerFrom(reply);
    if (!count) {
        outcome.error = count.error();
        outcome.status = isWrongType(count.error()) ? Status::WrongType : Status::Failed;
        return outcome;
    }
    // An earlier try that comes late must find it still.
    if (!wasAsked || space.deployment.hasEndedPredecessors(request.name.bytes))
        request.protocol->forget(space.deployment, request.name, request.id);
    outcome.count = std::max<qint64>(*count, 0);
    // Not its any more after an earlier try without answer: that one has done it.
    const bool isReleased = *count == 0 || (*count < 0 && wasAsked);
    outcome.status = isReleased ? Status::Released
        : *count > 0            ? Status::StillHeld
                                : Status::NotHeld;
    return outcome;
}

QCoro::Task<ReleaseOutcome> release(LockSpace::Private *space, ReleaseRequest request,
                                    std::optional<Error> first)
{
    using Status = ReleaseOutcome::Status;
    const Instant until =
        std::min(space->clock.now() + request.patience, request.notAfter.value_or(Instant::max()));
    const Millis commandPatience = 3 * space->deployment.config().commandTimeout + 1s;
    bool wasSent = first.has_value();
    ReleaseOutcome outcome;
    outcome.error = std::move(first);
    do {
        const auto left = std::chrono::ceil<Millis>(until - space->clock.now());
        auto ready = space->deployment.whenReady(request.name.bytes);
        const auto isUp = co_await space->scope.wait(std::move(ready), std::max(left, 1ms));
        if (!isUp) {
            outcome.error = space->deployment.lastError(request.name.bytes).value_or(isUp.error());
            break;
        }
        if (request.notAfter && space->clock.now() >= *request.notAfter)
            break;
        auto asked = askRelease(*space, request);
        const auto reply = co_await space->scope.wait(std::move(asked), commandPatience);
        if (space->scope.isCancelled())
            break;
        if (reply && redis::isNotNow(*reply)) { // nothing was done
            outcome.error = redis::errorFrom(*reply, space->deployment.label());
            co_await space->scope.sleep(notNowPause);
            continue;
        }
        if (reply)
            co_return releaseOutcome(*space, request, *reply, wasSent);
        outcome.error = reply.error();
        if (wasNeverSent(reply.error()) && reply.error().kind != ErrorKind::Busy)
            break;
        wasSent = true;
    } while (space->clock.now() < until);
    outcome.status = wasSent ? Status::Unknown : Status::Failed;
    co_return outcome;
}

HoldRelease beginRelease(LockSpace::Private &space, std::shared_ptr<const Protocol> protocol,
                         const LockName &name, OwnerId owner)
{
    const auto &config = space.deployment.config();
    HoldRelease release;
    release.askedAt = space.holds.now();
    ReleaseRequest &request = release.request;
    request = {std::move(protocol),
               name,
               std::move(owner),
               Lease::usualTimeout,
               config.connectTimeout + config.commandTimeout,
               {},
               newRequestId()};
    release.hold = space.holds.beginRelease(release.key());
    if (release.hold) {
        request.lease = release.hold->leaseFrom(release.askedAt);
        if (!isOnlyOurs(request.owner))
            request.notAfter = release.hold->validUntil;
    }
    return release;
}

bool endRelease(LockSpace::Private &space, const HoldRelease &release, ReleaseOutcome &outcome)
{
    using Status = ReleaseOutcome::Status;
    const HoldKey key = release.key();
    const bool isOneOfMany = release.hold && release.hold->own > 1;
    switch (outcome.status) {
    case Status::StillHeld:
        if (isOneOfMany) {
            space.holds.endRelease(key, outcome.count, release.askedAt);
        } else if (release.hold) {
            // An attempt or a release whose answer was lost may have left one more, or a failover
            // that has undone a release.
            if (space.holds.takeSurplus(key))
                return false;
            outcome.status = Status::Released; // the others are not this process's
            space.holds.remove(key);
        }
        break;
    case Status::Failed:
    case Status::Unknown:
        if (isOneOfMany && !space.scope.isCancelled()) {
            space.holds.putBack(key, outcome.status == Status::Unknown, release.askedAt,
                                release.request.lease);
            break;
        }
        space.holds.remove(key);
        // Others wait for a lock that the server would not take back in time, or of which no answer
        // came: the server is told as soon as it accepts it. Its owner would re-enter it, and leave
        // a count for ever.
        if (release.hold && isOnlyOurs(key.owner) && !space.scope.isCancelled()
            && (outcome.status == Status::Unknown
                || (outcome.error && redis::isNotNow(*outcome.error)))) {
            (void)space.departures.leave(
                release.request.name, release.request.owner,
                {release.request.protocol, false, {}, release.request.lease, release.request.id});
            outcome.triesAgainFor = release.request.lease;
        } else if (release.hold) {
            space.holds.noteUnknown(key, 1); // a later release of this owner gives it back
        }
        break;
    case Status::NotHeld:
    case Status::WrongType:
        if (isOneOfMany)
            space.holds.loseRest(key);
        else
            space.holds.remove(key);
        break;
    case Status::Released:
        if (isOneOfMany)
            space.holds.loseRest(key); // it is gone for those around it, too
        else
            space.holds.remove(key);
        if (release.hold && isOnlyOurs(key.owner))
            space.departures.noteReleased(key, release.request.protocol, release.request.lease,
                                          release.request.id);
        space.rooms.wakeOne(release.request.name);
        break;
    }
    return true;
}

QCoro::Task<ReleaseOutcome> runRelease(LockSpace::Private *space, HoldRelease release,
                                       std::optional<Error> first)
{
    for (;;) {
        auto releasing = lock::release(space, release.request, std::exchange(first, {}));
        auto outcome = co_await releasing;
        if (endRelease(*space, release, outcome))
            co_return outcome;
        release.request.id = newRequestId();
        release.askedAt = space->holds.now();
    }
}

} // namespace lockscope::lock
