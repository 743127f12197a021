// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/healthbook.h"

#include "core/format/traits.h"
#include "core/health/keptlocks.h"
#include "core/health/problemtable.h"
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

void soonest(std::optional<Instant> &next, std::optional<Instant> at)
{
    if (at && (!next || *at < *next))
        next = at;
}

bool isHeld(const LockPointer &lock)
{
    return lock && !lock->holds.empty();
}

bool hasOwners(const watch::LockRecord &lock)
{
    return format::traitsOf(*lock.kind, *lock.library).hasOwners;
}

// Connections that wait where nobody tells whose they are.
bool hasConnections(const watch::LockRecord &lock)
{
    return !lock.waiters && lock.waitingConnections.value_or(0) > 0;
}

bool isWaitedFor(const watch::LockRecord &lock, Instant now)
{
    return hasConnections(lock) || (lock.waiters && watch::nextToWake(*lock.waiters, now));
}

LockPointer blank(const LockId &id, const QByteArray &kind, const QString &label)
{
    auto lock = std::make_shared<watch::LockRecord>();
    lock->id = id;
    lock->kind = kind;
    lock->deployment = lock->server = label;
    return lock;
}

} // namespace

struct HealthBook::Private {
    // Of a server, beside its record.
    struct Server {
        watch::ServerRecord record;
        bool isInSight = false;
        std::optional<Millis> longestLease;
        std::optional<Instant> restartedAt;
        std::optional<Instant> evictedAt;
        std::optional<watch::Event> loss;
        std::optional<Instant> lostAt;
        std::optional<Instant> due;
    };
    // Since when somebody waits whom only a number of connections tells of.
    struct Wait {
        OwnerId holder;
        WallInstant holdSince;
        std::optional<Instant> waitedSince;
        std::optional<Instant> freeSince;
    };
    struct Lapsed {
        LapsedHold hold;
        QByteArray kind;
    };

    const Thresholds &thresholdsOf(watch::DeploymentId deployment) const;
    void noteWaits(const LockId &id, const LockPointer &lock, const Moment &now);
    void noteLapsed(const LockId &id, LapsedHold hold, const QByteArray &kind, const Moment &now);
    void keep(const LockId &id, const LockPointer &lock, std::optional<Instant> due);
    void judgeLock(const LockId &id, LockPointer lock, const Moment &now);
    void judgeServer(Server &server, const Moment &now);
    void judgeCycles(const Moment &now);
    void comeInSight(watch::DeploymentId deployment, const Moment &now);
    ServerSight sightOf(const Server &server, const Moment &now) const;
    Instant::duration cyclePause() const;
    Server *serverOf(watch::DeploymentId deployment); // null: none was told of yet
    const Server *serverOf(watch::DeploymentId deployment) const;
    bool isInSight(watch::DeploymentId deployment) const;
    QString labelOf(watch::DeploymentId deployment) const;
    LockPointer known(const LockId &id) const;

    Options options;
    ProblemTable table;
    KeptLocks kept;
    watch::WaitMeter meter;
    std::map<watch::ServerId, Server> servers;
    std::map<watch::DeploymentId, watch::ServerId> keepers; // the server that has its locks
    std::map<watch::DeploymentId, qint64> held; // locks
    std::unordered_map<LockId, Wait> waits;
    std::unordered_map<LockId, Lapsed> lapsed;
    std::unordered_map<LockId, LockPointer> queued; // locks whose waiters are told
    std::set<Subject> cycles; // that the last graph had
    bool isGraphDirty = false;
    std::optional<Instant> graphAt; // when it was made last
    std::vector<const Rule *> lockRules = rulesWith(&Rule::ofLock);
    std::vector<const Rule *> serverRules = rulesWith(&Rule::ofServer);
    std::vector<const Rule *> quorumRules = rulesWith(&Rule::ofQuorum);
    std::vector<const Rule *> cycleRules = rulesWith(&Rule::ofCycle);
};

HealthBook::HealthBook()
    : HealthBook(Options{})
{}

HealthBook::HealthBook(Options options)
    : d(std::make_unique<Private>())
{
    d->options = std::move(options);
}

HealthBook::~HealthBook() = default;
HealthBook::HealthBook(HealthBook &&) noexcept = default;
HealthBook &HealthBook::operator=(HealthBook &&) noexcept = default;

