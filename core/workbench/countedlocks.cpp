// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/countedlocks.h"

#include "core/workbench/countedoutcomes.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::workbench {

using lock::AcquireOutcome;
using lock::ReleaseOutcome;

namespace {

constexpr Millis lookAgain = std::chrono::seconds(1);

} // namespace

CountedLock::CountedLock(LockName name, QByteArray kind, std::optional<qint64> initial)
    : m_name(std::move(name))
    , m_kind(std::move(kind))
    , m_initial(initial)
{}

Pending<bool> CountedLock::forceUnlock()
{
    return Pending<bool>::ready(
        fail(ErrorKind::Unsupported, Sentence::say("the owners of the other permits are unknown")));
}

Pending<lock::ExtendOutcome> CountedLock::extend(OwnerId /*owner*/, Millis /*time*/)
{
    lock::ExtendOutcome refused;
    refused.error =
        Error{ErrorKind::InvalidInput,
              {},
              Sentence::say("has no expiry: permits stay taken until they are released"),
              {}};
    return Pending<lock::ExtendOutcome>::ready(std::move(refused));
}

Pending<qint64> CountedLock::holdCount(OwnerId /*owner*/)
{
    return Pending<qint64>::ready(m_held);
}

Pending<lock::TimeToLive> CountedLock::remainingTimeToLive()
{
    return mapped<lock::TimeToLive>(isLocked(), [](bool isLocked) {
        return lock::TimeToLive{isLocked, {}};
    });
}

std::optional<Instant> CountedLock::validUntil(const OwnerId & /*owner*/) const
{
    return m_held > 0 ? std::optional(Instant::max()) : std::nullopt;
}

std::optional<Millis> CountedLock::validityLeft(const OwnerId & /*owner*/) const
{
    return m_held > 0 ? std::optional(Millis::max()) : std::nullopt;
}

SemaphoreLock::SemaphoreLock(lock::LockSpace &space, LockName name, qint64 permits,
                             std::optional<qint64> initial)
    : CountedLock(name, "semaphore"_ba, initial)
    , m_permits(permits)
    , m_deployment(space.deployment())
    , m_semaphore(space, name)
{
    QObject::connect(&m_deployment, &redis::Deployment::serverChanged, &m_events,
                     [this] { noteProcess(); });
}

Pending<AcquireOutcome> SemaphoreLock::acquire(OwnerId /*owner*/, std::optional<Millis> wait,
                                               lock::Lease /*lease*/,
                                               std::shared_ptr<lock::Cancellation> cancel)
{
    return m_scope.start([this, wait, cancel = std::move(cancel)] { return take(wait, cancel); });
}

QCoro::Task<AcquireOutcome> SemaphoreLock::take(std::optional<Millis> wait,
                                                std::shared_ptr<lock::Cancellation> cancel)
{
    if (m_initial) {
        auto setting = setUp(m_scope, m_semaphore.trySetPermits(*m_initial), cancel);
        if (auto end = co_await setting)
            co_return std::move(*end);
    }
    auto taking = wait ? m_semaphore.tryAcquire(m_permits, *wait, cancel)
                       : m_semaphore.acquire(m_permits, cancel);
    const auto taken = co_await m_scope.wait(std::move(taking), forever);
    if (!taken)
        co_return failed(taken.error());
    if (!taken->isGranted())
        co_return notGranted(*taken);
    noteProcess();
    m_held += m_permits;
    co_return held(m_held, Instant::max());
}

// All that is held by now was counted by the process before.
void SemaphoreLock::noteProcess()
{
    const QByteArray process = m_deployment.processOf(m_name.bytes);
    if (process.isEmpty() || process == m_process)
        return;
    const bool isAnother = !std::exchange(m_process, process).isEmpty();
    if (!isAnother || m_held == 0)
        return;
    m_inDoubt = m_held;
    (void)m_scope.start([this] { return look(); });
}

QCoro::Task<> SemaphoreLock::look()
{
    for (;;) {
        auto asking = m_semaphore.isSetUp();
        const auto isThere = co_await m_scope.wait(std::move(asking), forever);
        if (m_scope.isCancelled() || m_inDoubt == 0)
            co_return;
        const bool isGone = isThere ? !*isThere : isThere.error().code == "WRONGTYPE";
        if (isGone) {
            m_held = 0;
            m_inDoubt = 0;
            later([this] {
                if (const auto handler = m_lost) // lives on if it is replaced
                    handler({}, lock::Loss::ServerChanged);
            });
            co_return;
        }
        if (isThere) {
            later([this] {
                if (const auto handler = m_standing)
                    handler({}, {.kind = lock::Standing::Kind::Uncertain});
            });
            co_return;
        }
        co_await m_scope.sleep(lookAgain);
    }
}

