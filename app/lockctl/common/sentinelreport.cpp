// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/sentinelreport.h"

#include "app/lockctl/common/actreport.h"
#include "app/lockctl/common/printing.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/sentinelwording.h"
#include "ui/wording/wording.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using Fate = admin::LockAtRisk::Fate;
using Type = admin::SentinelActionType;

constexpr qsizetype nameLimit = 120;
constexpr std::size_t mostShown = 20; // locks of a preview

QString locksText(const admin::SentinelSight &sight)
{
    if (!sight.locks)
        return u"Locks held now: not known, they could not be read\n"_s;
    if (sight.locks->empty())
        return u"Locks held now: none\n"_s;
    QString text = u"Locks held now, %1:\n"_s.arg(sight.locks->size());
    std::vector<Row> rows;
    for (const admin::LockAtRisk &lock : wording::byRisk(*sight.locks)) {
        if (rows.size() == mostShown)
            break;
        rows.push_back({nameText(lock.name), visibleElided(lock.owner.bytes, nameLimit),
                        wording::fateText(lock.fate)});
    }
    text += aligned(rows, 2);
    if (sight.locks->size() > mostShown)
        text += u"  and %1 more\n"_s.arg(sight.locks->size() - mostShown);
    return text;
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text);
}

QJsonObject replicaJson(const admin::SeenReplica &replica)
{
    return {{"address"_L1, redis::toText(replica.address)},
            {"up"_L1, replica.isUp},
            {"priority"_L1, replica.priority},
            {"behind_bytes"_L1,
             replica.behind ? QJsonValue(*replica.behind) : QJsonValue(QJsonValue::Null)},
            {"promotable"_L1, replica.isPromotable()}};
}

QJsonObject lockJson(const admin::LockAtRisk &lock)
{
    QJsonObject object{{"kind"_L1, QString::fromLatin1(lock.kind)},
                       {"kept"_L1,
                        lock.fate == Fate::Unknown ? QJsonValue(QJsonValue::Null)
                                                   : QJsonValue(lock.fate == Fate::Kept)}};
    putBytes(object, u"name"_s, lock.name.bytes);
    putBytes(object, u"owner"_s, lock.owner.bytes);
    return object;
}

QJsonObject deedJson(const admin::SentinelDeed &deed)
{
    QJsonArray commands;
    for (const redis::Arguments &command : deed.shown)
        commands.append(wording::commandText(command));
    return {{"address"_L1, redis::toText(deed.sentinel)},
            {"commands"_L1, commands},
            {"outcome"_L1, u"planned"_s},
            {"detail"_L1, QJsonValue::Null}};
}

QJsonObject omissionJson(const admin::SentinelOmission &omission)
{
    return {{"address"_L1, redis::toText(omission.sentinel)},
            {"commands"_L1, QJsonArray()},
            {"outcome"_L1, omission.isProblem ? u"failed"_s : u"skipped"_s},
            {"detail"_L1, omission.why.english()}};
}

} // namespace

QString previewOf(const admin::Place &place, const admin::SentinelPlan &plan)
{
    const admin::SentinelSight &sight = plan.sight;
    QString text = u"%1 on %2\n"_s.arg(visibleElided(sight.name, nameLimit), place.deployment);
    if (!place.profile.isEmpty())
        text += u"Profile: %1%2\n"_s.arg(
            place.profile, place.tag == profile::Tag::Production ? u" (production)"_s : QString());
    if (sight.primary)
        text += u"Primary: %1\n"_s.arg(wording::primaryText(sight));
    if (sight.primary && plan.action.type != Type::Monitor) {
        std::vector<Row> rows;
        for (const auto &[address, facts] : wording::replicaFacts(sight))
            rows.push_back({address, facts});
        text += rows.empty() ? u"Replicas: none\n"_s : u"Replicas:\n"_s + aligned(rows, 2);
    }
    if (plan.action.type == Type::Failover)
        text += locksText(sight);
    text += u'\n' + wording::sentinelTitle(plan.action) + u":\n"_s;
    for (const auto &[address, commands] : wording::sentinelCommands(plan)) {
        text += u"  at %1\n"_s.arg(address);
        for (const QString &command : commands)
            text += u"    "_s + command + u'\n';
    }
    for (const auto &[address, why] : wording::omissions(plan))
        text += u"  not at %1: %2\n"_s.arg(address, why);
    QStringList effects;
    for (const Sentence &effect : plan.effects)
        effects += effect.english();
    return text + consequencesText(effects) + u'\n';
}

