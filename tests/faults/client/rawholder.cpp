// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/client/rawholder.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::faults {

namespace {

constexpr Millis patience = 500ms;

// KEYS: lock. ARGV: owner, lease in ms. The count that there is now; 0: another's.
const QByteArray takeScript =
    "if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[1]) == 1 then "
    "local count = redis.call('hincrby', KEYS[1], ARGV[1], 1) "
    "redis.call('pexpire', KEYS[1], ARGV[2]) return count end return 0"_ba;
// The count that is left, or -1: not the owner's.
const QByteArray giveScript = "if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return -1 end "
                              "local count = redis.call('hincrby', KEYS[1], ARGV[1], -1) "
                              "if count > 0 then redis.call('pexpire', KEYS[1], ARGV[2]) "
                              "else redis.call('del', KEYS[1]) end return count"_ba;
const QByteArray renewScript = "if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then "
                               "return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0"_ba;

using Defect = RawHolder::Defect;

constexpr std::array<std::pair<const char *, Defect>, 5> defects{{
    {"sound", Defect::None},
    {"short-cut", Defect::ShortCut},
    {"surplus", Defect::Surplus},
    {"deaf", Defect::Deaf},
    {"forgets", Defect::Forgets},
}};

} // namespace

std::optional<Defect> RawHolder::defectOf(const QByteArray &kind)
{
    if (!kind.startsWith("hash."))
        return std::nullopt;
    const auto found =
        std::ranges::find_if(defects, [&](const auto &one) { return kind.mid(5) == one.first; });
    return found == defects.end() ? std::nullopt : std::optional(found->second);
}

RawHolder::RawHolder(redis::Deployment &server, LockName name, QByteArray kind)
    : RawLock(std::move(name), std::move(kind))
    , m_server(server)
    , m_defect(defectOf(m_kind).value_or(Defect::None))
{}

QCoro::Task<std::optional<qint64>> RawHolder::ask(QByteArray script, OwnerId owner, Millis lease)
{
    auto asked = m_server.send({"EVAL"_ba, script, "1"_ba, m_name.bytes, owner.bytes,
                                QByteArray::number(qint64(lease.count()))});
    const auto reply = co_await m_scope.wait(std::move(asked), patience);
    if (!reply || reply->type != Reply::Type::Integer)
        co_return std::nullopt;
    co_return reply->integer;
}

// As long as the outcome on the server is unknown, the hold may last no longer than that.
void RawHolder::bound(const OwnerId &owner, Instant until)
{
    const auto known = m_grants.find(owner);
    if (known != m_grants.end() && !has(Defect::ShortCut))
        known->second->until = std::min(known->second->until, until);
}

