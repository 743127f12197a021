// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/quickcalls.h"

#include "core/redis/notnow.h"

namespace lockscope::lock {

QuickCalls::QuickCalls(LockSpace::Private &space)
    : m_space(space)
{}

QuickCalls::~QuickCalls() = default;

// Those who wait for a change of the key listen before they look; a queue must be left again;
// replicas are asked after the grant.
bool QuickCalls::isQuick(const AcquireRequest &request) const
{
    return m_space.deployment.isReady(request.name.bytes) && !m_space.scope.isCancelled()
        && !request.cancel->isRequested() && request.lease.time() >= Millis(1)
        && (request.isSingle() || request.protocol->waiting() != Waiting::KeyChange)
        && !request.protocol->hasQueue() && m_space.departures.isEmpty()
        && m_space.replicas.least == 0 && !goesBehindOthers(m_space, request)
        && request.protocol->checkOwner(request.owner);
}

Pending<AcquireOutcome> QuickCalls::acquire(AcquireRequest request)
{
    if (!isQuick(request)) {
        auto acquisition = std::make_shared<Acquisition>(m_space, std::move(request));
        return m_space.scope.start([acquisition] { return acquisition->run(); });
    }
    const auto call = m_acquires.emplace(m_acquires.end());
    call->request = std::move(request);
    const auto &wanted = call->request;
    const HoldKey key{wanted.protocol.get(), wanted.name, wanted.owner};
    const auto hold = m_space.holds.find(key);
    call->first.askedAt = m_space.holds.now();
    call->first.serverChanges = m_space.serverChanges;
    m_space.departures.noteBack(key);
    if (hold) {
        call->first.known = hold->count;
        call->first.doubt =
            m_space.holds.beginAttempt(key, call->first.askedAt, wanted.lease.time());
    }
    call->first.asked = wanted.protocol->acquire(
        m_space.deployment,
        {wanted.name, wanted.owner, wanted.lease.time(), wanted.wait, call->first.known, false});
    auto pending = call->done.pending();
    call->first.asked.then(
        [this, call](Result<Reply> &&reply) { onReply(call, std::move(reply)); });
    return pending;
}

void QuickCalls::onReply(Acquires::iterator call, Result<Reply> &&reply)
{
    const auto answer =
        reply ? call->request.protocol->readAcquire(*reply) : Result<Attempt>(fail(reply.error()));
    const bool isHeld = answer && answer->isHeld && !m_space.scope.isCancelled();
    m_space.holds.noteSleep();
    const Instant validUntil =
        certainUntil(m_space.holds.asIfAwake(call->first.askedAt), call->request.lease.time());
    if (!isHeld || call->request.cancel->isRequested() || m_space.clock.now() >= validUntil) {
        call->first.asked = Pending<Reply>::ready(std::move(reply));
        handOn(call);
        return;
    }
    auto outcome =
        grantedOutcome(m_space, call->request, call->first.askedAt, *answer, call->first.doubt);
    Completion<AcquireOutcome> done = std::move(call->done);
    m_acquires.erase(call);
    done.complete(std::move(outcome)); // may end the space
}

void QuickCalls::handOn(Acquires::iterator call)
{
    auto acquisition =
        std::make_shared<Acquisition>(m_space, std::move(call->request), std::move(call->first));
    call->handedOn = m_space.scope.start([acquisition] { return acquisition->run(); });
    call->handedOn.then([this, call](Result<AcquireOutcome> &&outcome) {
        Completion<AcquireOutcome> done = std::move(call->done);
        m_acquires.erase(call);
        done.complete(std::move(outcome));
    });
}

Pending<ReleaseOutcome> QuickCalls::release(HoldRelease release)
{
    if (!m_space.deployment.isReady(release.request.name.bytes) || m_space.scope.isCancelled()) {
        return m_space.scope.start([space = &m_space, release = std::move(release)] {
            return runRelease(space, release);
        });
    }
    const auto call = m_releases.emplace(m_releases.end());
    call->release = std::move(release);
    call->asked = askRelease(m_space, call->release.request);
    auto pending = call->done.pending();
    call->asked.then([this, call](Result<Reply> &&reply) { onReply(call, std::move(reply)); });
    return pending;
}

void QuickCalls::onReply(Releases::iterator call, Result<Reply> &&reply)
{
    if (!reply) {
        handOn(call, reply.error());
        return;
    }
    if (redis::isNotNow(*reply)) {
        handOn(call, {});
        return;
    }
    auto outcome = releaseOutcome(m_space, call->release.request, *reply, false);
    if (!endRelease(m_space, call->release, outcome)) {
        call->release.request.id = newRequestId();
        handOn(call, {});
        return;
    }
    Completion<ReleaseOutcome> done = std::move(call->done);
    m_releases.erase(call);
    done.complete(std::move(outcome)); // may end the space
}

void QuickCalls::handOn(Releases::iterator call, std::optional<Error> first)
{
    call->handedOn = m_space.scope.start(
        [space = &m_space, release = std::move(call->release), first = std::move(first)] {
            return runRelease(space, release, first);
        });
    call->handedOn.then([this, call](Result<ReleaseOutcome> &&outcome) {
        Completion<ReleaseOutcome> done = std::move(call->done);
        m_releases.erase(call);
        done.complete(std::move(outcome));
    });
}

void QuickCalls::clear()
{
    const auto acquires = std::exchange(m_acquires, {});
    const auto releases = std::exchange(m_releases, {});
}

} // namespace lockscope::lock