// From the event loop: the handler may destroy this.
void SemaphoreLock::later(std::function<void()> tell)
{
    QMetaObject::invokeMethod(&m_events, std::move(tell), Qt::QueuedConnection);
}

void SemaphoreLock::setLostHandler(LostHandler handler)
{
    m_lost = std::move(handler);
}

void SemaphoreLock::setStandingHandler(StandingHandler handler)
{
    m_standing = std::move(handler);
}

Pending<ReleaseOutcome> SemaphoreLock::unlock(OwnerId /*owner*/)
{
    return m_scope.start([this] { return giveBack(); });
}

QCoro::Task<ReleaseOutcome> SemaphoreLock::giveBack()
{
    ReleaseOutcome outcome;
    if (m_held == 0) {
        outcome.status = ReleaseOutcome::Status::NotHeld;
        co_return outcome;
    }
    noteProcess();
    const bool isInDoubt = m_held == m_inDoubt; // those that are certain go first
    m_held -= m_permits; // even if it fails: never twice
    m_inDoubt = std::min(m_inDoubt, m_held);
    if (!isInDoubt) {
        auto giving = m_semaphore.releaseIn(m_process, m_permits);
        const auto given = co_await m_scope.wait(std::move(giving), forever);
        outcome.count = m_held;
        if (given) {
            outcome.status =
                m_held > 0 ? ReleaseOutcome::Status::StillHeld : ReleaseOutcome::Status::Released;
            co_return outcome;
        }
        outcome.status = ReleaseOutcome::Status::Unknown;
        outcome.error = given.error();
        if (given.error().code != lock::serverChangedCode)
            co_return outcome;
    }
    auto asking = m_semaphore.isSetUp();
    const auto isThere = co_await m_scope.wait(std::move(asking), forever);
    outcome.status =
        isThere && !*isThere ? ReleaseOutcome::Status::NotHeld : ReleaseOutcome::Status::Failed;
    outcome.error =
        Error{ErrorKind::Server, lock::serverChangedCode,
              Sentence::say("the server has changed or was restarted since they were taken, and "
                            "nothing tells whether it counts them as taken"),
              m_deployment.label()};
    co_return outcome;
}

Pending<bool> SemaphoreLock::isLocked()
{
    return m_scope.start([this]() -> QCoro::Task<Result<bool>> {
        auto asking = m_semaphore.availablePermits();
        const auto available = co_await m_scope.wait(std::move(asking), forever);
        co_return available.map([this](qint64 free) { return free < m_permits; });
    });
}

LatchLock::LatchLock(lock::LockSpace &space, LockName name, std::optional<qint64> initial)
    : CountedLock(name, "count-down-latch"_ba, initial)
    , m_latch(space, name)
{}

Pending<AcquireOutcome> LatchLock::acquire(OwnerId /*owner*/, std::optional<Millis> wait,
                                           lock::Lease /*lease*/,
                                           std::shared_ptr<lock::Cancellation> cancel)
{
    return m_scope.start([this, wait, cancel = std::move(cancel)] { return await(wait, cancel); });
}

QCoro::Task<AcquireOutcome> LatchLock::await(std::optional<Millis> wait,
                                             std::shared_ptr<lock::Cancellation> cancel)
{
    if (m_initial) {
        auto setting = setUp(m_scope, m_latch.trySetCount(*m_initial), cancel);
        if (auto end = co_await setting)
            co_return std::move(*end);
    }
    auto waiting = m_latch.wait(wait, cancel);
    const auto latch = co_await m_scope.wait(std::move(waiting), forever);
    if (!latch)
        co_return failed(latch.error());
    if (!latch->isOpen())
        co_return notOpen(*latch);
    m_held = 1;
    co_return held(0, Instant::max());
}

Pending<ReleaseOutcome> LatchLock::unlock(OwnerId /*owner*/)
{
    ReleaseOutcome outcome;
    outcome.status = ReleaseOutcome::Status::Released;
    m_held = 0;
    return Pending<ReleaseOutcome>::ready(outcome);
}

Pending<bool> LatchLock::isLocked()
{
    return m_scope.start([this]() -> QCoro::Task<Result<bool>> {
        auto asking = m_latch.count();
        const auto count = co_await m_scope.wait(std::move(asking), forever);
        co_return count.map([](qint64 left) { return left > 0; });
    });
}

} // namespace lockscope::workbench
