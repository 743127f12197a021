// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/lockfacts.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/insight/quorum/multis.h"
#include "core/watch/track/evidence.h"
#include "core/watch/track/heartbeat.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/detail/ttlfeed.h"
#include "ui/wording/said.h"
#include "ui/wording/sightof.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct LockFactsWords {
    Q_DECLARE_TR_FUNCTIONS(LockFacts)
};

constexpr std::size_t mostClients = 3;
constexpr qsizetype hostLimit = 60;

// The lock itself and those that the same clients hold.
std::vector<watch::LockPointer> locksOf(const std::set<QByteArray> &clients,
                                        const LockTableModel &locks)
{
    std::vector<watch::LockPointer> found;
    if (clients.empty())
        return found;
    locks.forEachLock([&](const watch::LockPointer &lock) {
        const bool isTheirs =
            std::any_of(lock->holds.begin(), lock->holds.end(), [&](const watch::HoldRecord &hold) {
                return clients.contains(watch::clientOf(hold.owner));
            });
        if (isTheirs)
            found.push_back(lock);
    });
    return found;
}

QString clientText(const watch::ClientHeartbeat &client, const Clock &clock)
{
    const watch::Heartbeat &beat = client.heartbeat;
    const QString name = wording::shown(client.client, 12);
    const QString last = wording::clockTime(wallInstantOf(beat.last, clock), clock.wallNow());
    const QString locks = beat.holds == 1 ? LockFactsWords::tr("its lock")
                                          : LockFactsWords::tr("its %1 locks").arg(beat.holds);
    QString text;
    switch (beat.pulse) {
    case watch::Pulse::Alive:
        text = LockFactsWords::tr("alive; last renewal of %1 at %2").arg(locks, last);
        break;
    case watch::Pulse::Late:
        text = LockFactsWords::tr("a renewal is late; the last renewal of %1 was at %2")
                   .arg(locks, last);
        break;
    case watch::Pulse::Silent:
        text = LockFactsWords::tr("presumed dead or disconnected: no renewal of %1 since %2")
                   .arg(locks, last);
        break;
    case watch::Pulse::Unknown:
        return {};
    }
    if (beat.neglected > 0)
        text += LockFactsWords::tr(", but it has released %1").arg(beat.neglected);
    return name + u": "_s + text;
}

} // namespace

QString permitsText(const watch::LockRecord &lock)
{
    if (!lock.permits)
        return {};
    const qint64 available = lock.permits->available;
    const bool isLatch = format::traitsOf(*lock.kind).isLatch();
    if (!wording::hasNumber(lock))
        return isLatch
            ? LockFactsWords::tr("open")
            : LockFactsWords::tr("not initialised: acquirers wait until its permits are set");
    if (isLatch)
        return LockFactsWords::tr("count %1").arg(available);
    if (lock.permits->total)
        return LockFactsWords::tr("%1 of %2 permits free").arg(available).arg(*lock.permits->total);
    return available == 1 ? LockFactsWords::tr("1 permit free")
                          : LockFactsWords::tr("%1 permits free").arg(available);
}

QString replicasText(const watch::LockRecord &lock, const watch::Replication *replication)
{
    if (replication == nullptr || lock.mainKey == format::KeyType::None)
        return {};
    const auto present = replication->present.find(lock.id.name);
    if (present == replication->present.end())
        return {};
    QStringList lines;
    if (replication->replicas.empty())
        lines.append(LockFactsWords::tr("No replica is connected."));
    switch (watch::survivalOf(lock.id.name, *replication)) {
    case watch::Survival::Kept:
        lines.append(LockFactsWords::tr("A failover now would keep the lock."));
        break;
    case watch::Survival::Lost:
        lines.append(LockFactsWords::tr("A failover now may lose the lock."));
        break;
    case watch::Survival::Unknown:
        lines.append(
            LockFactsWords::tr("Whether a failover now would keep the lock is not known."));
        break;
    }
    for (std::size_t i = 0; i < replication->replicas.size(); ++i) {
        const watch::ReplicaRecord &replica = replication->replicas[i];
        const std::optional<bool> &has = present->second.at(i);
        QStringList facts{!has       ? LockFactsWords::tr("not known")
                              : *has ? LockFactsWords::tr("has the lock")
                                     : LockFactsWords::tr("does not have the lock")};
        if (!replica.isReached)
            facts.append(LockFactsWords::tr("not reached from here"));
        else if (!replica.isLinked)
            facts.append(LockFactsWords::tr("not connected to its primary"));
        if (replica.behind && *replica.behind > Millis(0))
            facts.append(LockFactsWords::tr("%1 behind").arg(wording::age(*replica.behind)));
        if (replica.priority == 0)
            facts.append(LockFactsWords::tr("never promoted (priority 0)"));
        if (replica.wasPrimary)
            facts.append(LockFactsWords::tr("the primary until the failover"));
        if (replica.clients)
            facts.append(wording::clientsText(*replica.clients));
        lines.append(LockFactsWords::tr("%1: %2").arg(
            visibleElided(replica.server.toUtf8(), hostLimit), wording::listed(facts)));
    }
    return lines.join(u'\n');
}

