// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/sentinelplan.h"

#include "core/base/glob.h"
#include "core/base/text.h"
#include "core/redis/target/credentials.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using Type = SentinelActionType;

constexpr qsizetype nameLimit = 60;

tl::unexpected<Error> refusal(const Sentence &why, const QByteArray &code = {})
{
    return fail(Error{ErrorKind::InvalidInput, code, why, {}});
}

QString listOf(const std::vector<redis::HostPort> &addresses)
{
    QStringList texts;
    for (const redis::HostPort &address : addresses)
        texts += redis::toText(address);
    return texts.join(u", "_s);
}

Error noSuchPrimary(const SentinelSight &sight)
{
    const QString name = visibleElided(sight.name, nameLimit);
    const auto answering =
        std::ranges::find_if(sight.sentinels, [](const SeenSentinel &each) { return !each.error; });
    if (answering == sight.sentinels.end())
        return *sight.sentinels.front().error;
    return Error{ErrorKind::InvalidInput,
                 "NOMASTER",
                 answering->masters.isEmpty()
                     ? Sentence::say("no Sentinel watches a primary named \"%1\"").arg(name)
                     : Sentence::say("no Sentinel watches a primary named \"%1\"; they watch %2")
                           .arg(name, answering->masters),
                 {}};
}

Sentence whyNotPromotable(const SeenReplica &replica)
{
    return (replica.isUp ? Sentence::say("%1 has the priority 0")
                         : Sentence::say("%1 is not connected"))
        .arg(redis::toText(replica.address));
}

SentinelDeed deedOf(const SeenSentinel &sentinel, const redis::Arguments &command)
{
    return {sentinel.address, sentinel.primary, {command}, {command}};
}

Result<void> checkFailover(const SentinelSight &sight)
{
    if (sight.replicas.empty())
        return refusal(Sentence::say("the primary has no replica that could take over"),
                       "NOGOODSLAVE");
    if (std::ranges::any_of(sight.replicas, &SeenReplica::isPromotable))
        return {};
    Sentence reasons;
    for (const SeenReplica &replica : sight.replicas)
        reasons = joined(reasons, whyNotPromotable(replica));
    return refusal(Sentence::say("no replica can be promoted: %1").arg(reasons), "NOGOODSLAVE");
}

void planFailover(SentinelPlan &plan)
{
    const SentinelSight &sight = plan.sight;
    plan.deeds.push_back(deedOf(*sight.best(), {"SENTINEL"_ba, "FAILOVER"_ba, sight.name}));
    plan.effects.push_back(
        Sentence::say("The Sentinel promotes the connected replica with the lowest priority number "
                      "and, of several, the one with the most data. %1 becomes its replica.")
            .arg(redis::toText(*sight.primary)));
    plan.effects.push_back(
        Sentence::say("Writes that the promoted replica has not received are lost. A lock among "
                      "them is free for others while its owner goes on working."));
    plan.effects.push_back(
        Sentence::say("Until clients have connected to the new primary, they can neither take, "
                      "renew nor release locks."));
}

Result<void> planMonitor(SentinelPlan &plan, const redis::Target &target)
{
    const SentinelSight &sight = plan.sight;
    const SentinelAction &action = plan.action;
    const QString server = redis::toText(action.server);
    if (sight.role && !sight.role->isPrimary)
        return refusal(
            Sentence::say("%1 is a replica of %2; name the primary")
                .arg(server, redis::toText(redis::mapped(sight.role->follows, target.addressMap))));
    const redis::HostPort reachable = redis::mapped(action.server, target.addressMap);
    for (const SeenSentinel &sentinel : sight.sentinels) {
        if (!sentinel.isWatching)
            continue;
        if (*sentinel.primary != reachable)
            return refusal(
                Sentence::say("%1 watches another primary by this name: %2")
                    .arg(redis::toText(sentinel.address), redis::toText(*sentinel.primary)));
        plan.omissions.push_back(
            {sentinel.address, Sentence::say("it watches this primary already")});
    }
    for (const SeenSentinel &sentinel : sight.sentinels) {
        if (sentinel.error || sentinel.isWatching)
            continue;
        SentinelDeed deed =
            deedOf(sentinel,
                   {"SENTINEL"_ba, "MONITOR"_ba, sight.name, action.server.host.toUtf8(),
                    QByteArray::number(action.server.port), QByteArray::number(action.quorum)});
        const auto set = [&](const QByteArray &option, const QByteArray &value,
                             const QByteArray &shown) {
            deed.commands.push_back({"SENTINEL"_ba, "SET"_ba, sight.name, option, value});
            deed.shown.push_back({"SENTINEL"_ba, "SET"_ba, sight.name, option, shown});
        };
        if (!target.user.isEmpty())
            set("auth-user", target.user, "<user>");
        // Known by now if the server let us in by it.
        const QByteArray password = target.credentials
            ? target.credentials->known().value_or(QByteArray())
            : target.password;
        if (!password.isEmpty())
            set("auth-pass", password, "<password>");
        plan.deeds.push_back(std::move(deed));
    }
    plan.effects.push_back(
        Sentence::say("These Sentinels watch %1 from now on and fail it over once %2 of them call "
                      "it down.")
            .arg(server, action.quorum));
    if (static_cast<std::size_t>(action.quorum) > sight.sentinels.size())
        plan.effects.push_back(
            Sentence::say("The quorum is larger than the number of Sentinels given here, so these "
                          "alone cannot fail over."));
    if (!sight.role)
        plan.effects.push_back(
            Sentence::say("%1 could not be asked for its role from here.").arg(server));
    return {};
}

