// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/libraryeffects.h"
#include "core/admin/plan/plans.h"
#include "core/format/redissonnames.h"

// Locks of which the operator sees a part: one of several keys with one token, or the number of
// values of a hash that an owner has. Only the script finds out which keys or values they are.
namespace lockscope::admin {

namespace {

constexpr int mostKeys = 9; // for a majority of five
constexpr int usualKeys = 3; // for one of two

// rueidislock:NUMBER:name
QByteArray sibling(const QByteArray &name, int index)
{
    const qsizetype first = name.indexOf(':');
    const qsizetype second = name.indexOf(':', first + 1);
    return name.first(first + 1) + number(index) + name.sliced(second);
}

} // namespace

Plan majorityPlan(const Sight &sight, const Action &action)
{
    const QByteArray &name = sight.name.bytes;
    Plan plan;
    plan.keys = {name};
    plan.arguments = {sight.holds.front().owner.bytes};
    plan.script = scriptOf("majority", setsTime(action) ? "majority_set_ttl" : "majority_delete");
    redis::Arguments shown{name};
    const bool isNumbered = name.startsWith("rueidislock:") && name.count(':') >= 2;
    for (int i = 0; isNumbered && i < mostKeys; ++i) {
        const QByteArray other = sibling(name, i);
        if (other == name)
            continue;
        plan.keys.push_back(other);
        if (i < usualKeys)
            shown.push_back(other);
    }
    const QByteArray span = number(newTimeToLive(sight, action).count());
    for (const QByteArray &key : shown) {
        if (setsTime(action))
            plan.commands.push_back({"PEXPIRE", key, span});
        else
            plan.commands.push_back({"DEL", key});
    }
    if (setsTime(action)) {
        for (const QByteArray &argument : spanArguments(action))
            plan.arguments.push_back(argument);
        plan.effects = spanEffects(sight, action);
        plan.effects.push_back(Effect::NextRenewalOverrides);
    } else {
        plan.effects = libraryLossEffects(sight);
    }
    plan.effects.push_back(Effect::SiblingKeysToo);
    return plan;
}

// Each key is a part: deleting some of them frees nothing that the rest does not still hold, and
// the others' keys may be another holder's.
std::vector<PlanPart> majorityParts(const Sight &sight, const Action &action)
{
    const Plan whole = majorityPlan(sight, action);
    const QByteArray span = number(newTimeToLive(sight, action).count());
    std::vector<PlanPart> parts;
    for (const QByteArray &key : whole.keys) {
        PlanPart &part = parts.emplace_back();
        if (setsTime(action))
            part.commands = {{"PEXPIRE", key, span}};
        else
            part.commands = {{"DEL", key}};
        part.script = whole.script;
        part.keys = {key};
        part.arguments = whole.arguments;
        if (key != sight.name.bytes)
            part.token = sight.holds.front().owner.bytes;
    }
    return parts;
}

Plan fasterMultiPlan(const Sight &sight, const Action &action)
{
    const QByteArray &name = sight.name.bytes;
    const QByteArray channel =
        format::redisson::prefixed(format::redisson::channelPrefix, sight.name).bytes;
    Plan plan;
    plan.keys = {name};
    plan.arguments = {channel, number(qint64(sight.holds.size()))};
    for (const SeenHold &hold : sight.holds) {
        plan.arguments.push_back(hold.owner.bytes);
        plan.arguments.push_back(number(hold.count));
        plan.arguments.push_back(hold.stale ? "1" : "0");
    }
    const bool isNudge = action.type == ActionType::Nudge;
    if (isNudge) {
        plan.script = scriptOf("fastermulti", "fastermulti_nudge");
    } else {
        plan.script = scriptOf("fastermulti", "fastermulti_free");
        if (action.type == ActionType::ReleaseHold)
            plan.arguments.push_back(action.owner.bytes);
        for (const SeenHold &hold : sight.holds) {
            if (action.type == ActionType::ReleaseHold && hold.owner != action.owner)
                continue;
            plan.commands.push_back({"HDEL", name, "<the values of " + hold.owner.bytes + '>'});
        }
        plan.effects = lossEffects();
    }
    plan.commands.push_back({"PUBLISH", channel, "1"});
    plan.effects.push_back(Effect::AllWaitersWake);
    return plan;
}

} // namespace lockscope::admin