Pending<lock::AcquireOutcome> RawHolder::acquire(OwnerId owner, std::optional<Millis> wait,
                                                 lock::Lease lease,
                                                 std::shared_ptr<lock::Cancellation> cancel)
{
    return m_scope.start([this, owner = std::move(owner), wait, lease, cancel] {
        return run(owner, wait.value_or(Millis(3600'000)), lease, cancel);
    });
}

QCoro::Task<lock::AcquireOutcome> RawHolder::run(OwnerId owner, Millis wait, lock::Lease lease,
                                                 std::shared_ptr<lock::Cancellation> cancel)
{
    using Status = lock::AcquireOutcome::Status;
    lock::AcquireOutcome outcome;
    outcome.status = Status::Busy;
    outcome.owner = owner;
    const Instant deadline = m_clock.now() + wait;
    for (;;) {
        const Instant askedAt = m_clock.now();
        const Instant until = askedAt + lease.time();
        bound(owner, until);
        auto asking = ask(takeScript, owner, lease.time());
        const auto count = co_await asking;
        if (m_scope.isCancelled())
            co_return outcome;
        if (!count) {
            outcome.status = Status::Unknown; // it lapses
            co_return outcome;
        }
        const bool isOver = m_clock.now() >= until;
        if (*count > 0 && (isOver || (cancel && cancel->isRequested()))) {
            auto taking = takeBack(owner, lease.time());
            co_await taking;
            outcome.status = Status::Cancelled;
            co_return outcome;
        }
        if (*count > 0) {
            auto &grant = m_grants[owner];
            const bool isNew = !grant;
            if (isNew) {
                grant = std::make_shared<Grant>();
                grant->lease = lease;
            }
            ++grant->count;
            grant->until = until;
            if (isNew)
                (void)m_scope.start([this, owner] { return watch(owner); });
            outcome.status = Status::Held;
            outcome.count = *count;
            outcome.validUntil = until;
            outcome.lease = lease.time();
            co_return outcome;
        }
        if (m_clock.now() >= deadline)
            co_return outcome;
        co_await m_scope.sleep(Millis(QRandomGenerator::global()->bounded(5, 40)));
    }
}

// An attempt that nobody wants any more.
QCoro::Task<> RawHolder::takeBack(OwnerId owner, Millis lease)
{
    const auto outer = m_grants.find(owner);
    if (outer != m_grants.end() && !has(Defect::ShortCut))
        lease = std::max(lease, outer->second->lease.time());
    const Instant askedAt = m_clock.now();
    auto asking = ask(giveScript, owner, lease);
    const auto left = co_await asking;
    const auto known = m_grants.find(owner);
    if (left.value_or(0) > 0 && known != m_grants.end() && !has(Defect::ShortCut))
        known->second->until = askedAt + lease;
}

Pending<lock::ReleaseOutcome> RawHolder::unlock(OwnerId owner)
{
    return m_scope.start([this, owner = std::move(owner)] { return release(owner); });
}

QCoro::Task<lock::ReleaseOutcome> RawHolder::release(OwnerId owner)
{
    using Status = lock::ReleaseOutcome::Status;
    lock::ReleaseOutcome outcome;
    outcome.status = Status::NotHeld;
    const auto known = m_grants.find(owner);
    const auto grant = known == m_grants.end() ? nullptr : known->second;
    const bool isInner = grant && grant->count > 1;
    const Millis lease = grant ? grant->lease.time() : Millis(1000);
    if (grant && !isInner)
        m_grants.erase(owner);
    const Instant askedAt = m_clock.now();
    auto asking = ask(giveScript, owner, lease);
    auto left = co_await asking;
    while (has(Defect::Surplus) && !isInner && left.value_or(0) > 0) {
        auto again = ask(giveScript, owner, lease);
        left = co_await again;
    }
    if (isInner)
        --grant->count;
    if (!left) {
        outcome.status = Status::Unknown;
        if (isInner && has(Defect::Forgets))
            m_grants.erase(owner);
        else if (isInner)
            bound(owner, askedAt + lease);
        co_return outcome;
    }
    if (*left < 0) {
        m_grants.erase(owner);
        co_return outcome;
    }
    outcome.status = *left > 0 ? Status::StillHeld : Status::Released;
    outcome.count = *left;
    if (isInner)
        grant->until = std::max(grant->until, askedAt + lease);
    co_return outcome;
}

// Renews while it is to be renewed, and tells of the end.
QCoro::Task<> RawHolder::watch(OwnerId owner)
{
    const auto grant = m_grants[owner];
    const auto isKnown = [&] {
        const auto known = m_grants.find(owner);
        return !m_scope.isCancelled() && known != m_grants.end() && known->second == grant;
    };
    Instant renewAt = m_clock.now() + grant->lease.time() / 3;
    std::optional<lock::Loss> loss;
    while (isKnown() && !loss) {
        const bool isRenewed = grant->lease.isRenewed();
        co_await m_scope.sleep(10ms); // calls may change both times
        if (!isKnown())
            co_return;
        const bool isTrusted = isRenewed && has(Defect::Deaf);
        if (m_clock.now() >= grant->until && !isTrusted) {
            loss = lock::Loss::Expired;
        } else if (isRenewed && m_clock.now() >= renewAt) {
            const Instant askedAt = m_clock.now();
            renewAt = askedAt + grant->lease.time() / 3;
            auto asking = ask(renewScript, owner, grant->lease.time());
            const auto answer = co_await asking;
            if (!isKnown())
                co_return;
            if (answer && *answer == 0 && !isTrusted)
                loss = lock::Loss::TakenAway;
            else if (answer || isTrusted)
                grant->until = askedAt + grant->lease.time();
        }
    }
    if (!loss || !isKnown())
        co_return;
    m_grants.erase(owner);
    if (m_lostHandler)
        m_lostHandler(owner, *loss);
}

std::optional<Instant> RawHolder::validUntil(const OwnerId &owner) const
{
    const auto found = m_grants.find(owner);
    if (found == m_grants.end() || found->second->until <= m_clock.now())
        return std::nullopt;
    return found->second->until;
}

} // namespace lockscope::faults