void planRemove(SentinelPlan &plan)
{
    for (const SeenSentinel &sentinel : plan.sight.sentinels) {
        if (sentinel.isWatching)
            plan.deeds.push_back(deedOf(sentinel, {"SENTINEL"_ba, "REMOVE"_ba, plan.sight.name}));
        else if (!sentinel.error)
            plan.omissions.push_back(
                {sentinel.address, Sentence::say("it watches no primary by this name")});
    }
    plan.effects.push_back(
        Sentence::say("These Sentinels no longer watch the primary: they do not fail it over, and "
                      "clients that ask them for it get no address."));
}

void planReset(SentinelPlan &plan)
{
    for (const SeenSentinel &sentinel : plan.sight.sentinels) {
        if (sentinel.isWatching) {
            SentinelDeed deed = // by a pattern
                deedOf(sentinel, {"SENTINEL"_ba, "RESET"_ba, globEscaped(plan.sight.name)});
            for (const auto &[address, runId] : sentinel.peers)
                deed.peers.push_back(runId);
            for (const SeenReplica &replica : sentinel.replicas) {
                if (replica.isUp)
                    deed.replicas.push_back(replica.address);
            }
            plan.deeds.push_back(std::move(deed));
        } else if (!sentinel.error) {
            plan.omissions.push_back(
                {sentinel.address, Sentence::say("it watches no primary by this name")});
        }
    }
    plan.effects.push_back(
        Sentence::say("Each Sentinel forgets the replicas and the other Sentinels, and finds those "
                      "that are up again. The next one follows when it has."));
    plan.effects.push_back(
        Sentence::say("A Sentinel that has forgotten the others cannot take part in a failover "
                      "until it has found them."));
}

} // namespace

std::optional<redis::HostPort> primaryFrom(const QString &text)
{
    if (text.contains(u'@') || text.contains(u'/') || text.contains(u',') || text.contains(u'?'))
        return {};
    const auto target = redis::parseTarget(u"redis://"_s + text);
    if (!target || target->hosts.size() != 1)
        return {};
    return target->hosts.front();
}

QByteArray primaryNameIn(const QString &label)
{
    const auto target = redis::parseTarget(label);
    return target && target->form == redis::Target::Form::Sentinel ? target->masterName.toUtf8()
                                                                   : QByteArray();
}

QByteArray name(SentinelActionType type)
{
    switch (type) {
    case Type::Failover:
        return "sentinel-failover";
    case Type::Monitor:
        return "sentinel-monitor";
    case Type::Remove:
        return "sentinel-remove";
    case Type::Reset:
        return "sentinel-reset";
    }
    return {};
}

Result<SentinelPlan> makeSentinelPlan(const SentinelSight &sight, const SentinelAction &action,
                                      const redis::Target &target)
{
    SentinelPlan plan{sight, action, {}, {}, {}};
    const bool isOfAll = action.type != Type::Failover;
    for (const SeenSentinel &sentinel : sight.sentinels) {
        if (sentinel.error)
            plan.omissions.push_back({sentinel.address, sentinel.error->text, isOfAll});
        else if (sentinel.isFailingOver)
            return refusal(Sentence::say("a failover is under way"), "INPROG");
        else if (action.type == Type::Reset && sentinel.isPrimaryDown)
            return refusal(
                Sentence::say("the primary is down: a Sentinel that forgets its replicas now "
                              "cannot find them again"));
    }
    const bool isAnswered = plan.omissions.size() < sight.sentinels.size();
    if (!isAnswered || (action.type != Type::Monitor && !sight.best()))
        return fail(noSuchPrimary(sight));
    switch (action.type) {
    case Type::Failover:
        if (const auto checked = checkFailover(sight); !checked)
            return fail(checked.error());
        planFailover(plan);
        break;
    case Type::Monitor:
        if (const auto planned = planMonitor(plan, target); !planned)
            return fail(planned.error());
        break;
    case Type::Remove:
        planRemove(plan);
        break;
    case Type::Reset:
        planReset(plan);
        break;
    }
    if (plan.deeds.empty())
        return refusal(Sentence::say("the Sentinels watch this primary already"));
    if (isOfAll && !sight.others.empty())
        plan.effects.push_back(
            Sentence::say("These Sentinels are known, too, but not given, and are left alone: %1.")
                .arg(listOf(sight.others)));
    return plan;
}

} // namespace lockscope::admin