const Thresholds &HealthBook::Private::thresholdsOf(watch::DeploymentId deployment) const
{
    const auto own = options.own.find(deployment);
    return own == options.own.end() ? options.thresholds : own->second;
}

const HealthBook::Private::Server *HealthBook::Private::serverOf(
    watch::DeploymentId deployment) const
{
    const auto keeper = keepers.find(deployment);
    return keeper == keepers.end() ? nullptr : &servers.at(keeper->second);
}

HealthBook::Private::Server *HealthBook::Private::serverOf(watch::DeploymentId deployment)
{
    const auto keeper = keepers.find(deployment);
    return keeper == keepers.end() ? nullptr : &servers.at(keeper->second);
}

bool HealthBook::Private::isInSight(watch::DeploymentId deployment) const
{
    const Server *server = serverOf(deployment);
    return server && server->isInSight;
}

QString HealthBook::Private::labelOf(watch::DeploymentId deployment) const
{
    const Server *server = serverOf(deployment);
    return server ? server->record.label : QString();
}

LockPointer HealthBook::Private::known(const LockId &id) const
{
    if (LockPointer lock = kept.find(id))
        return lock;
    const auto went = lapsed.find(id);
    return blank(id, went == lapsed.end() ? QByteArray() : went->second.kind,
                 labelOf(id.deployment));
}

// Whose wait is not told: it lasts while connections wait behind the same hold.
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

void HealthBook::Private::noteLapsed(const LockId &id, LapsedHold hold, const QByteArray &kind,
                                     const Moment &now)
{
    if (lapsed.size() >= mostLapsed && !lapsed.contains(id))
        return;
    lapsed.insert_or_assign(id, Lapsed{std::move(hold), kind});
    judgeLock(id, known(id), now);
}

// Held locks are kept, since time alone may change what is thought of them.
void HealthBook::Private::keep(const LockId &id, const LockPointer &lock,
                               std::optional<Instant> due)
{
    const bool wasHeld = isHeld(kept.find(id));
    if (lock && (isHeld(lock) || due || table.has(Subject::of(id))))
        kept.set(lock, due == Instant::max() ? std::nullopt : due);
    else
        kept.erase(id);
    const bool isNow = isHeld(lock);
    if (wasHeld == isNow)
        return;
    held[id.deployment] += isNow ? 1 : -1;
    if (Server *server = serverOf(id.deployment); server && held[id.deployment] == (isNow ? 1 : 0))
        server->due = Instant(); // judged anew with the next take()
}

void HealthBook::Private::judgeLock(const LockId &id, LockPointer lock, const Moment &now)
{
    Server *const known = serverOf(id.deployment);
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
    const watch::WaitMeter::Queue queue = meter.queue(id);
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
            table.judge(subject, *rule, judgement, about, thresholds, now);
    }
    keep(id, lock, next);
}

