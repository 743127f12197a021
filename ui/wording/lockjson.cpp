// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/lockjson.h"

#include "core/base/aliasrules.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/watch/record/names.h"
#include "core/watch/record/problems.h"
#include "core/watch/track/liveness.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

const QJsonValue nothing = QJsonValue::Null;
constexpr qint64 noExpiry = -1;

QString word(const QByteArray &name)
{
    return QString::fromLatin1(name);
}

template <typename T>
QJsonValue orNull(const std::optional<T> &value)
{
    return value ? QJsonValue(static_cast<qint64>(*value)) : nothing;
}

qint64 millisUntil(Instant at, Instant now)
{
    return std::chrono::ceil<Millis>(at - now).count();
}

// A deadline that has passed is 0: the hold expires while this is printed.
qint64 millisLeft(const std::optional<Instant> &deadline, Instant now)
{
    return deadline ? std::max<qint64>(0, millisUntil(*deadline, now)) : noExpiry;
}

QJsonObject holdJson(const watch::HoldRecord &hold, Instant now, bool watched)
{
    QJsonObject object;
    putBytes(object, u"owner"_s, hold.owner.bytes);
    putAlias(object, hold.alias);
    object["mode"_L1] = word(watch::name(hold.mode));
    object["count"_L1] = hold.count;
    object["ttl_ms"_L1] = hold.stale ? 0 : millisLeft(hold.deadline, now);
    object["observed_since"_L1] = isoTime(hold.observedSince);
    object["stale"_L1] = hold.stale;
    const format::Origin origin = hold.origin.value_or({});
    object["host"_L1] =
        origin.host.isEmpty() ? nothing : QJsonValue(visibleElided(origin.host, 300));
    object["pid"_L1] = orNull(origin.pid);
    object["acquired_at"_L1] =
        origin.acquiredAt ? QJsonValue(isoTime(WallInstant(Millis(*origin.acquiredAt)))) : nothing;
    object["lease_ms"_L1] = nothing;
    object["watchdog"_L1] = nothing;
    object["renewals"_L1] = nothing;
    if (watched) {
        if (hold.lease)
            object["lease_ms"_L1] = static_cast<qint64>(hold.lease->count());
        if (hold.watchdog != watch::Watchdog::Unknown)
            object["watchdog"_L1] = word(watch::name(hold.watchdog));
        object["renewals"_L1] = orNull<qint64>(hold.renewals);
    }
    return object;
}

QJsonObject waiterJson(const watch::WaiterRecord &waiter, Instant now)
{
    QJsonObject object;
    putBytes(object, u"owner"_s, waiter.owner.bytes);
    putAlias(object, waiter.alias);
    object["position"_L1] = waiter.position;
    object["deadline_in_ms"_L1] = waiter.deadline && !watch::isEndless(waiter, now)
        ? QJsonValue(millisUntil(*waiter.deadline, now))
        : nothing;
    object["stale"_L1] = waiter.stale;
    object["liveness"_L1] = word(watch::name(watch::livenessOf(waiter, now)));
    return object;
}

// Null where the lock could not be judged.
QJsonValue problemsJson(const std::optional<std::vector<health::Problem>> &problems)
{
    if (!problems)
        return nothing;
    QJsonArray array;
    for (const health::Problem &problem : *problems) {
        array.append(QJsonObject{{"id"_L1, word(problem.id)},
                                 {"rule"_L1, word(problem.rule->name)},
                                 {"severity"_L1, word(health::name(problem.severity))},
                                 {"since"_L1, isoTime(problem.since)},
                                 {"text"_L1, problem.evidence.english()}});
    }
    return array;
}

QJsonArray candidatesJson(const std::vector<watch::Candidate> &candidates)
{
    QJsonArray array;
    for (const watch::Candidate &candidate : candidates) {
        array.append(QJsonObject{{"kind"_L1, word(candidate.kind)},
                                 {"library"_L1, word(candidate.library)},
                                 {"confidence"_L1, word(format::name(candidate.confidence))},
                                 {"reason"_L1, candidate.reason.english()}});
    }
    return array;
}

} // namespace

void putAlias(QJsonObject &object, const Alias &alias)
{
    // Words are for people; programs use the owner.
    const bool isNone = alias.isEmpty() || alias.origin == AliasOrigin::Derived;
    object["alias"_L1] = isNone ? nothing : QJsonValue(fromUtf8(alias.name));
    object["alias_origin"_L1] = isNone ? nothing : word(lockscope::name(alias.origin));
}

QString jsonLine(const QJsonObject &object)
{
    return fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)) + u'\n';
}

QJsonValue clientsJson(const std::optional<watch::ServerClients> &clients)
{
    if (!clients)
        return nothing;
    QJsonArray array;
    for (const watch::ClientGroup &group : clients->groups) {
        QJsonObject client{{"host"_L1, visible(group.host)},
                           {"name"_L1, nothing},
                           {"connections"_L1, group.connections}};
        if (!group.name.isEmpty())
            putBytes(client, u"name"_s, group.name);
        array.append(client);
    }
    return array;
}

