// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/traits.h"
#include "core/health/healthbookprivate.h"
#include "core/health/rulelist.h"
#include "core/watch/record/losthold.h"
#include "core/watch/track/liveness.h"

#include <algorithm>
#include <utility>

namespace lockscope::health {

namespace {

using watch::LockId;
using watch::LockPointer;

constexpr std::size_t mostLapsed = 10'000; // locks whose lapsed holds are remembered

std::vector<const Rule *> rulesWith(auto Rule::*judge)
{
    std::vector<const Rule *> found;
    for (const Rule *rule : allRules()) {
        if (rule->*judge)
            found.push_back(rule);
    }
    return found;
}

bool hasOwners(const watch::LockRecord &lock)
{
    return format::traitsOf(*lock.kind, *lock.library).hasOwners;
}

// True for waiting connections whose owners nobody tells.
bool hasConnections(const watch::LockRecord &lock)
{
    return !lock.waiters && lock.waitingConnections.value_or(0) > 0;
}

bool isWaitedFor(const watch::LockRecord &lock, Instant now)
{
    return hasConnections(lock) || (lock.waiters && watch::nextToWake(*lock.waiters, now));
}

} // namespace

HealthBook::Private::Private(Options given)
    : options(std::move(given))
    , lockRules(rulesWith(&Rule::ofLock))
    , serverRules(rulesWith(&Rule::ofServer))
    , quorumRules(rulesWith(&Rule::ofQuorum))
    , cycleRules(rulesWith(&Rule::ofCycle))
{}

const Thresholds &HealthBook::Private::thresholdsOf(watch::DeploymentId deployment) const
{
    const auto own = options.own.find(deployment);
    return own == options.own.end() ? options.thresholds : own->second;
}

const HealthBook::Private::Server *HealthBook::Private::serverOf(
    watch::DeploymentId deployment) const
{
    const auto keeper = keepers.find(deployment);
    return keeper == keepers.end() ? nullptr : &servers.at(*keeper->second.begin());
}

HealthBook::Private::Server *HealthBook::Private::serverOf(watch::DeploymentId deployment)
{
    const auto keeper = keepers.find(deployment);
    return keeper == keepers.end() ? nullptr : &servers.at(*keeper->second.begin());
}

HealthBook::Private::Server *HealthBook::Private::serverOf(const watch::LockRecord &lock)
{
    const auto server = servers.find(lock.serverId);
    return server == servers.end() ? serverOf(lock.id.deployment) : &server->second;
}

bool HealthBook::Private::isInSight(watch::DeploymentId deployment) const
{
    const auto keeper = keepers.find(deployment);
    return keeper != keepers.end()
        && std::ranges::all_of(keeper->second,
                               [this](watch::ServerId id) { return servers.at(id).isInSight; });
}

QString HealthBook::Private::labelOf(watch::DeploymentId deployment) const
{
    const Server *server = serverOf(deployment);
    return server ? server->record.label : QString();
}

LockPointer HealthBook::Private::known(const LockId &id) const
{
    LockPointer lock = kept.find(id);
    return lock ? lock : gone(id);
}

LockPointer HealthBook::Private::gone(const LockId &id) const
{
    auto lock = std::make_shared<watch::LockRecord>();
    lock->id = id;
    lock->deployment = lock->server = labelOf(id.deployment);
    const auto went = lapsed.find(id);
    if (went == lapsed.end())
        return lock;
    lock->kind = went->second.kind;
    lock->serverId = went->second.serverId;
    lock->server = went->second.server;
    return lock;
}

// Notes the waits for a lock. Without a list of waiters, a wait lasts while connections wait behind
// the same hold.
void HealthBook::Private::noteWaits(const LockId &id, const LockPointer &lock, const Moment &now)
{
    meter.note(id, lock, now.at);
    const bool tellsWaiters = isHeld(lock) && lock->waiters && !lock->waiters->empty();
    const bool wasQueued = queued.contains(id);
    if (tellsWaiters)
        queued[id] = lock;
    else if (wasQueued)
        queued.erase(id);
    isGraphDirty = isGraphDirty || tellsWaiters || wasQueued;

    const bool isWaited = lock && hasOwners(*lock) && isWaitedFor(*lock, now.at);
    const bool isFree = isWaited && lock->state == watch::LockState::Free;
    const bool isBehind = isWaited && !lock->holds.empty() && hasConnections(*lock);
    if (!isFree && !isBehind) {
        waits.erase(id);
        return;
    }
    Wait &wait = waits[id];
    if (isFree) {
        wait.freeSince = wait.freeSince.value_or(now.at);
        wait.waitedSince.reset();
        return;
    }
    const watch::HoldRecord &hold = lock->holds.front();
    const bool isSameHold = wait.holder == hold.owner && wait.holdSince == hold.observedSince;
    if (!isSameHold || !wait.waitedSince)
        wait.waitedSince = now.at;
    wait.holder = hold.owner;
    wait.holdSince = hold.observedSince;
    wait.freeSince.reset();
}

void HealthBook::Private::noteLoss(Server &server, const watch::Event &event, Instant at) const
{
    if (!server.loss || at >= server.loss->at + thresholdsOf(event.deploymentId).recent)
        server.loss = Loss{};
    Loss &loss = *server.loss;
    loss.at = at;
    ++loss.times;
    loss.count += event.count.value_or(1);
    if (!event.lost)
        return;
    for (const watch::LostHold &lost : *event.lost) {
        if (loss.locks.size() < mostLapsed)
            loss.locks.emplace_back(event.deploymentId, lost.name);
    }
}

void HealthBook::Private::noteLapsed(const LockId &id, Lapsed ended, const Moment &now)
{
    if (lapsed.size() >= mostLapsed && !lapsed.contains(id))
        return;
    lapsed.insert_or_assign(id, std::move(ended));
    judgeLock(id, known(id), now);
}

// Held locks are kept, since time alone may change what is thought of them.
void HealthBook::Private::keep(const LockId &id, const LockPointer &lock,
                               std::optional<Instant> due)
{
    const auto count = [this](const LockPointer &each, qint64 difference) {
        Server *const server = isHeld(each) ? serverOf(*each) : nullptr;
        if (!server)
            return;
        qint64 &locks = held[server->record.server];
        const bool hadSome = locks > 0;
        locks += difference;
        if (hadSome != (locks > 0))
            server->due = Instant(); // judged anew with the next take()
    };
    count(kept.find(id), -1);
    if (lock && (isHeld(lock) || due || table.has(Subject::of(id))))
        kept.set(lock, due == Instant::max() ? std::nullopt : due);
    else
        kept.erase(id);
    count(lock, 1);
}

void HealthBook::Private::judgeLock(const LockId &id, LockPointer lock, const Moment &now)
{
    Server *const known = serverOf(*lock);
    if (!known || !known->isInSight) {
        // Judged once it is in sight.
        keep(id, lock, Instant::max());
        return;
    }
    const Thresholds &thresholds = thresholdsOf(id.deployment);
    Server &server = *known;
    for (const watch::HoldRecord &hold : lock->holds) {
        if (hold.lease && *hold.lease > server.longestLease.value_or(Millis(0)))
            server.longestLease = *hold.lease;
    }
    auto went = lapsed.find(id);
    if (went != lapsed.end() && now.at >= went->second.hold.at + thresholds.recent) {
        lapsed.erase(went);
        went = lapsed.end();
    }
    const auto wait = waits.find(id);
    const insight::WaitMeter::Queue queue = meter.queue(id);
    const LockSight sight{
        .lock = *lock,
        .server = &server.record,
        .queue = queue,
        .waitedSince = wait == waits.end() ? std::nullopt : wait->second.waitedSince,
        .freeSince = wait == waits.end() ? std::nullopt : wait->second.freeSince,
        .lapsed = went == lapsed.end() ? nullptr : &went->second.hold,
        .usualOf = options.usual,
        .thresholds = thresholds,
        .now = now,
    };
    const Subject subject = Subject::of(id);
    const bool had = table.has(subject);
    const auto about = [&] { return About{*lock->deployment, *lock->server, *lock->kind, {id}}; };
    std::optional<Instant> next;
    if (went != lapsed.end())
        next = went->second.hold.at + thresholds.recent;
    for (const Rule *rule : lockRules) {
        const Judgement judgement = rule->ofLock(sight);
        soonest(next, judgement.again);
        if (had || judgement.finding)
            table.judge(subject, *rule, judgement, about, thresholds, now, server.seenAt);
    }
    keep(id, lock, next);
}

ServerSight HealthBook::Private::sightOf(const Server &server, const Moment &now) const
{
    const watch::DeploymentId deployment = server.record.deployment;
    const auto count = held.find(server.record.server);
    ServerSight sight{.server = server.record,
                      .peers = {},
                      .held = count == held.end() ? 0 : count->second,
                      .longestLease = server.longestLease,
                      .restartedAt = server.restartedAt,
                      .evictedAt = server.evictedAt,
                      .refused = server.refused,
                      .loss = server.loss ? &*server.loss : nullptr,
                      .wasSeen = server.seenAt.has_value(),
                      .thresholds = thresholdsOf(deployment),
                      .now = now};
    for (const insight::WatchedGroup &group : options.groups) {
        const auto &members = group.servers;
        if (std::find(members.begin(), members.end(), std::optional(deployment)) == members.end())
            continue;
        sight.isInGroup = true;
        sight.isDurable = sight.isDurable || group.members.isDurable;
        for (const auto &member : members) {
            const Server *peer = member && *member != deployment ? serverOf(*member) : nullptr;
            if (!peer || !peer->isInSight)
                continue;
            sight.peers.push_back(&peer->record);
            if (peer->longestLease)
                sight.longestLease =
                    std::max(sight.longestLease.value_or(Millis(0)), *peer->longestLease);
        }
    }
    return sight;
}

void HealthBook::Private::judgeServer(Server &server, const Moment &now)
{
    server.due.reset();
    ServerSight sight = sightOf(server, now);
    const Subject subject = Subject::of(server.record.server);
    const bool had = table.has(subject);
    for (const Rule *rule : serverRules) {
        if (!server.isInSight && !rule->judgesUnseen)
            continue;
        sight.isOpen = had && !table.isSilent(subject, *rule);
        const Judgement judgement = rule->ofServer(sight);
        soonest(server.due, judgement.again);
        if (!had && !judgement.finding)
            continue;
        const auto about = [&] {
            About told{server.record.label, watch::nameOf(server.record), {}, {}};
            const bool isListed = server.loss && !server.loss->locks.empty();
            if (isListed && rule->name == QByteArrayView("locks-lost")) {
                told.lost = server.loss->count;
                told.locks = server.loss->locks;
            }
            return told;
        };
        const auto seen = rule->judgesUnseen ? std::optional(Instant::min()) : server.seenAt;
        table.judge(subject, *rule, judgement, about, sight.thresholds, now, seen);
    }
}

// The graph is made of all locks with waiters that are told: seldom, if they are many.
Instant::duration HealthBook::Private::cyclePause() const
{
    constexpr auto least = Millis(500);
    constexpr auto ofEach = std::chrono::microseconds(100);
    return std::max<Instant::duration>(least, ofEach * static_cast<qint64>(queued.size()));
}

void HealthBook::Private::judgeCycles(const Moment &now)
{
    if (!isGraphDirty || (graphAt && now.at < *graphAt + cyclePause()))
        return;
    isGraphDirty = false;
    graphAt = now.at;
    std::vector<LockPointer> locks;
    locks.reserve(queued.size());
    for (const auto &[id, lock] : queued)
        locks.push_back(lock);
    const insight::WaitGraph graph = insight::waitGraph(locks, {}, meter, now.at);
    std::set<Subject> found;
    for (const insight::WaitGraph::Cycle &cycle : graph.cycles) {
        std::vector<LockId> ids;
        for (const auto &step : cycle.steps)
            ids.push_back(graph.locks[static_cast<std::size_t>(step.lock)].id);
        std::sort(ids.begin(), ids.end());
        const Subject subject{Subject::Type::Cycle, ids.front().deployment.number,
                              ids.front().name};
        found.insert(subject);
        if (std::any_of(ids.begin(), ids.end(),
                        [this](const LockId &id) { return !isInSight(id.deployment); }))
            continue;
        const QString label = labelOf(ids.front().deployment);
        for (const Rule *rule : cycleRules)
            table.judge(
                subject, *rule, rule->ofCycle({graph, cycle}),
                [&] {
                    return About{label, label, {}, ids};
                },
                thresholdsOf(subject.lock().deployment), now);
    }
    for (const Subject &subject : cycles) {
        if (found.contains(subject) || !table.has(subject) || !isInSight(subject.lock().deployment))
            continue;
        for (const Rule *rule : cycleRules)
            table.judge(subject, *rule, {}, {}, thresholdsOf(subject.lock().deployment), now);
    }
    for (const Subject &subject : cycles) {
        if (table.has(subject)) // until it has closed
            found.insert(subject);
    }
    cycles = std::move(found);
}

// Its locks were read again meanwhile.
void HealthBook::Private::comeInSight(watch::DeploymentId deployment, const Moment &now)
{
    std::set<LockId> ids;
    for (const LockPointer &lock : kept.of(deployment))
        ids.insert(lock->id);
    table.visitSubjects([&](const Subject &subject) {
        if (subject.type == Subject::Type::Lock && subject.lock().deployment == deployment)
            ids.insert(subject.lock());
    });
    for (const auto &[id, hold] : lapsed) {
        if (id.deployment == deployment)
            ids.insert(id);
    }
    // Each lock is read again first. Until then no open problem gets worse by the time in which
    // nobody saw the lock.
    for (const LockId &id : ids) {
        if (table.has(Subject::of(id)))
            keep(id, known(id), now.at + thresholdsOf(deployment).opening);
        else
            judgeLock(id, known(id), now);
    }
    isGraphDirty = true;
}

} // namespace lockscope::health
