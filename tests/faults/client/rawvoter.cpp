// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/client/rawvoter.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::faults {

namespace {

constexpr Millis serverPatience = 50ms;
constexpr Millis releasePatience = 500ms;

const QByteArray takeScript = "if redis.call('exists', KEYS[1]) == 1 then return 0 end "
                              "redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2]) "
                              "return redis.call('incr', KEYS[2])"_ba;
const QByteArray deleteScript = "if redis.call('get', KEYS[1]) == ARGV[1] then "
                                "return redis.call('del', KEYS[1]) end return 0"_ba;
const QByteArray extendScript = "if redis.call('get', KEYS[1]) == ARGV[1] then "
                                "return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0"_ba;

using Defect = RawVoter::Defect;

constexpr std::array<std::pair<const char *, Defect>, 11> defects{{
    {"sound", Defect::None},
    {"blind-delete", Defect::BlindDelete},
    {"no-validity", Defect::NoValidity},
    {"double-vote", Defect::DoubleVote},
    {"half-quorum", Defect::HalfQuorum},
    {"partial-release", Defect::PartialRelease},
    {"blind-extend", Defect::BlindExtend},
    {"residue", Defect::Residue},
    {"same-fence", Defect::SameFence},
    {"wall-clock", Defect::WallClock},
    {"no-recheck", Defect::NoRecheck},
}};

Millis randomly(int from, int to)
{
    return Millis(QRandomGenerator::global()->bounded(from, to));
}

} // namespace

// The answers of all servers to one question.
struct RawVoter::Round {
    std::vector<std::optional<qint64>> answers; // 0: no; empty: none yet, or an error
    std::vector<Pending<Reply>> pending;
    std::size_t missing = 0;
    std::size_t enough = 0; // yeses
    Completion<void> done;

    std::size_t yes() const
    {
        return std::size_t(std::ranges::count_if(
            answers, [](const auto &answer) { return answer && *answer > 0; }));
    }
    void onAnswer(std::size_t server, const Result<Reply> &reply)
    {
        if (reply && reply->type == Reply::Type::Integer)
            answers[server] = reply->integer;
        --missing;
        if (missing == 0 || yes() >= enough)
            done.complete(Result<void>());
    }
};

std::optional<Defect> RawVoter::defectOf(const QByteArray &kind)
{
    if (!kind.startsWith("raw."))
        return std::nullopt;
    const auto found =
        std::ranges::find_if(defects, [&](const auto &one) { return kind.mid(4) == one.first; });
    return found == defects.end() ? std::nullopt : std::optional(found->second);
}

RawVoter::RawVoter(std::vector<redis::Deployment *> servers, LockName name, QByteArray kind)
    : RawLock(std::move(name), std::move(kind))
    , m_servers(std::move(servers))
    , m_defect(defectOf(m_kind).value_or(Defect::None))
{}

std::size_t RawVoter::quorum() const
{
    return has(Defect::HalfQuorum) ? m_servers.size() / 2 : m_servers.size() / 2 + 1;
}

std::shared_ptr<RawVoter::Round> RawVoter::ask(
    const std::function<redis::Arguments(std::size_t)> &command, const std::vector<bool> &where)
{
    auto round = std::make_shared<Round>();
    round->answers.resize(m_servers.size());
    round->enough = m_servers.size();
    round->missing = std::size_t(std::ranges::count(where, true));
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        if (!where[i])
            continue;
        auto &pending = round->pending.emplace_back(m_servers[i]->send(command(i)));
        pending.then([weak = std::weak_ptr(round), i](Result<Reply> &&reply) {
            if (const auto alive = weak.lock())
                alive->onAnswer(i, reply);
        });
    }
    return round;
}

