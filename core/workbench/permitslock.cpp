// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/permitslock.h"

#include "core/workbench/countedoutcomes.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::workbench {

using lock::AcquireOutcome;
using lock::ReleaseOutcome;

PermitsLock::PermitsLock(lock::LockSpace &space, const Clock &clock, LockName name, qint64 permits,
                         std::optional<qint64> initial)
    : CountedLock(name, "permit-expirable-semaphore"_ba, initial)
    , m_permits(permits)
    , m_clock(clock)
    , m_semaphore(space, name)
{
    m_semaphore.setLostHandler([this](const QByteArray &, lock::Loss loss) { onLost(loss); });
    m_semaphore.setStandingHandler(
        [this](const QByteArray &id, const lock::Standing &standing) { onStanding(id, standing); });
}

Pending<AcquireOutcome> PermitsLock::acquire(OwnerId /*owner*/, std::optional<Millis> wait,
                                             lock::Lease lease,
                                             std::shared_ptr<lock::Cancellation> cancel)
{
    return m_scope.start(
        [this, wait, lease, cancel = std::move(cancel)] { return take(wait, lease, cancel); });
}

QCoro::Task<AcquireOutcome> PermitsLock::take(std::optional<Millis> wait, lock::Lease lease,
                                              std::shared_ptr<lock::Cancellation> cancel)
{
    if (!m_ids.empty())
        co_return failed({ErrorKind::InvalidInput,
                          {},
                          Sentence::say("these permits are already held; acquire more separately"),
                          {}});
    if (m_initial) {
        auto setting = setUp(m_scope, m_semaphore.trySetPermits(*m_initial), cancel);
        if (auto end = co_await setting)
            co_return std::move(*end);
    }
    auto taking = wait ? m_semaphore.tryAcquire(m_permits, *wait, lease, cancel)
                       : m_semaphore.acquire(m_permits, lease, cancel);
    const auto taken = co_await m_scope.wait(std::move(taking), forever);
    if (!taken)
        co_return failed(taken.error());
    if (!taken->isGranted())
        co_return notGranted(*taken);
    m_ids = taken->ids;
    m_held = m_permits;
    AcquireOutcome outcome = held(m_permits, taken->validUntil);
    m_standings.clear();
    outcome.owner = owner();
    outcome.lease = lease.time();
    co_return outcome;
}

Pending<ReleaseOutcome> PermitsLock::unlock(OwnerId /*owner*/)
{
    return m_scope.start([this] { return giveBack(); });
}

QCoro::Task<ReleaseOutcome> PermitsLock::giveBack()
{
    ReleaseOutcome outcome;
    outcome.status =
        m_ids.empty() ? ReleaseOutcome::Status::NotHeld : ReleaseOutcome::Status::Released;
    m_held = 0;
    for (const QByteArray &id : std::exchange(m_ids, {})) {
        // One by one: the remaining parts of partly lost ones are given back, too.
        auto giving = m_semaphore.tryRelease(id);
        const auto given = co_await m_scope.wait(std::move(giving), forever);
        if (!given) {
            outcome.status = ReleaseOutcome::Status::Unknown;
            outcome.error = given.error();
        } else if (!*given && outcome.status == ReleaseOutcome::Status::Released) {
            outcome.status = ReleaseOutcome::Status::NotHeld;
        }
    }
    co_return outcome;
}

void PermitsLock::onLost(lock::Loss loss)
{
    if (m_held == 0)
        return; // told already, or being given back
    m_held = 0;
    if (const auto handler = m_lost) // lives on if it destroys this
        handler(owner(), loss);
}

void PermitsLock::onStanding(const QByteArray &id, const lock::Standing &standing)
{
    if (m_held == 0)
        return;
    const auto changed = m_standings.note(id, standing);
    const auto handler = m_standing;
    if (changed && handler)
        handler(owner(), *changed);
}

OwnerId PermitsLock::owner() const
{
    OwnerId all;
    for (const QByteArray &id : m_ids)
        all.bytes += (all.isEmpty() ? "" : ",") + id;
    return all;
}

Pending<lock::ExtendOutcome> PermitsLock::extend(OwnerId /*owner*/, Millis time)
{
    return m_semaphore.extend(m_ids, time);
}

Pending<bool> PermitsLock::isLocked()
{
    return m_scope.start([this]() -> QCoro::Task<Result<bool>> {
        auto asking = m_semaphore.availablePermits();
        const auto available = co_await m_scope.wait(std::move(asking), forever);
        co_return available.map([this](qint64 free) { return free < m_permits; });
    });
}

std::optional<Instant> PermitsLock::validUntil(const OwnerId & /*owner*/) const
{
    if (m_held == 0)
        return std::nullopt;
    Instant end = Instant::max();
    for (const QByteArray &id : m_ids) {
        const auto until = m_semaphore.validUntil(id);
        if (!until)
            return std::nullopt;
        end = std::min(end, *until);
    }
    return end;
}

std::optional<Millis> PermitsLock::validityLeft(const OwnerId &owner) const
{
    return lock::validityUntil(validUntil(owner), m_clock.now());
}

void PermitsLock::setWatchdogRunning(const OwnerId & /*owner*/, bool running)
{
    for (const QByteArray &id : m_ids)
        m_semaphore.setWatchdogRunning(id, running);
}

void PermitsLock::setLostHandler(LostHandler handler)
{
    m_lost = std::move(handler);
}

void PermitsLock::setStandingHandler(StandingHandler handler)
{
    m_standing = std::move(handler);
}

} // namespace lockscope::workbench
