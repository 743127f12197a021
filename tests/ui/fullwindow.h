// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumgroups.h"
#include "core/profile/profile.h"
#include "core/workbench/workbench.h"
#include "tests/ui/madeup.h"

namespace lockscope::test {

// Something of every sort to fill a window with, over the three servers of upServer(0) to (2): to
// be looked at; their meaning does not matter.

// Locks with counts: a semaphore, one whose permits expire, and a latch.
inline std::vector<watch::LockRecord> countedLocks(const Clock &clock)
{
    watch::LockRecord lapsing =
        countedLock("stock:scanners", "permit-expirable-semaphore", 1, clock);
    lapsing.holds = heldLock("stock:scanners", clock).holds;
    return {countedLock("billing:printers", "semaphore", 3, clock), lapsing,
            countedLock("stock:branches-counted", "count-down-latch", 4, clock)};
}

inline insight::GroupMembers quorumGroup()
{
    return {QStringLiteral("shop-eu-west"),
            {upServer(0).label, upServer(1).label, upServer(2).label}};
}

// One on a majority, one that two share, and one on a single server, of which there is no verdict.
inline std::vector<watch::LockRecord> quorumLocks(const Clock &clock)
{
    const auto vote = [&clock](const QByteArray &name, int server, const QByteArray &token) {
        watch::LockRecord lock = heldLock(name, clock, std::chrono::seconds(20), server);
        lock.kind = "string";
        lock.library = "generic";
        lock.mainKey = format::KeyType::String;
        lock.holds.front().owner = OwnerId(token);
        lock.holds.front().watchdog = watch::Watchdog::None;
        return lock;
    };
    const QByteArray ann = "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
    const QByteArray bob = "99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
    return {vote("lock:catalog-publish", 0, ann), vote("lock:catalog-publish", 1, ann),
            vote("lock:price-feed", 0, ann), vote("lock:price-feed", 1, bob),
            vote("lock:mail-digest", 1, bob)};
}

inline workbench::Entry workbenchEntry(int id, workbench::Entry::State state,
                                       const QByteArray &kind, const Clock &clock)
{
    using State = workbench::Entry::State;
    using std::chrono::seconds;
    workbench::Entry entry;
    entry.id = id;
    entry.state = state;
    entry.kind = kind;
    entry.names = {LockName("payment:settlement:" + QByteArray::number(id))};
    entry.servers = {upServer(0).label};
    entry.places = {0};
    entry.owner = OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");
    entry.label = QStringLiteral("settlement by hand");
    entry.askedAt = clock.now();
    if (state == State::Held) {
        entry.count = 2;
        entry.validUntil = clock.now() + seconds(30);
        entry.watchdog = workbench::Entry::Watchdog::Running;
        entry.watchdogTimeout = seconds(30);
    } else if (state == State::Waiting) {
        entry.waitsUntil = clock.now() + seconds(300);
    } else if (state == State::Lost) {
        entry.trouble = lock::Loss::TakenAway;
    }
    return entry;
}

// One in each state; the last is a Redlock with an answer of each sort.
inline std::vector<workbench::Entry> workbenchEntries(const Clock &clock)
{
    using State = workbench::Entry::State;
    using Kind = lock::Vote::Kind;
    using std::chrono::microseconds;
    std::vector<workbench::Entry> entries{
        workbenchEntry(1, State::Held, "fenced", clock),
        workbenchEntry(2, State::Waiting, "fair", clock),
        workbenchEntry(3, State::Lost, "read-write", clock),
        workbenchEntry(4, State::Released, "permit-expirable-semaphore", clock),
        workbenchEntry(5, State::Passed, "count-down-latch", clock),
        workbenchEntry(6, State::Failed, "redlock", clock)};
    entries.front().fencingToken = 4711;
    entries.front().watchdog = workbench::Entry::Watchdog::Paused;
    entries.front().maxRenewals = 12;
    workbench::Entry &redlock = entries.back();
    redlock.servers = quorumGroup().labels;
    redlock.places = {0, 1, 2};
    const Error refused{
        ErrorKind::Refused, {}, QStringLiteral("refused"), QStringLiteral("127.0.0.1:6381")};
    redlock.votes = {{upServer(0).label, Kind::Granted, microseconds(420), {}},
                     {upServer(1).label, Kind::HeldByOther, microseconds(610), {}},
                     {upServer(2).label, Kind::Error, microseconds(90), refused}};
    lock::AcquireOutcome outcome;
    outcome.status = lock::AcquireOutcome::Status::Busy;
    outcome.holderTtl = std::chrono::seconds(12);
    outcome.votes = redlock.votes;
    redlock.trouble = outcome;
    return entries;
}

inline profile::Profile fullProfile()
{
    profile::Profile profile;
    profile.name = QStringLiteral("prod-eu");
    profile.tag = profile::Tag::Production;
    profile.urls = QStringList{upServer(0).label, upServer(1).label};
    profile.prefixes = {"billing:"};
    return profile;
}

} // namespace lockscope::test
