// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/jsonform.h"

#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/workbench/assembly.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

const QJsonValue nothing = QJsonValue::Null;

QString voteWord(lock::Vote::Kind kind)
{
    switch (kind) {
    case lock::Vote::Kind::Granted:
        return u"granted"_s;
    case lock::Vote::Kind::HeldByOther:
        return u"held-by-other"_s;
    case lock::Vote::Kind::OthersTurn:
        return u"others-turn"_s;
    case lock::Vote::Kind::Error:
        return u"error"_s;
    case lock::Vote::Kind::NoAnswer:
        return u"no-answer"_s;
    case lock::Vote::Kind::Pending:
        return u"pending"_s;
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
             vote.error ? QJsonValue(visibleElided(vote.error->text.english().toUtf8(), 300))
                        : nothing}};
}

} // namespace

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
    object["kind"_L1] = QString::fromLatin1(kind);
    const workbench::KindOptions *const traits = workbench::optionsOf(kind);
    const bool hasIds = traits && traits->hasIds;
    if (hasIds)
        object["permit_ids"_L1] =
            QJsonArray::fromStringList(QString::fromLatin1(outcome.owner.bytes).split(u','));
    if (outcome.owner.isEmpty() || (hasIds && outcome.count != 1))
        object["owner"_L1] = nothing;
    else
        putBytes(object, u"owner"_s, outcome.owner.bytes);
    object["count"_L1] = outcome.count;
    // Without a lease the hold never expires.
    const bool isEndless = outcome.validUntil == Instant::max();
    object["ttl_ms"_L1] = isEndless ? nothing : QJsonValue(qint64(outcome.lease.count()));
    object["validity_ms"_L1] = isEndless
        ? nothing
        : QJsonValue(
            std::max<qint64>(0, std::chrono::floor<Millis>(outcome.validUntil - now).count()));
    object["fencing_token"_L1] =
        outcome.fencingToken ? QJsonValue(static_cast<qint64>(*outcome.fencingToken)) : nothing;
    object["replicas"_L1] = outcome.replicas ? QJsonValue(*outcome.replicas) : nothing;
    QJsonArray votes;
    for (const lock::Vote &vote : outcome.votes)
        votes.append(voteJson(vote));
    object["votes"_L1] = votes;
    return object;
}

} // namespace lockscope::lockctl