Pending<lock::AcquireOutcome> RawVoter::acquire(OwnerId owner, std::optional<Millis> wait,
                                                lock::Lease lease,
                                                std::shared_ptr<lock::Cancellation> /*cancel*/)
{
    return m_scope.start([this, owner = std::move(owner), wait, lease] {
        return run(owner, wait.value_or(Millis(3600'000)), lease);
    });
}

QCoro::Task<lock::AcquireOutcome> RawVoter::run(OwnerId owner, Millis wait, lock::Lease lease)
{
    lock::AcquireOutcome outcome;
    outcome.status = lock::AcquireOutcome::Status::Busy;
    outcome.owner = owner;
    const Instant deadline = m_clock.now() + wait;
    for (;;) {
        auto trying = attempt(owner, lease, &outcome);
        if (co_await trying || m_scope.isCancelled() || m_clock.now() >= deadline)
            co_return outcome;
        if (has(Defect::NoRecheck)) {
            co_await m_scope.sleep(lease.time() / 4);
            m_grants[owner] = {m_clock.now() + lease.time(), {}};
            outcome.status = lock::AcquireOutcome::Status::Held;
            outcome.validUntil = m_grants[owner].until;
            co_return outcome;
        }
        co_await m_scope.sleep(randomly(5, 40));
    }
}

QCoro::Task<bool> RawVoter::attempt(OwnerId owner, lock::Lease lease, lock::AcquireOutcome *outcome)
{
    const Instant askedAt = m_clock.now();
    const WallInstant wallAskedAt = m_clock.wallNow();
    const QByteArray ms = QByteArray::number(qlonglong(lease.time().count()));
    const std::vector<bool> everywhere(m_servers.size(), true);
    // Each asks in an order of its own, so that votes split.
    const auto round = ask(
        [&](std::size_t) {
            return redis::Arguments{
                "EVAL"_ba,   takeScript, "2"_ba, m_name.bytes, m_name.bytes + ":fence",
                owner.bytes, ms};
        },
        everywhere);
    round->enough = quorum();
    if (has(Defect::DoubleVote) && round->enough > 1)
        --round->enough;
    auto answered = round->done.pending();
    const Millis patience = has(Defect::NoValidity) ? 10 * lease.time() : serverPatience;
    if (round->missing > 0 && round->yes() < round->enough)
        co_await m_scope.wait(std::move(answered), patience);
    if (m_scope.isCancelled())
        co_return false;
    const Millis drift = lease.time() / 100 + 2ms;
    Instant until = askedAt + lease.time() - drift;
    if (has(Defect::NoValidity))
        until = m_clock.now() + lease.time();
    const bool isValid = until > m_clock.now();
    if (round->yes() < round->enough || !isValid) {
        outcome->votes.assign(round->yes(), {{}, lock::Vote::Kind::Granted, {}, {}, false});
        std::vector<bool> where = everywhere;
        for (std::size_t i = 0; i < where.size() && has(Defect::PartialRelease); ++i)
            where[i] = round->answers[i].value_or(0) > 0;
        if (!has(Defect::Residue)) {
            auto giving = giveBack(owner, where);
            co_await giving;
        }
        co_return false;
    }
    m_grants[owner] = {until, wallAskedAt + lease.time()};
    outcome->status = lock::AcquireOutcome::Status::Held;
    outcome->validUntil = until;
    outcome->lease = lease.time();
    qint64 fence = 0;
    for (const auto &answer : round->answers)
        fence = std::max(fence, answer.value_or(0));
    if (m_servers.size() == 1)
        outcome->fencingToken = has(Defect::SameFence) ? ++m_counter : fence;
    if (lease.isRenewed())
        (void)m_scope.start([this, owner, time = lease.time()] { return renew(owner, time); });
    co_return true;
}

QCoro::Task<int> RawVoter::giveBack(OwnerId owner, std::vector<bool> where)
{
    const auto round = ask(
        [&](std::size_t) -> redis::Arguments {
            if (has(Defect::BlindDelete))
                return {"DEL"_ba, m_name.bytes};
            return {"EVAL"_ba, deleteScript, "1"_ba, m_name.bytes, owner.bytes};
        },
        where);
    auto answered = round->done.pending();
    if (round->missing > 0)
        co_await m_scope.wait(std::move(answered), releasePatience);
    co_return int(round->yes());
}

QCoro::Task<> RawVoter::renew(OwnerId owner, Millis lease)
{
    const std::vector<bool> everywhere(m_servers.size(), true);
    const QByteArray ms = QByteArray::number(qlonglong(lease.count()));
    for (;;) {
        co_await m_scope.sleep(lease / 3);
        const auto found = m_grants.find(owner);
        const bool isOver = found == m_grants.end()
            || (found->second.until <= m_clock.now() && !has(Defect::BlindExtend));
        if (m_scope.isCancelled() || isOver)
            co_return;
        const Instant askedAt = m_clock.now();
        const auto round = ask(
            [&](std::size_t) -> redis::Arguments {
                if (has(Defect::BlindExtend))
                    return {"PEXPIRE"_ba, m_name.bytes, ms};
                return {"EVAL"_ba, extendScript, "1"_ba, m_name.bytes, owner.bytes, ms};
            },
            everywhere);
        auto answered = round->done.pending();
        if (round->missing > 0)
            co_await m_scope.wait(std::move(answered), lease / 3);
        const auto still = m_grants.find(owner);
        if (m_scope.isCancelled() || still == m_grants.end())
            co_return;
        if (has(Defect::BlindExtend) || round->yes() >= quorum())
            still->second.until = askedAt + lease - lease / 100 - 2ms;
    }
}

Pending<lock::ReleaseOutcome> RawVoter::unlock(OwnerId owner)
{
    return m_scope.start([this, owner]() -> QCoro::Task<lock::ReleaseOutcome> {
        m_grants.erase(owner);
        auto giving = giveBack(owner, std::vector<bool>(m_servers.size(), true));
        const int released = co_await giving;
        lock::ReleaseOutcome outcome;
        using Status = lock::ReleaseOutcome::Status;
        outcome.status = released > 0 ? Status::Released : Status::NotHeld;
        co_return outcome;
    });
}

std::optional<Instant> RawVoter::validUntil(const OwnerId &owner) const
{
    const auto found = m_grants.find(owner);
    if (found == m_grants.end())
        return std::nullopt;
    Instant until = found->second.until;
    if (has(Defect::WallClock))
        until = m_clock.now() + (found->second.wallUntil - m_clock.wallNow());
    return until > m_clock.now() ? std::optional(until) : std::nullopt;
}

} // namespace lockscope::faults
