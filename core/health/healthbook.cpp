// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/healthbook.h"

#include "core/health/healthbookprivate.h"

#include <algorithm>
#include <utility>

namespace lockscope::health {

using watch::LockId;
using watch::LockPointer;

namespace {

// Empty: nothing was refused since then.
std::optional<watch::WriteRefusals> refusedSince(const watch::ServerFacts &before,
                                                 const watch::ServerFacts &now)
{
    if (!before.refusals || !now.refusals)
        return std::nullopt;
    const auto added = [&](qint64 watch::WriteRefusals::*count) {
        return std::max<qint64>(0, *now.refusals.*count - *before.refusals.*count);
    };
    const watch::WriteRefusals counts{added(&watch::WriteRefusals::tooFewReplicas),
                                      added(&watch::WriteRefusals::unsaved),
                                      added(&watch::WriteRefusals::outOfMemory)};
    return counts == watch::WriteRefusals() ? std::nullopt : std::optional(counts);
}

} // namespace

HealthBook::HealthBook()
    : HealthBook(Options{})
{}

HealthBook::HealthBook(Options options)
    : d(std::make_unique<Private>(std::move(options)))
{}

HealthBook::~HealthBook() = default;
HealthBook::HealthBook(HealthBook &&) noexcept = default;
HealthBook &HealthBook::operator=(HealthBook &&) noexcept = default;

void HealthBook::note(const watch::ServerRecord &record, const Moment &now)
{
    if (record.hasLeft) {
        d->removeServer(record.server, record.deployment, now);
        return;
    }
    Private::Server &server = d->servers[record.server];
    d->keepers[record.deployment].insert(record.server);
    const watch::ServerRecord before = std::exchange(server.record, record);
    if (!before.runId.isEmpty() && !record.runId.isEmpty() && before.runId != record.runId) {
        server.restartedAt = record.startedAt.value_or(now.at);
        server.evictedAt.reset();
        server.refused.reset();
    } else {
        if (before.facts.evictedKeys && record.facts.evictedKeys > before.facts.evictedKeys)
            server.evictedAt = now.at;
        if (const auto counts = refusedSince(before.facts, record.facts))
            server.refused = {*counts, now.at};
    }
    const bool isInSight = record.state == watch::ServerState::Up && !record.discovering;
    if (isInSight != std::exchange(server.isInSight, isInSight)) {
        if (isInSight) {
            server.seenAt = now.at;
            d->comeInSight(record.deployment, now);
        } else {
            d->table.suspendAll(
                record.server, record.deployment, [this, &record](const LockId &id) {
                    const LockPointer lock = d->kept.find(id);
                    return !record.isShard || !lock || lock->serverId == record.server;
                });
        }
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
        d->judgeLock(id, d->gone(id), now);
    else
        d->keep(id, {}, std::nullopt);
}

void HealthBook::note(const insight::QuorumBook::Change &verdict, const Moment &now)
{
    const Subject subject{Subject::Type::Quorum, verdict.id.group, verdict.id.name};
    const std::size_t silent =
        verdict.record ? verdict.record->finding.count(insight::Stance::Silent) : 0;
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
        // While a server is out of sight nobody can say that it is over.
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
        d->noteLapsed(id,
                      {{*event.owner, at, event.type, isExclusive, event.alias},
                       event.kind,
                       event.serverId,
                       event.server},
                      now);
        return;
    }
    if (event.type != EventType::Lost || !d->keepers.contains(event.deploymentId))
        return;
    // A shard that has left its cluster has no problems any more; the locks that it lost have.
    const auto server = d->servers.find(event.serverId);
    if (server != d->servers.end())
        d->noteLoss(server->second, event, at);
    if (event.lost) {
        for (const watch::LostHold &lost : *event.lost) {
            if (lost.owner)
                d->noteLapsed({event.deploymentId, lost.name},
                              {{*lost.owner, at, event.type, lost.mode != watch::Mode::Read},
                               lost.kind,
                               event.serverId,
                               event.server},
                              now);
        }
    }
    if (server != d->servers.end())
        d->judgeServer(server->second, now);
}

void HealthBook::setGroups(std::vector<insight::WatchedGroup> groups, const Moment &now)
{
    d->table.dropAll(Subject::Type::Quorum, now);
    d->options.groups = std::move(groups);
    for (auto &[id, server] : d->servers)
        d->judgeServer(server, now);
}

void HealthBook::setThresholds(watch::DeploymentId deployment, const Thresholds &thresholds)
{
    d->options.own.insert_or_assign(deployment, thresholds);
}

void HealthBook::removeDeployment(watch::DeploymentId deployment, const Moment &now)
{
    const auto keeper = d->keepers.find(deployment);
    if (keeper == d->keepers.end())
        return;
    for (const watch::ServerId server : keeper->second)
        d->table.dropAll(server, deployment, now);
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
    for (const watch::ServerId server : keeper->second) {
        d->held.erase(server);
        d->servers.erase(server);
    }
    d->keepers.erase(keeper);
    d->isGraphDirty = true;
}

// Its locks are kept by other servers by now.
void HealthBook::Private::removeServer(watch::ServerId server, watch::DeploymentId deployment,
                                       const Moment &now)
{
    const auto keeper = keepers.find(deployment);
    if (keeper == keepers.end() || keeper->second.erase(server) == 0)
        return;
    if (keeper->second.empty())
        keepers.erase(keeper);
    table.drop(Subject::of(server), now);
    held.erase(server);
    servers.erase(server);
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
        if (change.what != ProblemChange::What::Closed || subject.type != Subject::Type::Lock)
            continue;
        // Kept for the problem alone, unless another rule waits for its time.
        if (const LockId id = subject.lock(); d->isInSight(id.deployment))
            d->judgeLock(id, d->known(id), now);
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

UsualOf usualFrom(const insight::ContentionBook &contention)
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
        // At least three, and half of the acquisitions.
        usual.lapses = found->lapsed >= 3 && found->lapsed * 2 >= found->acquisitions;
        return usual;
    };
}

} // namespace lockscope::health