// Null where there are no replicas, where they were not asked for this lock, and of a lock without
// a key that they could have. Empty where the deployment has some, and none is connected.
QJsonValue replicasJson(const watch::LockRecord &lock, const watch::Replication *replication)
{
    if (replication == nullptr || lock.mainKey == format::KeyType::None)
        return nothing;
    const auto present = replication->present.find(lock.id.name);
    if (present == replication->present.end())
        return nothing;
    QJsonArray replicas;
    for (std::size_t i = 0; i < replication->replicas.size(); ++i) {
        const watch::ReplicaRecord &replica = replication->replicas[i];
        const std::optional<bool> &has = present->second.at(i);
        replicas.append(
            QJsonObject{{"server"_L1, replica.server},
                        {"present"_L1, has ? QJsonValue(*has) : nothing},
                        {"behind_ms"_L1,
                         replica.behind ? QJsonValue(qint64(replica.behind->count())) : nothing},
                        {"former_primary"_L1, replica.wasPrimary},
                        {"client_connections"_L1,
                         replica.clients ? QJsonValue(replica.clients->connections) : nothing},
                        {"clients"_L1, clientsJson(replica.clients)}});
    }
    return replicas;
}

QJsonObject toJson(const watch::LockRecord &lock, Instant now, bool watched,
                   const insight::FilterPlace &place,
                   const std::optional<std::vector<health::Problem>> &problems,
                   const watch::Replication *replication)
{
    QJsonObject object;
    putBytes(object, u"name"_s, lock.id.name.bytes);
    object["kind"_L1] = word(lock.kind);
    object["library"_L1] = word(lock.library);
    object["deployment"_L1] = *lock.deployment;
    object["server"_L1] = *lock.server;
    object["profile"_L1] = place.profile.isEmpty() ? nothing : QJsonValue(place.profile);
    object["tag"_L1] = place.tag.isEmpty() ? nothing : QJsonValue(place.tag);
    object["state"_L1] = word(watch::name(lock.state));
    QJsonArray holds;
    for (const watch::HoldRecord &hold : lock.holds)
        holds.append(holdJson(hold, now, watched));
    object["holds"_L1] = holds;
    object["holds_total"_L1] = watch::holdCount(lock);
    object["ttl_ms"_L1] = lock.holds.empty() ? nothing : QJsonValue(millisLeft(lock.deadline, now));
    object["waiters"_L1] = nothing;
    if (lock.waiters) {
        QJsonArray waiters;
        for (const watch::WaiterRecord &waiter : *lock.waiters)
            waiters.append(waiterJson(waiter, now));
        object["waiters"_L1] = waiters;
    }
    object["waiters_total"_L1] = orNull(watch::waiterCount(lock));
    object["waiting_connections"_L1] = orNull<qint64>(lock.waitingConnections);
    object["permits"_L1] = nothing;
    if (lock.permits)
        object["permits"_L1] = QJsonObject{{"available"_L1, lock.permits->available},
                                           {"total"_L1, orNull(lock.permits->total)}};
    object["fencing_token"_L1] = orNull<qint64>(lock.fencingToken);
    object["candidates"_L1] = candidatesJson(*lock.candidates);
    QJsonArray keys;
    for (const watch::KeyRecord &key : watch::keysOf(lock)) {
        QJsonObject keyObject;
        putBytes(keyObject, u"key"_s, key.key.bytes);
        keyObject["type"_L1] = word(key.type);
        keyObject["ttl_ms"_L1] = millisLeft(key.deadline, now);
        keys.append(keyObject);
    }
    object["keys"_L1] = keys;
    object["replicas"_L1] = replicasJson(lock, replication);
    object["problems"_L1] = problemsJson(problems);
    return object;
}

QJsonObject toJson(const health::Problem &problem)
{
    QJsonObject object;
    object["id"_L1] = word(problem.id);
    object["fingerprint"_L1] = word(health::fingerprintOf(problem));
    object["rule"_L1] = word(problem.rule->name);
    object["severity"_L1] = word(health::name(problem.severity));
    object["since"_L1] = isoTime(problem.since);
    object["until"_L1] = problem.until ? QJsonValue(isoTime(*problem.until)) : nothing;
    object["suspended"_L1] = problem.isSuspended;
    object["name"_L1] = nothing;
    if (problem.subject.type != health::Subject::Type::Server)
        putBytes(object, u"name"_s, problem.subject.name.bytes);
    object["kind"_L1] = problem.kind.isEmpty() ? nothing : QJsonValue(word(problem.kind));
    object["deployment"_L1] = problem.deployment;
    object["server"_L1] = problem.server.isEmpty() ? nothing : QJsonValue(problem.server);
    object["title"_L1] = problem.rule->title.english();
    object["text"_L1] = problem.evidence.english();
    object["why"_L1] = problem.rule->why.english();
    object["what_to_do"_L1] = problem.rule->whatToDo.english();
    object["guide"_L1] = QString(u"problem-"_s + word(problem.rule->name));
    object["lost_locks"_L1] = problem.lost > 0 ? QJsonValue(problem.lost) : nothing;
    QJsonArray locks;
    for (const watch::LockId &lock : problem.locks) {
        QJsonObject each;
        putBytes(each, u"name"_s, lock.name.bytes);
        locks.append(each);
    }
    object["locks"_L1] = locks;
    return object;
}