QJsonObject emptySentinelResult(const QByteArray &primary, const QString &deployment)
{
    QJsonObject object{{"deployment"_L1, deployment},    {"action"_L1, QJsonValue::Null},
                       {"primary"_L1, QJsonValue::Null}, {"new_primary"_L1, QJsonValue::Null},
                       {"took_ms"_L1, QJsonValue::Null}, {"replicas"_L1, QJsonValue::Null},
                       {"locks"_L1, QJsonValue::Null},   {"sentinels"_L1, QJsonValue::Null},
                       {"effects"_L1, QJsonValue::Null}, {"detail"_L1, QJsonValue::Null}};
    putBytes(object, u"name"_s, primary);
    return object;
}

QJsonObject sentinelJson(const admin::Place &place, const admin::SentinelPlan &plan)
{
    const admin::SentinelSight &sight = plan.sight;
    QJsonObject object = emptySentinelResult(sight.name, place.deployment);
    object["action"_L1] = QString::fromLatin1(name(plan.action.type));
    if (sight.primary)
        object["primary"_L1] = redis::toText(*sight.primary);
    QJsonArray replicas;
    for (const admin::SeenReplica &replica : sight.replicas)
        replicas.append(replicaJson(replica));
    object["replicas"_L1] = replicas;
    if (sight.locks) {
        QJsonArray locks;
        for (const admin::LockAtRisk &lock : wording::byRisk(*sight.locks))
            locks.append(lockJson(lock));
        object["locks"_L1] = locks;
    }
    QJsonArray sentinels;
    for (const admin::SentinelDeed &deed : plan.deeds)
        sentinels.append(deedJson(deed));
    for (const admin::SentinelOmission &omission : plan.omissions)
        sentinels.append(omissionJson(omission));
    object["sentinels"_L1] = sentinels;
    QJsonArray effects;
    for (const Sentence &effect : plan.effects)
        effects.append(effect.english());
    object["effects"_L1] = effects;
    object["outcome"_L1] = u"planned"_s;
    return object;
}

QJsonObject sentinelJson(const admin::Place &place, const admin::SentinelPlan &plan,
                         const admin::SentinelOutcome &outcome)
{
    QJsonObject object = sentinelJson(place, plan);
    QJsonArray sentinels = object["sentinels"_L1].toArray();
    bool isSame = std::ranges::none_of(plan.omissions, &admin::SentinelOmission::isProblem);
    for (std::size_t i = 0; i < outcome.deeds.size(); ++i) {
        const admin::Outcome &deed = outcome.deeds[i];
        QJsonObject sentinel = sentinels[static_cast<qsizetype>(i)].toObject();
        sentinel["outcome"_L1] = QString::fromLatin1(name(deed.status));
        if (deed.status != admin::Outcome::Status::Done || !deed.detail.isEmpty())
            sentinel["detail"_L1] = wording::sentinelOutcome(deed);
        sentinels[static_cast<qsizetype>(i)] = sentinel;
        isSame &= deed.status == outcome.status;
    }
    object["sentinels"_L1] = sentinels;
    object["outcome"_L1] = isSame ? QString::fromLatin1(name(outcome.status)) : u"partly"_s;
    if (outcome.primary)
        object["new_primary"_L1] = redis::toText(*outcome.primary);
    if (outcome.took)
        object["took_ms"_L1] = static_cast<qint64>(outcome.took->count());
    object["detail"_L1] =
        textOrNull(outcome.error ? wording::errorSentence(*outcome.error) : QString());
    return object;
}

} // namespace lockscope::lockctl
