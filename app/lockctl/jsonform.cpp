// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/jsonform.h"

#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/watch/names.h"
#include "core/workbench/assembly.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

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

QJsonValue aliasJson(const QByteArray &alias)
{
    return alias.isEmpty() ? nothing : QJsonValue(QString::fromUtf8(alias));
}

qint64 millisUntil(Instant at, Instant now)
{
    return std::chrono::ceil<Millis>(at - now).count();
}

// What is past its end is 0: it lapses while this is printed.
qint64 timeLeft(const std::optional<Instant> &deadline, Instant now)
{
    return deadline ? std::max<qint64>(0, millisUntil(*deadline, now)) : noExpiry;
}

QJsonObject holdJson(const watch::HoldRecord &hold, Instant now, bool watched)
{
    QJsonObject object;
    putBytes(object, u"owner"_s, hold.owner.bytes);
    object["alias"_L1] = aliasJson(hold.alias);
    object["mode"_L1] = word(watch::name(hold.mode));
    object["count"_L1] = hold.count;
    object["ttl_ms"_L1] = hold.stale ? 0 : timeLeft(hold.deadline, now);
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
    object["alias"_L1] = aliasJson(waiter.alias);
    object["position"_L1] = waiter.position;
    object["deadline_in_ms"_L1] =
        waiter.deadline ? QJsonValue(millisUntil(*waiter.deadline, now)) : nothing;
    object["stale"_L1] = waiter.stale;
    return object;
}

QJsonArray candidatesJson(const std::vector<watch::Candidate> &candidates)
{
    QJsonArray array;
    for (const watch::Candidate &candidate : candidates) {
        array.append(QJsonObject{{"kind"_L1, word(candidate.kind)},
                                 {"library"_L1, word(candidate.library)},
                                 {"confidence"_L1, word(format::name(candidate.confidence))},
                                 {"reason"_L1, candidate.reason}});
    }
    return array;
}

QString voteWord(lock::Vote::Kind kind)
{
    switch (kind) {
    case lock::Vote::Kind::Granted:
        return u"granted"_s;
    case lock::Vote::Kind::HeldByOther:
        return u"held-by-other"_s;
    case lock::Vote::Kind::Error:
        return u"error"_s;
    case lock::Vote::Kind::NoAnswer:
    case lock::Vote::Kind::Pending:
        return u"no-answer"_s;
    case lock::Vote::Kind::NotAsked:
        return u"not-asked"_s;
    }
    return {};
}

QJsonObject voteJson(const lock::Vote &vote)
{
    return {{"server"_L1, vote.server},
            {"vote"_L1, voteWord(vote.kind)},
            {"ms"_L1,
             vote.took.count() > 0 ? QJsonValue(static_cast<double>(vote.took.count()) / 1000)
                                   : nothing},
            {"error"_L1,
             vote.error ? QJsonValue(visibleElided(vote.error->text.toUtf8(), 300)) : nothing}};
}

} // namespace

QString jsonLine(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)) + u'\n';
}

QJsonObject toJson(const watch::LockRecord &lock, Instant now, bool watched)
{
    QJsonObject object;
    putBytes(object, u"name"_s, lock.id.name.bytes);
    object["kind"_L1] = word(lock.kind);
    object["library"_L1] = word(lock.library);
    object["deployment"_L1] = *lock.deployment;
    object["server"_L1] = *lock.server;
    object["state"_L1] = word(watch::name(lock.state));
    QJsonArray holds;
    for (const watch::HoldRecord &hold : lock.holds)
        holds.append(holdJson(hold, now, watched));
    object["holds"_L1] = holds;
    object["ttl_ms"_L1] = lock.holds.empty() ? nothing : QJsonValue(timeLeft(lock.deadline, now));
    object["waiters"_L1] = nothing;
    if (lock.waiters) {
        QJsonArray waiters;
        for (const watch::WaiterRecord &waiter : *lock.waiters)
            waiters.append(waiterJson(waiter, now));
        object["waiters"_L1] = waiters;
    }
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
        keyObject["ttl_ms"_L1] = timeLeft(key.deadline, now);
        keys.append(keyObject);
    }
    object["keys"_L1] = keys;
    object["problems"_L1] = nothing;
    return object;
}

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
    else if (event.mode)
        object["ttl_ms"_L1] = noExpiry;
    object["detail"_L1] = event.detail.isEmpty() ? nothing : QJsonValue(event.detail);
    return object;
}

QJsonObject toJson(const watch::Gap &gap)
{
    return {{"at"_L1, isoTime(gap.at)},
            {"until"_L1, gap.until ? QJsonValue(isoTime(*gap.until)) : nothing},
            {"deployment"_L1, gap.deployment},
            {"server"_L1, gap.server},
            {"reason"_L1, gap.reason}};
}

QJsonObject toJson(const std::vector<LockName> &names, const QByteArray &kind,
                   const lock::AcquireOutcome &outcome, Instant now)
{
    QJsonObject object;
    putBytes(object, u"name"_s, names.front().bytes);
    if (names.size() > 1) {
        QJsonArray all;
        for (const LockName &name : names) {
            QJsonObject one;
            putBytes(one, u"name"_s, name.bytes);
            all.append(one);
        }
        object["members"_L1] = all;
    }
    object["kind"_L1] = word(kind);
    const workbench::KindTraits *const traits = workbench::traitsOf(kind);
    const bool hasIds = traits && traits->hasIds;
    if (hasIds)
        object["permit_ids"_L1] =
            QJsonArray::fromStringList(QString::fromLatin1(outcome.owner.bytes).split(u','));
    if (outcome.owner.isEmpty() || (hasIds && outcome.count != 1))
        object["owner"_L1] = nothing;
    else
        putBytes(object, u"owner"_s, outcome.owner.bytes);
    object["count"_L1] = outcome.count;
    // What has no lease never lapses.
    const bool isEndless = outcome.validUntil == Instant::max();
    object["ttl_ms"_L1] = isEndless ? nothing : QJsonValue(qint64(outcome.lease.count()));
    object["validity_ms"_L1] = isEndless
        ? nothing
        : QJsonValue(
            std::max<qint64>(0, std::chrono::floor<Millis>(outcome.validUntil - now).count()));
    object["fencing_token"_L1] = orNull(outcome.fencingToken);
    QJsonArray votes;
    for (const lock::Vote &vote : outcome.votes)
        votes.append(voteJson(vote));
    object["votes"_L1] = votes;
    return object;
}

} // namespace lockscope::lockctl