QJsonObject toJson(const health::Incident &incident)
{
    QJsonObject object = toJson(incident.problem);
    object["worst"_L1] = word(health::name(incident.worst));
    object["acknowledged"_L1] = incident.isAcknowledged;
    object["muted"_L1] = incident.isMuted;
    QJsonArray steps;
    for (const health::Incident::Step &step : incident.steps)
        steps.append(
            QJsonObject{{"at"_L1, isoTime(step.at)}, {"step"_L1, word(health::name(step.what))}});
    object["steps"_L1] = steps;
    return object;
}

namespace {

QJsonArray lostJson(const std::vector<watch::LostHold> &lost)
{
    QJsonArray locks;
    for (const watch::LostHold &hold : lost) {
        QJsonObject object;
        putBytes(object, u"name"_s, hold.name.bytes);
        object["kind"_L1] = word(hold.kind);
        object["owner"_L1] = nothing;
        if (hold.owner)
            putBytes(object, u"owner"_s, hold.owner->bytes);
        object["mode"_L1] = hold.owner ? QJsonValue(word(watch::name(hold.mode))) : nothing;
        object["count"_L1] = hold.owner ? QJsonValue(hold.count) : nothing;
        locks.append(object);
    }
    return locks;
}

} // namespace

QJsonObject toJson(const watch::Event &event)
{
    QJsonObject object;
    object["at"_L1] = isoTime(event.at);
    object["event"_L1] = word(watch::name(event.type));
    object["name"_L1] = nothing;
    if (event.name)
        putBytes(object, u"name"_s, event.name->bytes);
    object["kind"_L1] = event.kind.isEmpty() ? nothing : QJsonValue(word(event.kind));
    object["deployment"_L1] = event.deployment;
    object["server"_L1] = event.server;
    object["owner"_L1] = nothing;
    if (event.owner)
        putBytes(object, u"owner"_s, event.owner->bytes);
    object["mode"_L1] = event.mode ? QJsonValue(word(watch::name(*event.mode))) : nothing;
    object["count"_L1] = orNull(event.count);
    object["ttl_ms"_L1] = nothing;
    if (event.ttl)
        object["ttl_ms"_L1] = static_cast<qint64>(event.ttl->count());
    else if (event.mode && !event.lost) // of a lost hold nothing is told
        object["ttl_ms"_L1] = noExpiry;
    object["detail"_L1] = event.detail.isEmpty() ? nothing : QJsonValue(event.detail.english());
    if (event.lost)
        object["locks"_L1] = lostJson(*event.lost);
    return object;
}

namespace {

QJsonObject memberJson(const watch::MemberRecord &member)
{
    using Role = watch::MemberRecord::Role;
    const QString role = member.role == Role::Primary ? u"primary"_s
        : member.role == Role::Replica                ? u"replica"_s
                                                      : u"sentinel"_s;
    return {{"address"_L1, member.address},
            {"role"_L1, role},
            {"up"_L1, member.isUp},
            {"follows"_L1, member.follows.isEmpty() ? nothing : QJsonValue(member.follows)},
            {"behind_bytes"_L1, member.behind ? QJsonValue(qint64(*member.behind)) : nothing}};
}

} // namespace

QJsonObject toJson(const watch::ServerRecord &server)
{
    QJsonValue members = nothing;
    if (server.members && !server.members->empty()) {
        QJsonArray list;
        for (const watch::MemberRecord &member : *server.members)
            list.append(memberJson(member));
        members = list;
    }
    return {
        {"deployment"_L1, server.label},
        {"server"_L1, server.address.isEmpty() ? server.label : server.address},
        {"up"_L1, server.state == watch::ServerState::Up},
        {"members"_L1, members},
        {"doubt"_L1,
         server.topologyDoubt.isEmpty() ? nothing : QJsonValue(server.topologyDoubt.english())}};
}

QJsonObject toJson(const watch::Gap &gap)
{
    return {{"at"_L1, isoTime(gap.at)},
            {"until"_L1, gap.until ? QJsonValue(isoTime(*gap.until)) : nothing},
            {"deployment"_L1, gap.deployment},
            {"server"_L1, gap.server},
            {"reason"_L1, gap.reason.english()}};
}

} // namespace lockscope::wording
