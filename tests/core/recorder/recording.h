// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rulelist.h"
#include "core/picture/picture.h"
#include "core/recorder/recorder.h"
#include "core/recorder/recordreader.h"
#include "tests/support/waiting.h"

#include <QTemporaryDir>

#include <memory>
#include <mutex>
#include <random>
#include <thread>

namespace lockscope::test {

// Both clocks, as a test sets them; read by the writer's thread too. A thread that asks for one and
// then for the other gets two of the same moment, however far a test advances meanwhile.
class TwoClocks final : public Clock
{
public:
    Instant now() const override
    {
        const std::scoped_lock guard(m_mutex);
        m_paired[std::this_thread::get_id()] = m_wall;
        return m_now;
    }
    WallInstant wallNow() const override
    {
        const std::scoped_lock guard(m_mutex);
        const auto paired = m_paired.find(std::this_thread::get_id());
        if (paired == m_paired.end())
            return m_wall;
        const WallInstant wall = paired->second;
        m_paired.erase(paired);
        return wall;
    }
    void advance(Millis by)
    {
        const std::scoped_lock guard(m_mutex);
        m_now += by;
        m_wall += by;
        m_paired.erase(std::this_thread::get_id());
    }
    void setBack(Millis by)
    {
        const std::scoped_lock guard(m_mutex);
        m_wall -= by;
        m_paired.erase(std::this_thread::get_id());
    }

private:
    mutable std::mutex m_mutex;
    Instant m_now{std::chrono::hours(5) + std::chrono::nanoseconds(123'456)};
    WallInstant m_wall{Millis(1'700'000'000'000)}; // 2023-11-14T22:13:20Z
    mutable std::map<std::thread::id, WallInstant> m_paired;
};

template <typename T>
bool isSameBehind(const std::shared_ptr<T> &a, const std::shared_ptr<T> &b)
{
    return a == b || (a && b && *a == *b);
}

inline bool isSame(watch::ServerRecord a, watch::ServerRecord b)
{
    const bool isSameBeside = isSameBehind(a.members, b.members)
        && isSameBehind(a.unreadable, b.unreadable) && isSameBehind(a.replication, b.replication)
        && isSameBehind(a.learned, b.learned)
        && isSameBehind(a.foreignCertificates, b.foreignCertificates);
    for (watch::ServerRecord *each : {&a, &b}) {
        each->members.reset();
        each->unreadable.reset();
        each->replication.reset();
        each->learned.reset();
        each->foreignCertificates.reset();
    }
    return isSameBeside && a == b;
}

inline bool isSame(watch::Event a, watch::Event b)
{
    const bool isSameBeside = isSameBehind(a.lost, b.lost);
    a.lost.reset();
    b.lost.reset();
    return isSameBeside && a == b;
}

// Records, events and problems of all sorts, also such as no client would make. The same for the
// same seed.
class Whim
{
public:
    explicit Whim(unsigned seed)
        : m_random(seed)
    {}

    int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(m_random); }
    bool maybe(int percent = 50) { return below(100) < percent; }
    template <typename T>
    T one(std::initializer_list<T> of)
    {
        return *(of.begin() + below(static_cast<int>(of.size())));
    }

    QByteArray bytes()
    {
        QByteArray bytes(below(40), '\0');
        for (char &byte : bytes)
            byte = static_cast<char>(below(256));
        return bytes;
    }
    QByteArray hex(int size)
    {
        QByteArray bytes;
        for (int i = 0; i < size; ++i)
            bytes += "0123456789abcdef"[below(16)];
        return bytes;
    }
    OwnerId owner()
    {
        const QByteArray uuid =
            "3f1c2a5e-9b7d-4c11-8a22-01234567890" + QByteArray::number(below(10));
        switch (below(5)) {
        case 0:
            return OwnerId(hex(2 * below(20)));
        case 1:
            return OwnerId(bytes());
        case 2:
            return OwnerId(uuid);
        case 3:
            return OwnerId(uuid.toUpper());
        default:
            return OwnerId(uuid + ':' + QByteArray::number(below(30)));
        }
    }
    Instant instant(Instant now)
    {
        const Instant at = now + Millis(below(60'000) - 1000);
        return maybe(20) ? at + std::chrono::nanoseconds(below(1'000'000)) : at;
    }
    Alias alias()
    {
        return {"client " + QByteArray::number(below(5)),
                one({AliasOrigin::Operator, AliasOrigin::Learned, AliasOrigin::Derived})};
    }

    watch::HoldRecord hold(Instant now, WallInstant wall)
    {
        watch::HoldRecord hold;
        hold.owner = owner();
        hold.mode = one({watch::Mode::Exclusive, watch::Mode::Read, watch::Mode::Write});
        hold.stale = maybe(10);
        hold.presumedDead = maybe(10);
        hold.isTextId = maybe(10);
        hold.watchdog = one({watch::Watchdog::Unknown, watch::Watchdog::None,
                             watch::Watchdog::Renewing, watch::Watchdog::Overdue});
        hold.count = maybe(80) ? 1 : below(1000) - 5;
        if (maybe(80))
            hold.deadline = instant(now);
        hold.observedSince = wall - Millis(below(100'000));
        if (maybe())
            hold.lease = Millis(below(60'000));
        if (maybe())
            hold.renewals = below(100);
        if (maybe(30))
            hold.alias = alias();
        if (maybe(30))
            hold.period = Millis(below(10'000));
        if (maybe(20))
            hold.origin = format::Origin{
                bytes(), maybe() ? std::optional<qint64>(below(70'000)) : std::nullopt,
                maybe() ? std::optional<qint64>(wall.time_since_epoch().count() - below(1'000'000))
                        : std::nullopt};
        return hold;
    }
    watch::WaiterRecord waiter(Instant now, int position)
    {
        watch::WaiterRecord waiter;
        waiter.owner = owner();
        waiter.position = position;
        if (maybe(80))
            waiter.deadline = instant(now);
        waiter.isDeadlineUnread = maybe(10);
        waiter.stale = maybe(10);
        if (maybe(20))
            waiter.alias = alias();
        if (maybe())
            waiter.listening = maybe();
        return waiter;
    }

    // The next state of a lock: mostly a little different, now and then altogether.
    watch::LockPointer lock(const watch::LockId &id, const watch::LockPointer &before, Instant now,
                            WallInstant wall)
    {
        watch::LockRecord lock = before ? *before : watch::LockRecord();
        lock.id = id;
        if (!before || maybe(5)) {
            lock.kind = one<QByteArray>({"reentrant", "fair", "string", "semaphore"});
            lock.library = one<QByteArray>({"redisson", "generic"});
            lock.deployment = QStringLiteral("redis://a:6379");
            lock.server = one({QStringLiteral("redis://a:6379"), QStringLiteral("Gerät:1")});
            lock.serverId = {below(3)};
            lock.mainKey =
                one({format::KeyType::Hash, format::KeyType::String, format::KeyType::None});
            lock.candidates = std::vector<watch::Candidate>{
                {lock.kind, lock.library, Sentence::say("%1 fields").arg(below(3)),
                 format::Confidence::Structure}};
        }
        lock.state = one({watch::LockState::Free, watch::LockState::Held,
                          watch::LockState::Contended, watch::LockState::Uncertain});
        if (maybe(60)) {
            lock.deadline.reset();
            if (maybe(80))
                lock.deadline = instant(now);
        }
        if (maybe(60)) {
            lock.holds.resize(static_cast<std::size_t>(maybe(80) ? 1 : below(4)));
            for (watch::HoldRecord &each : lock.holds) {
                if (maybe(60))
                    each = hold(now, wall);
                else
                    each.renewals = each.renewals.value_or(0) + 1;
            }
        }
        if (maybe(40))
            queue(lock, now);
        if (maybe(20)) {
            lock.waitingConnections.reset();
            if (maybe())
                lock.waitingConnections = below(50);
        }
        if (maybe(20))
            lock.fencingToken = maybe() ? std::optional<qint64>(below(10'000)) : std::nullopt;
        if (maybe(10))
            lock.permits = maybe() ? std::optional(watch::Permits{
                               below(10), maybe() ? std::optional<qint64>(below(9)) : std::nullopt})
                                   : std::nullopt;
        if (maybe(10))
            lock.totals =
                maybe() ? std::optional(watch::Totals{below(9000), std::nullopt}) : std::nullopt;
        if (maybe(10)) {
            lock.otherKeys.reset();
            if (maybe())
                lock.otherKeys = std::vector<watch::KeyRecord>{
                    {KeyName(bytes()), "zset", instant(now)}, {KeyName("x"), "list", {}}};
        }
        lock.truncated = maybe(5);
        lock.guess = maybe(5);
        return std::make_shared<const watch::LockRecord>(std::move(lock));
    }

    watch::ServerRecord server(watch::ServerRecord server, Instant now)
    {
        server.label = QStringLiteral("redis://a:6379");
        server.state = one({watch::ServerState::Up, watch::ServerState::Up,
                            watch::ServerState::Down, watch::ServerState::Connecting});
        server.mode = one({watch::WatchMode::Tracking, watch::WatchMode::Polling});
        server.modeReason = maybe() ? Sentence::say("%1 is refused").arg(bytesText()) : Sentence();
        server.facts.usedMemory = below(1'000'000'000);
        server.facts.evictionPolicy = one<QByteArray>({"noeviction", ""});
        server.facts.keepsLog = maybe() ? std::optional(maybe()) : std::nullopt;
        server.latency = std::chrono::microseconds(below(1000));
        server.clock = watch::ClockOffset{Millis(below(100) - 50), Millis(below(9))};
        server.startedAt = now - std::chrono::hours(below(1000));
        server.lostAt = maybe(20) ? std::optional(instant(now)) : std::nullopt;
        server.counters.missed = static_cast<quint64>(below(1000));
        server.goodReplicas = maybe(20) ? std::optional<int>(below(3)) : std::nullopt;
        server.requiredReplicas = server.goodReplicas ? std::optional<int>(below(3)) : std::nullopt;
        if (maybe(20))
            server.facts.refusals = watch::WriteRefusals{below(9), below(9), below(9)};
        server.scan.scanned = below(1000);
        if (maybe(20))
            server.error = Error{ErrorKind::Permission, "NOPERM", Sentence::say("no right"),
                                 QStringLiteral("a:1")};
        if (maybe(20))
            server.members = std::make_shared<const std::vector<watch::MemberRecord>>(
                std::vector<watch::MemberRecord>{{watch::MemberRecord::Role::Replica,
                                                  QStringLiteral("b:1"), QStringLiteral("a:1"),
                                                  maybe(), below(1000)}});
        if (maybe(20))
            server.foreignCertificates =
                std::make_shared<const std::vector<watch::ForeignCertificate>>(
                    std::vector<watch::ForeignCertificate>{
                        {QStringLiteral("b:1"), QStringLiteral("4F:0A")}});
        if (maybe(20)) {
            watch::Replication replication;
            replication.replicas.push_back({QStringLiteral("b:1"), maybe(), maybe(), below(100)});
            replication.replicas.back().clients =
                watch::ServerClients{3, {{"10.0.0.1", bytes(), 3}}};
            replication.present[LockName(bytes())] = {maybe(), std::nullopt};
            server.replication = std::make_shared<const watch::Replication>(replication);
        }
        if (maybe(20)) {
            watch::UnreadableNames names;
            names.names = {LockName(bytes()), LockName("a")};
            server.unreadable = std::make_shared<const watch::UnreadableNames>(names);
        }
        if (maybe(20))
            server.learned = std::make_shared<const std::vector<AliasRule>>(
                std::vector<AliasRule>{{bytes(), QStringLiteral("näme"), AliasOrigin::Learned}});
        return server;
    }

    watch::Event event(const watch::LockId &id, const watch::LockPointer &lock, WallInstant wall)
    {
        using enum watch::EventType;
        watch::Event event;
        event.at = wall - Millis(below(20));
        event.type = one({Acquired, Released, Renewed, Expired, HandedOver, Queued, Dequeued});
        event.deploymentId = id.deployment;
        event.deployment = event.server = QStringLiteral("redis://a:6379");
        if (maybe(10)) {
            event.type = one({ServerUp, Gap, Failover});
            event.detail = Sentence::say("%1 %2").arg(below(10), bytesText());
            return event;
        }
        event.name = id.name;
        event.serverId = {below(2)};
        event.kind = "reentrant";
        if (lock && maybe(80)) {
            event.kind = lock->kind;
            event.deployment = lock->deployment;
            event.server = lock->server;
            event.serverId = lock->serverId;
        }
        if (maybe(80))
            event.owner = owner();
        if (maybe(80))
            event.mode = watch::Mode::Exclusive;
        if (maybe())
            event.count = below(5) - 1;
        if (maybe())
            event.ttl = Millis(below(30'000));
        if (maybe(20))
            event.detail = Sentence::say("no wake-up seen");
        if (maybe(20))
            event.alias = alias();
        if (maybe(20))
            event.former = owner();
        event.unseen = maybe(10);
        if (maybe(5)) {
            event.type = Lost;
            event.lost = std::make_shared<const std::vector<watch::LostHold>>(
                std::vector<watch::LostHold>{{id.name, "string", owner(), watch::Mode::Read, 2},
                                             {LockName("other"), "semaphore", {}, {}, 1}});
        }
        return event;
    }

    health::ProblemChange problem(const watch::LockId &id, WallInstant wall)
    {
        const auto rules = health::allRules();
        health::ProblemChange change;
        change.what =
            one({health::ProblemChange::What::Opened, health::ProblemChange::What::Changed,
                 health::ProblemChange::What::Closed});
        change.isWorse = maybe(20);
        change.problem.id = QByteArray::number(below(6));
        change.problem.rule =
            rules[static_cast<std::size_t>(below(static_cast<int>(rules.size())))];
        change.problem.subject = health::Subject::of(id);
        change.problem.deployment = QStringLiteral("redis://a:6379");
        change.problem.kind = "fair";
        change.problem.severity = one({health::Severity::Warning, health::Severity::Critical});
        change.problem.evidence = Sentence::say("since %1").arg(below(100));
        change.problem.locks = {id};
        change.problem.lost = below(3);
        change.problem.since = wall - Millis(below(5000));
        if (change.what == health::ProblemChange::What::Closed)
            change.problem.until = wall;
        change.problem.isSuspended = maybe(10);
        return change;
    }

private:
    QString bytesText() { return QString::fromLatin1(hex(6)); }

    void queue(watch::LockRecord &lock, Instant now)
    {
        if (maybe(10)) {
            lock.waiters.reset();
            return;
        }
        auto waiters = lock.waiters ? *lock.waiters : std::vector<watch::WaiterRecord>();
        if (waiters.size() > 1 && maybe()) {
            // The first is served: all deadlines behind it are brought forward.
            waiters.erase(waiters.begin());
            const std::chrono::nanoseconds shift(below(2'000'000'000) - 1'000'000'000);
            for (watch::WaiterRecord &each : waiters) {
                if (each.deadline)
                    *each.deadline += shift;
            }
            if (maybe(30))
                waiters.push_back(waiter(now, 0));
        } else if (!waiters.empty() && maybe())
            waiters.erase(waiters.begin() + below(static_cast<int>(waiters.size())));
        else
            waiters.insert(waiters.begin() + below(static_cast<int>(waiters.size()) + 1),
                           waiter(now, 0));
        const int first = maybe(95) ? 1 : 3;
        for (std::size_t i = 0; i < waiters.size(); ++i)
            waiters[i].position = first + static_cast<int>(i);
        if (waiters.size() > 12)
            waiters.clear();
        lock.waiters = std::move(waiters);
    }

    std::mt19937 m_random;
};

} // namespace lockscope::test