QString originText(const watch::HoldRecord &hold, WallInstant now)
{
    if (!hold.origin)
        return {};
    QStringList parts;
    const format::Origin &origin = *hold.origin;
    if (!origin.host.isEmpty())
        parts += LockFactsWords::tr("host %1").arg(visibleElided(origin.host, hostLimit));
    if (origin.pid)
        parts += LockFactsWords::tr("process %1").arg(*origin.pid);
    if (origin.acquiredAt)
        parts += LockFactsWords::tr("since %1 by the clock of its host")
                     .arg(wording::clockTime(WallInstant(Millis(*origin.acquiredAt)), now));
    return wording::listed(parts);
}

QString holdsHeading(const watch::LockRecord &lock, int shown)
{
    const QString all = LockFactsWords::tr("Holds: %1").arg(shown);
    const auto count = [&lock](watch::Mode mode) {
        return std::count_if(
            lock.holds.begin(), lock.holds.end(),
            [mode](const watch::HoldRecord &hold) { return hold.mode == mode && !hold.stale; });
    };
    const auto stale = std::count_if(lock.holds.begin(), lock.holds.end(),
                                     [](const watch::HoldRecord &hold) { return hold.stale; });
    QStringList parts;
    if (const auto writers = count(watch::Mode::Write))
        parts += LockFactsWords::tr("write: %1").arg(writers);
    if (const auto readers = count(watch::Mode::Read))
        parts += LockFactsWords::tr("read: %1").arg(readers);
    if (stale > 0)
        parts += LockFactsWords::tr("expired but still listed: %1").arg(stale);
    return parts.isEmpty() ? all : u"%1 (%2)"_s.arg(all, wording::listed(parts));
}

QString candidatesText(const std::vector<watch::Candidate> &candidates)
{
    QStringList reasons;
    for (const watch::Candidate &candidate : candidates) {
        const QString reason = wording::said(candidate.reason, 200);
        reasons += reasons.isEmpty()
            ? reason
            : LockFactsWords::tr("or %1 (%2): %3")
                  .arg(wording::kind(candidate.kind), wording::library(candidate.library), reason);
    }
    return reasons.join(u'\n');
}

RelatedFacts relatedFacts(const watch::LockRecord &lock, const LockTableModel &locks,
                          const Clock &clock)
{
    RelatedFacts facts;
    std::set<QByteArray> clients;
    for (const watch::HoldRecord &hold : lock.holds) {
        if (const QByteArray client = watch::clientOf(hold.owner); !client.isEmpty())
            clients.insert(client);
    }
    const std::vector<watch::LockPointer> theirs = locksOf(clients, locks);
    for (const insight::InferredMulti &multi : insight::inferMultis(theirs)) {
        if (std::find(multi.locks.begin(), multi.locks.end(), lock.id) != multi.locks.end())
            facts.multis += wording::said(insight::candidateOf(multi).reason); // escaped already
    }
    if (const auto lostAt = locks.lostAt(lock)) {
        if (!clients.empty())
            facts.clients +=
                LockFactsWords::tr("not seen since %1: the state of its clients is unknown")
                    .arg(wording::clockTime(wallInstantOf(*lostAt, clock), clock.wallNow()));
        return facts;
    }
    std::size_t told = 0;
    for (const watch::ClientHeartbeat &client : watch::heartbeats(theirs, clock.now())) {
        if (client.deployment != lock.id.deployment || !clients.contains(client.client))
            continue;
        if (told++ < mostClients)
            facts.clients += clientText(client, clock);
    }
    if (told > mostClients)
        facts.clients += LockFactsWords::tr("and %1 more").arg(told - mostClients);
    return facts;
}

} // namespace lockscope::ui
