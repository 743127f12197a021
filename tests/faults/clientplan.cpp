// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/clientplan.h"

#include "tests/faults/history.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace lockscope::faults {

namespace {

QJsonValue text(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes);
}

QByteArray bytes(const QJsonValue &value)
{
    return value.toString().toUtf8();
}

QJsonValue number(Millis time)
{
    return qint64(time.count());
}

Millis millis(const QJsonValue &value)
{
    return Millis(value.toInteger());
}

} // namespace

bool LockPlan::isVoted() const
{
    const QByteArray kind = kindOf(lock);
    const bool isRaw = kind.startsWith("raw.") && !isFenced();
    return kind == "redlock" || kind == "redlock-stop" || kind == "red" || isRaw;
}

bool LockPlan::isFenced() const
{
    const QByteArray kind = kindOf(lock);
    return kind == "fenced" || kind == "raw.same-fence";
}

bool LockPlan::isReentrant() const
{
    const QByteArray kind = kindOf(lock);
    return kind == "reentrant" || kind == "fair" || kind == "spin" || kind == "fenced"
        || kind == "read-write" || kind == "red" || kind.startsWith("hash.");
}

bool LockPlan::canBeJoint() const
{
    const QByteArray kind = kindOf(lock);
    return kind == "reentrant" || kind == "spin" || kind.startsWith("hash.");
}

QByteArray ClientPlan::toJson() const
{
    QJsonArray lockArray;
    for (const LockPlan &plan : locks)
        lockArray.append(QJsonObject{{u"lock"_s, text(plan.lock)},
                                     {u"server"_s, plan.server},
                                     {u"lease"_s, number(plan.lease)}});
    const QJsonObject object{
        {u"name"_s, text(name)},           {u"seed"_s, qint64(seed)},
        {u"history"_s, text(historyPath)}, {u"witness"_s, text(witnessPath)},
        {u"prefix"_s, text(keyPrefix)},    {u"urls"_s, QJsonArray::fromStringList(urls)},
        {u"locks"_s, lockArray},           {u"workers"_s, workers},
        {u"hold"_s, number(hold)},         {u"pause"_s, number(pause)},
        {u"wait"_s, number(wait)},         {u"waiting"_s, waitChance},
        {u"overrun"_s, overrunChance},     {u"careless"_s, carelessChance},
        {u"replicas"_s, replicas},         {u"durable"_s, areServersDurable},
        {u"watchdog"_s, watchdogChance},   {u"reentry"_s, reentryChance},
        {u"maxLease"_s, number(maxLease)}, {u"short"_s, shortChance},
        {u"joint"_s, jointChance},         {u"least"_s, number(leastHold)}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<ClientPlan> ClientPlan::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    ClientPlan plan;
    plan.name = bytes(object.value(u"name"_s));
    plan.seed = quint32(object.value(u"seed"_s).toInteger());
    plan.historyPath = bytes(object.value(u"history"_s));
    plan.witnessPath = bytes(object.value(u"witness"_s));
    plan.keyPrefix = bytes(object.value(u"prefix"_s));
    const QJsonArray urlArray = object.value(u"urls"_s).toArray();
    for (const QJsonValue &url : urlArray)
        plan.urls << url.toString();
    const QJsonArray lockArray = object.value(u"locks"_s).toArray();
    for (const QJsonValue &lock : lockArray) {
        const QJsonObject one = lock.toObject();
        plan.locks.push_back({bytes(one.value(u"lock"_s)), one.value(u"server"_s).toInt(),
                              millis(one.value(u"lease"_s))});
    }
    plan.workers = object.value(u"workers"_s).toInt();
    plan.hold = millis(object.value(u"hold"_s));
    plan.pause = millis(object.value(u"pause"_s));
    plan.wait = millis(object.value(u"wait"_s));
    plan.waitChance = object.value(u"waiting"_s).toDouble();
    plan.overrunChance = object.value(u"overrun"_s).toDouble();
    plan.replicas = object.value(u"replicas"_s).toInt();
    plan.areServersDurable = object.value(u"durable"_s).toBool();
    plan.carelessChance = object.value(u"careless"_s).toDouble();
    plan.watchdogChance = object.value(u"watchdog"_s).toDouble();
    plan.reentryChance = object.value(u"reentry"_s).toDouble();
    plan.shortChance = object.value(u"short"_s).toDouble();
    plan.jointChance = object.value(u"joint"_s).toDouble();
    plan.maxLease = millis(object.value(u"maxLease"_s));
    plan.leastHold = millis(object.value(u"least"_s));
    if (plan.name.isEmpty() || plan.urls.isEmpty() || plan.locks.empty() || plan.workers < 1)
        return std::nullopt;
    return plan;
}

} // namespace lockscope::faults