ServerSight HealthBook::Private::sightOf(const Server &server, const Moment &now) const
{
    const watch::DeploymentId deployment = server.record.deployment;
    const auto count = held.find(deployment);
    ServerSight sight{.server = server.record,
                      .peers = {},
                      .held = count == held.end() ? 0 : count->second,
                      .longestLease = server.longestLease,
                      .restartedAt = server.restartedAt,
                      .evictedAt = server.evictedAt,
                      .loss = server.loss ? &*server.loss : nullptr,
                      .lostAt = server.lostAt,
                      .thresholds = thresholdsOf(deployment),
                      .now = now};
    for (const watch::WatchedGroup &group : options.groups) {
        const auto &members = group.servers;
        if (std::find(members.begin(), members.end(), std::optional(deployment)) == members.end())
            continue;
        sight.isInGroup = true;
        sight.isDurable = options.durable.contains(group.members.name);
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
    if (!server.isInSight)
        return;
    const ServerSight sight = sightOf(server, now);
    const Subject subject = Subject::of(server.record.server);
    const bool had = table.has(subject);
    for (const Rule *rule : serverRules) {
        const Judgement judgement = rule->ofServer(sight);
        soonest(server.due, judgement.again);
        if (!had && !judgement.finding)
            continue;
        const auto about = [&] {
            About told{server.record.label, server.record.label, {}, {}};
            if (server.loss && server.loss->lost && rule->name == QByteArrayView("locks-lost")) {
                told.lost = server.loss->count.value_or(0);
                for (const watch::LostHold &lost : *server.loss->lost)
                    told.locks.push_back({server.record.deployment, lost.name});
            }
            return told;
        };
        table.judge(subject, *rule, judgement, about, sight.thresholds, now);
    }
}

// The graph is made of all locks with waiters that are told: seldom, where they are many.
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
    const watch::WaitGraph graph = watch::waitGraph(locks, {}, meter, now.at);
    std::set<Subject> found;
    for (const watch::WaitGraph::Cycle &cycle : graph.cycles) {
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

// What is known of it was read again meanwhile.
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
    for (const LockId &id : ids)
        judgeLock(id, known(id), now);
    isGraphDirty = true;
}

void HealthBook::note(const watch::ServerRecord &record, const Moment &now)
{
    Private::Server &server = d->servers[record.server];
    d->keepers[record.deployment] = record.server;
    const watch::ServerRecord before = std::exchange(server.record, record);
    if (!before.runId.isEmpty() && !record.runId.isEmpty() && before.runId != record.runId) {
        server.restartedAt = record.startedAt.value_or(now.at);
        server.evictedAt.reset();
    } else if (before.facts.evictedKeys && record.facts.evictedKeys > before.facts.evictedKeys) {
        server.evictedAt = now.at;
    }
    const bool isInSight = record.state == watch::ServerState::Up && !record.discovering;
    if (isInSight != std::exchange(server.isInSight, isInSight)) {
        if (isInSight)
            d->comeInSight(record.deployment, now);
        else
            d->table.suspendAll(record.server, record.deployment);
    }
    d->judgeServer(server, now);
}

void HealthBook::note(const LockId &id, const LockPointer &lock, const Moment &now)
{
    d->noteWaits(id, lock, now);
    if (lock) {
        d->judgeLock(id, lock, now);
        return;
    }
    const bool matters = d->lapsed.contains(id) || d->table.has(Subject::of(id));
    if (matters)
        d->judgeLock(id, blank(id, {}, d->labelOf(id.deployment)), now);
    else
        d->keep(id, {}, std::nullopt);
}

void HealthBook::note(const watch::QuorumBook::Change &verdict, const Moment &now)
{
    const Subject subject{Subject::Type::Quorum, verdict.id.group, verdict.id.name};
    const std::size_t silent =
        verdict.record ? verdict.record->finding.count(watch::Stance::Silent) : 0;
    const auto &groups = d->options.groups;
    const auto group = static_cast<std::size_t>(verdict.id.group);
    const auto about = [&] {
        About told{verdict.record->group, {}, {}, {}};
        if (group >= groups.size())
            return told;
        for (const auto &member : groups[group].servers) {
            if (member)
                told.locks.push_back({*member, verdict.id.name});
        }
        return told;
    };
    bool isFound = false;
    for (const Rule *rule : d->quorumRules) {
        const Judgement judgement = verdict.record
            ? rule->ofQuorum({*verdict.record, d->options.thresholds, now})
            : Judgement();
        isFound = isFound || judgement.finding.has_value();
        // With a server out of sight nobody can say that it is over.
        if (judgement.finding || (d->table.has(subject) && silent == 0))
            d->table.judge(subject, *rule, judgement, about, d->options.thresholds, now);
    }
    if (!isFound && silent > 0)
        d->table.suspend(subject);
}

void HealthBook::note(const watch::Event &event, const Moment &now)
{
    using watch::EventType;
    const Instant at = now.at - std::max(Millis(0), now.wall - event.at);
    if (event.type == EventType::Expired && event.name && event.owner && !event.unseen) {
        const LockId id{event.deploymentId, *event.name};
        const bool isExclusive = event.mode != watch::Mode::Read;
        d->noteLapsed(id, {*event.owner, at, event.type, isExclusive}, event.kind, now);
        return;
    }
    if (event.type != EventType::Lost)
        return;
    Private::Server *const server = d->serverOf(event.deploymentId);
    if (!server)
        return;
    server->loss = event;
    server->lostAt = at;
    if (event.lost) {
        for (const watch::LostHold &lost : *event.lost) {
            if (lost.owner)
                d->noteLapsed({event.deploymentId, lost.name},
                              {*lost.owner, at, event.type, lost.mode != watch::Mode::Read},
                              lost.kind, now);
        }
    }
    d->judgeServer(*server, now);
}

void HealthBook::removeDeployment(watch::DeploymentId deployment, const Moment &now)
{
    const auto keeper = d->keepers.find(deployment);
    if (keeper == d->keepers.end())
        return;
    d->table.dropAll(keeper->second, deployment, now);
    for (const LockPointer &lock : d->kept.of(deployment))
        d->kept.erase(lock->id);
    for (const auto &[id, lock] : d->queued) {
        if (id.deployment == deployment)
            d->meter.note(id, {}, now.at);
    }
    const auto isThere = [deployment](const auto &each) {
        return each.first.deployment == deployment;
    };
    std::erase_if(d->queued, isThere);
    std::erase_if(d->waits, isThere);
    std::erase_if(d->lapsed, isThere);
    d->held.erase(deployment);
    d->servers.erase(keeper->second);
    d->keepers.erase(keeper);
    d->isGraphDirty = true;
}

std::vector<ProblemChange> HealthBook::take(const Moment &now)
{
    for (auto &[index, server] : d->servers) {
        if (server.due && *server.due <= now.at)
            d->judgeServer(server, now);
    }
    for (const LockPointer &lock : d->kept.takeDue(now.at))
        d->judgeLock(lock->id, lock, now);
    d->judgeCycles(now);
    std::vector<ProblemChange> changes = d->table.take(now);
    for (const ProblemChange &change : changes) {
        const Subject &subject = change.problem.subject;
        // Kept for the problem alone.
        const bool isOver = change.what == ProblemChange::What::Closed
            && subject.type == Subject::Type::Lock && !d->table.has(subject)
            && !d->lapsed.contains(subject.lock());
        if (isOver && !isHeld(d->kept.find(subject.lock())))
            d->kept.erase(subject.lock());
    }
    return changes;
}

std::optional<Instant> HealthBook::nextAt() const
{
    std::optional<Instant> next = d->table.nextAt();
    soonest(next, d->kept.nextAt());
    for (const auto &[index, server] : d->servers)
        soonest(next, server.due);
    if (d->isGraphDirty)
        soonest(next, d->graphAt ? *d->graphAt + d->cyclePause() : Instant());
    return next;
}

std::vector<Problem> HealthBook::problems() const
{
    std::vector<Problem> found;
    d->table.visit([&found](const Problem &problem) { found.push_back(problem); });
    std::sort(found.begin(), found.end(), isWorse);
    return found;
}

std::vector<Problem> HealthBook::problemsOf(const LockId &id) const
{
    std::vector<Problem> found;
    const auto add = [&found](const Problem &problem) { found.push_back(problem); };
    d->table.visit(Subject::of(id), add);
    d->table.visitShared(id, add);
    std::sort(found.begin(), found.end(), isWorse);
    return found;
}

std::vector<Problem> HealthBook::problemsOf(watch::ServerId server) const
{
    std::vector<Problem> found;
    d->table.visit(Subject::of(server),
                   [&found](const Problem &problem) { found.push_back(problem); });
    std::sort(found.begin(), found.end(), isWorse);
    return found;
}

std::optional<Severity> HealthBook::worstOf(const LockId &id) const
{
    std::optional<Severity> worst;
    const auto add = [&worst](const Problem &problem) {
        worst = std::max(worst.value_or(problem.severity), problem.severity);
    };
    d->table.visit(Subject::of(id), add);
    d->table.visitShared(id, add);
    return worst;
}

bool HealthBook::isInSight(watch::DeploymentId deployment) const
{
    return d->isInSight(deployment);
}

UsualOf usualFrom(const watch::ContentionBook &contention)
{
    return [&contention](const LockId &id, Instant now) {
        constexpr quint64 fewest = 5; // durations that make something usual
        constexpr auto span = std::chrono::minutes(15);
        Usual usual;
        const auto found = contention.find(id, now - span, now);
        if (!found)
            return usual;
        if (found->waitedFor.count >= fewest)
            usual.wait = found->waitedFor.p95;
        if (found->held.count >= fewest)
            usual.hold = found->held.p95;
        // At least three, and half of what was taken.
        usual.lapses = found->lapsed >= 3 && found->lapsed * 2 >= found->acquisitions;
        return usual;
    };
}

} // namespace lockscope::health
