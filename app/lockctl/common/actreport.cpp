// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/actreport.h"

#include "app/lockctl/common/printing.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/watch/record/names.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/wording.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

QJsonValue spanJson(const std::optional<Millis> &span)
{
    return span ? QJsonValue(static_cast<qint64>(span->count())) : QJsonValue(-1);
}

QJsonArray holdsJson(const admin::Sight &sight)
{
    QJsonArray holds;
    for (const admin::SeenHold &hold : sight.holds) {
        QJsonObject object{{"mode"_L1, QString::fromLatin1(watch::name(hold.mode))},
                           {"count"_L1, hold.count},
                           {"ttl_ms"_L1, spanJson(hold.timeToLive)},
                           {"stale"_L1, hold.stale}};
        putBytes(object, u"owner"_s, hold.owner.bytes);
        holds.append(object);
    }
    return holds;
}

} // namespace

admin::Place placeOf(const app::ChosenTarget &target)
{
    admin::Place place;
    place.deployment = target.label();
    place.profile = target.profile;
    place.tag = target.tag;
    place.readOnly = target.readOnly;
    return place;
}

// Every field is always there; the fields known from a plan and an outcome are filled in.
QJsonObject emptyResult(const LockName &name, const QString &deployment)
{
    QJsonObject object{{"kind"_L1, QJsonValue::Null},    {"deployment"_L1, deployment},
                       {"action"_L1, QJsonValue::Null},  {"owner"_L1, QJsonValue::Null},
                       {"holds"_L1, QJsonValue::Null},   {"commands"_L1, QJsonValue::Null},
                       {"effects"_L1, QJsonValue::Null}, {"woken"_L1, QJsonValue::Null},
                       {"found"_L1, QJsonValue::Null},   {"detail"_L1, QJsonValue::Null}};
    putBytes(object, u"name"_s, name.bytes);
    return object;
}

QJsonObject missingJson(const LockName &name, const QString &server, bool isNoLock,
                        const QString &why)
{
    QJsonObject object{{"kind"_L1, QJsonValue::Null},
                       {"deployment"_L1, server},
                       {"server"_L1, server},
                       {"state"_L1, QJsonValue::Null},
                       {"waiters"_L1, QJsonValue::Null},
                       {"waiting_connections"_L1, QJsonValue::Null},
                       {"outcome"_L1, isNoLock ? u"no-such-lock"_s : u"failed"_s},
                       {"detail"_L1, why}};
    putBytes(object, u"name"_s, name.bytes);
    return object;
}

QJsonObject planJson(const admin::Step &step)
{
    const admin::Plan &plan = step.plan;
    QJsonObject object = emptyResult(plan.sight.name, step.place.deployment);
    object["kind"_L1] = QString::fromLatin1(plan.sight.kind);
    object["action"_L1] = QString::fromLatin1(name(plan.action));
    if (!plan.action.owner.isEmpty())
        putBytes(object, u"owner"_s, plan.action.owner.bytes);
    object["holds"_L1] = holdsJson(plan.sight);
    object["commands"_L1] = QJsonArray::fromStringList(wording::commandLines(plan));
    QJsonArray effects;
    for (const admin::Effect effect : plan.effects)
        effects.append(wording::effect(effect));
    object["effects"_L1] = effects;
    return object;
}

QJsonObject resultJson(const admin::Step &step, const admin::Outcome &outcome)
{
    const admin::Plan &plan = step.plan;
    QJsonObject object = planJson(step);
    object["outcome"_L1] = QString::fromLatin1(name(outcome.status));
    if (outcome.woken)
        object["woken"_L1] = static_cast<qint64>(*outcome.woken);
    if (!outcome.parts.empty()) {
        QJsonArray steps;
        for (const wording::ActionStep &each : wording::stepsOf(outcome, plan))
            steps.append(QJsonObject{{"commands"_L1, QJsonArray::fromStringList(each.commands)},
                                     {"outcome"_L1, QString::fromLatin1(name(each.outcome))},
                                     {"detail"_L1, each.sentence}});
        object["steps"_L1] = steps;
    }
    if (outcome.found)
        object["found"_L1] = QJsonObject{
            {"kind"_L1,
             outcome.found->kind.isEmpty() ? QJsonValue(QJsonValue::Null)
                                           : QJsonValue(QString::fromLatin1(outcome.found->kind))},
            {"type"_L1, QString::fromLatin1(outcome.foundType)},
            {"holds"_L1, holdsJson(*outcome.found)}};
    if (outcome.status != admin::Outcome::Status::Done || !outcome.detail.isEmpty())
        object["detail"_L1] = wording::outcomeSentence(outcome, plan);
    return object;
}

namespace {

// The end of the key, if it has one: a semaphore or a latch is rarely meant to go by itself.
QString keyEndText(const admin::Sight &sight)
{
    if (!sight.number || !sight.timeToLive)
        return {};
    const QString left = wording::span(std::max(Millis(0), *sight.timeToLive));
    return format::traitsOf(sight.kind).isLatch()
        ? u"\nIts key expires in %1: then the latch is open"_s.arg(left)
        : u"\nIts key expires in %1: then the semaphore is not initialised"_s.arg(left);
}

} // namespace

QString countText(const admin::Sight &sight)
{
    if (format::traitsOf(sight.kind).isLatch())
        return (sight.number ? u"Count: %1"_s.arg(*sight.number) : u"Open"_s) + keyEndText(sight);
    const auto free = admin::freePermits(sight);
    if (free)
        return u"Free permits: %1"_s.arg(*free) + lapsedText(admin::lapsedHolds(sight))
            + keyEndText(sight);
    return u"Free permits: "_s
        + (sight.holds.empty() ? notInitialised() : u"unknown, their number has another name"_s);
}

QString waitingText(const admin::Sight &sight)
{
    if (sight.waiters)
        return sight.waiters->empty() ? u"nobody"_s
                                      : u"%1 in the queue"_s.arg(sight.waitersTotal.value_or(
                                          static_cast<qint64>(sight.waiters->size())));
    if (!sight.waitingConnections)
        return u"unknown"_s;
    if (*sight.waitingConnections == 0)
        return u"nobody"_s;
    return counted(*sight.waitingConnections, u"connection"_s, u"connections"_s);
}

QString previewOf(const admin::Step &step)
{
    const admin::Plan &plan = step.plan;
    const admin::Place &place = step.place;
    const admin::Sight &sight = plan.sight;
    QString text = u"%1: %2 (%3) on %4\n"_s.arg(nameText(sight.name), visible(sight.kind),
                                                visible(sight.library), place.deployment);
    if (!place.profile.isEmpty())
        text += u"Profile: %1%2\n"_s.arg(
            place.profile, place.tag == profile::Tag::Production ? u" (production)"_s : QString());
    const bool isNumber = format::traitsOf(sight.kind).isNumber();
    if (isNumber)
        text += countText(sight) + u'\n';
    if (!isNumber || !sight.holds.empty())
        text += u"Held by: %1\n"_s.arg(wording::holdersOf(sight));
    text += u"Waiting: %1\n\n%2:\n"_s.arg(waitingText(sight), wording::actionTitle(plan.action));
    for (const QString &line : wording::commandLines(plan))
        text += u"  "_s + line + u'\n';
    QStringList effects;
    for (const admin::Effect effect : plan.effects)
        effects += wording::effect(effect);
    return text + consequencesText(effects) + u'\n';
}

QString consequencesText(const QStringList &effects)
{
    return effects.isEmpty() ? QString() : u"Consequences:\n  "_s + effects.join(u"\n  "_s) + u'\n';
}

} // namespace lockscope::lockctl
