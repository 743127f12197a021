// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/healthbook.h"

#include <algorithm>

namespace lockscope::test {

// A made-up watch of three servers of one quorum group, with a time of its own.
class Watched
{
public:
    explicit Watched(health::HealthBook::Options options = {}, bool isDurable = false)
        : book(withGroup(std::move(options), isDurable))
    {
        for (int i = 0; i < 3; ++i) {
            servers.push_back(up(i));
            book.note(servers.back(), now());
        }
    }

    static health::HealthBook::Options withGroup(health::HealthBook::Options options,
                                                 bool isDurable = false)
    {
        insight::WatchedGroup group;
        group.members.name = QStringLiteral("group");
        group.members.isDurable = isDurable;
        for (int i = 0; i < 3; ++i) {
            group.members.labels.push_back(up(i).label);
            group.servers.emplace_back(watch::DeploymentId{i});
        }
        options.groups = {group};
        return options;
    }
    static watch::ServerRecord up(int number)
    {
        watch::ServerRecord server;
        server.server = {number};
        server.deployment = {number};
        server.label = QStringLiteral("redis://10.0.0.%1:6379").arg(number + 1);
        server.state = watch::ServerState::Up;
        server.mode = watch::WatchMode::Tracking;
        server.runId = "run-1";
        return server;
    }

    health::Moment now() const { return {at, wall}; }

    static watch::LockId id(const char *name, int deployment = 0)
    {
        return {watch::DeploymentId{deployment}, LockName(name)};
    }
    watch::LockRecord lock(const char *name, const char *kind = "reentrant") const
    {
        watch::LockRecord lock;
        lock.id = id(name);
        lock.kind = QByteArray(kind);
        lock.library = QByteArray("redisson");
        lock.deployment = lock.server = servers.front().label;
        lock.state = watch::LockState::Free;
        return lock;
    }
    watch::HoldRecord hold(int owner, watch::Mode mode = watch::Mode::Exclusive) const
    {
        watch::HoldRecord hold;
        hold.owner = OwnerId(ownerName(owner));
        hold.mode = mode;
        hold.deadline = at + std::chrono::hours(1);
        hold.observedSince = wall;
        return hold;
    }
    watch::WaiterRecord waiter(int owner) const
    {
        watch::WaiterRecord waiter;
        waiter.owner = OwnerId(ownerName(owner));
        waiter.deadline = at + std::chrono::hours(1);
        waiter.listening = true;
        return waiter;
    }
    watch::LockRecord held(const char *name, int owner, const char *kind = "reentrant") const
    {
        watch::LockRecord record = lock(name, kind);
        record.state = watch::LockState::Held;
        record.holds = {hold(owner)};
        return record;
    }
    // A fair lock with its queue.
    watch::LockRecord fair(const char *name, int owner,
                           std::vector<watch::WaiterRecord> waiters) const
    {
        watch::LockRecord record = held(name, owner, "fair");
        record.state = watch::LockState::Contended;
        for (std::size_t i = 0; i < waiters.size(); ++i)
            waiters[i].position = static_cast<int>(i) + 1;
        record.waiters = std::move(waiters);
        return record;
    }
    watch::Event event(watch::EventType type, const char *name = nullptr) const
    {
        watch::Event event;
        event.at = wall;
        event.type = type;
        if (name)
            event.name = LockName(name);
        event.kind = "reentrant";
        event.deployment = event.server = servers.front().label;
        event.deploymentId = {0};
        event.serverId = {0};
        return event;
    }

    void put(const watch::LockRecord &record)
    {
        book.note(record.id, std::make_shared<const watch::LockRecord>(record), now());
    }
    void gone(const char *name) { book.note(id(name), {}, now()); }
    void happened(const watch::Event &event) { book.note(event, now()); }
    template <typename Change>
    void server(Change change, std::size_t number = 0)
    {
        change(servers[number]);
        book.note(servers[number], now());
    }
    void setUp(bool isUp)
    {
        server([&](watch::ServerRecord &record) {
            record.state = isUp ? watch::ServerState::Up : watch::ServerState::Down;
            record.lostAt = isUp ? std::nullopt : std::optional(at);
        });
    }
    // The three servers are shards of one cluster instead.
    void becomeCluster()
    {
        for (int number = 1; number < 3; ++number) {
            book.removeDeployment({number}, now());
            server(
                [](watch::ServerRecord &shard) {
                    shard.deployment = {0};
                    shard.isShard = true;
                },
                static_cast<std::size_t>(number));
        }
        server([](watch::ServerRecord &shard) { shard.isShard = true; });
    }
    void verdict(std::optional<insight::QuorumFinding> finding)
    {
        insight::QuorumBook::Change change{{0, LockName("orders")}, std::nullopt};
        if (finding) {
            finding->seats.resize(3);
            for (insight::QuorumSeat &seat : finding->seats)
                seat.stance = insight::Stance::Missing;
            change.record = insight::QuorumRecord{change.id, QStringLiteral("group"), {}, *finding};
        }
        book.note(change, now());
    }

    // Lets the time pass, with each change at its moment.
    void pass(Millis span)
    {
        const Instant until = at + span;
        for (int turns = 0; turns < 10'000; ++turns) {
            const auto next = book.nextAt();
            if (!next || *next > until)
                break;
            advance(std::max(at, *next));
            take();
        }
        advance(until);
        take();
    }

    bool isOpen(const QByteArray &rule) const { return problem(rule).rule != nullptr; }
    health::Problem problem(const QByteArray &rule) const
    {
        for (const health::Problem &each : book.problems()) {
            if (rule == each.rule->name)
                return each;
        }
        return {};
    }
    int count(health::ProblemChange::What what) const
    {
        return static_cast<int>(
            std::count_if(changes.begin(), changes.end(),
                          [what](const auto &change) { return change.what == what; }));
    }

    static QByteArray ownerName(int owner)
    {
        return "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:" + QByteArray::number(owner);
    }

    Instant at = Instant(std::chrono::hours(100));
    WallInstant wall{Millis(1'800'000'000'000)};
    health::HealthBook book;
    std::vector<watch::ServerRecord> servers;
    std::vector<health::ProblemChange> changes;

private:
    void advance(Instant to)
    {
        wall += std::chrono::duration_cast<Millis>(to - at);
        at = to;
    }
    void take()
    {
        for (health::ProblemChange &change : book.take(now()))
            changes.push_back(std::move(change));
    }
};

} // namespace lockscope::test
