// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/sentinelwording.h"

#include "ui/wording/actionwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

using Fate = admin::LockAtRisk::Fate;
using Status = admin::Outcome::Status;
using Type = admin::SentinelActionType;

struct SentinelWords {
    Q_DECLARE_TR_FUNCTIONS(SentinelWords)
};

QString factsOf(const admin::SeenReplica &replica)
{
    QStringList facts{replica.isUp ? SentinelWords::tr("up") : SentinelWords::tr("not connected")};
    if (replica.behind)
        facts += *replica.behind == 0 ? SentinelWords::tr("in step")
                                      : SentinelWords::tr("%1 bytes behind").arg(*replica.behind);
    facts += replica.priority == 0 ? SentinelWords::tr("priority 0: never promoted")
                                   : SentinelWords::tr("priority %1").arg(replica.priority);
    return listed(facts);
}

} // namespace

QString sentinelTitle(const admin::SentinelAction &action)
{
    switch (action.type) {
    case Type::Failover:
        return SentinelWords::tr("Fail over");
    case Type::Monitor:
        return SentinelWords::tr("Watch %1 with a quorum of %2")
            .arg(redis::toText(action.server), QString::number(action.quorum));
    case Type::Remove:
        return SentinelWords::tr("Stop watching");
    case Type::Reset:
        return SentinelWords::tr("Reset the Sentinels, one after the other");
    }
    return {};
}

QString primaryText(const admin::SentinelSight &sight)
{
    if (!sight.primary)
        return {};
    return (sight.isPrimaryUp ? SentinelWords::tr("%1, up")
                              : SentinelWords::tr("%1, does not answer"))
        .arg(redis::toText(*sight.primary));
}

std::vector<NamedFact> replicaFacts(const admin::SentinelSight &sight)
{
    std::vector<NamedFact> facts;
    for (const admin::SeenReplica &replica : sight.replicas)
        facts.emplace_back(redis::toText(replica.address), factsOf(replica));
    return facts;
}

QString fateText(Fate fate)
{
    switch (fate) {
    case Fate::Kept:
        return SentinelWords::tr("all replicas have it");
    case Fate::Lost:
        return SentinelWords::tr("may be lost");
    case Fate::Unknown:
        break;
    }
    return SentinelWords::tr("not known whether replicas have it");
}

std::vector<admin::LockAtRisk> byRisk(std::vector<admin::LockAtRisk> locks)
{
    const auto rank = [](const admin::LockAtRisk &lock) {
        return lock.fate == Fate::Lost ? 0 : lock.fate == Fate::Unknown ? 1 : 2;
    };
    std::ranges::stable_sort(locks, {}, rank);
    return locks;
}

std::vector<std::pair<QString, QStringList>> sentinelCommands(const admin::SentinelPlan &plan)
{
    std::vector<std::pair<QString, QStringList>> all;
    for (const admin::SentinelDeed &deed : plan.deeds) {
        QStringList commands;
        for (const auto &command : deed.shown)
            commands += commandText(command);
        all.emplace_back(redis::toText(deed.sentinel), commands);
    }
    return all;
}

std::vector<NamedFact> omissions(const admin::SentinelPlan &plan)
{
    std::vector<NamedFact> facts;
    for (const admin::SentinelOmission &omission : plan.omissions)
        facts.emplace_back(redis::toText(omission.sentinel), said(omission.why));
    return facts;
}

QString sentinelOutcome(const admin::Outcome &outcome)
{
    const QString why = outcome.error ? errorSentence(*outcome.error) : QString();
    const QString because = why.isEmpty() ? QString() : SentinelWords::tr(": %1").arg(why);
    const QString detail =
        outcome.detail.isEmpty() ? QString() : SentinelWords::tr(" (%1)").arg(said(outcome.detail));
    switch (outcome.status) {
    case Status::Done:
        return SentinelWords::tr("done") + detail;
    case Status::Changed:
        return SentinelWords::tr("no change was made, because it has changed in the meantime")
            + detail;
    case Status::Declined:
        return SentinelWords::tr("no change was made");
    case Status::Refused:
        return SentinelWords::tr(
                   "refused, %1; use a profile that can write, or turn off its read-only "
                   "setting")
            .arg(why);
    case Status::NotPermitted:
    case Status::Failed:
        return (outcome.detail.isEmpty() ? SentinelWords::tr("no change was made")
                                         : SentinelWords::tr("not complete"))
            + because + detail;
    case Status::Unknown:
        return SentinelWords::tr("the outcome is unknown; check the Sentinel") + because + detail;
    }
    return {};
}

std::vector<NamedFact> sentinelOutcomes(const admin::SentinelPlan &plan,
                                        const admin::SentinelOutcome &outcome)
{
    std::vector<NamedFact> facts;
    for (std::size_t i = 0; i < outcome.deeds.size() && i < plan.deeds.size(); ++i)
        facts.emplace_back(redis::toText(plan.deeds[i].sentinel),
                           sentinelOutcome(outcome.deeds[i]));
    if (facts.empty() || outcome.status == Status::Refused)
        return facts;
    for (const auto &[address, why] : omissions(plan))
        facts.emplace_back(address, SentinelWords::tr("not asked, %1").arg(why));
    return facts;
}

QString sentinelOutcome(const admin::SentinelOutcome &outcome)
{
    admin::Outcome whole;
    whole.status = outcome.status;
    whole.error = outcome.error;
    return sentinelOutcome(whole);
}

QString newPrimaryText(const admin::SentinelOutcome &outcome)
{
    if (!outcome.primary || !outcome.took)
        return {};
    return SentinelWords::tr("%1 is the primary after %2 s")
        .arg(redis::toText(*outcome.primary), tenths(*outcome.took));
}

} // namespace lockscope::wording
