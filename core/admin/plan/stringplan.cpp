// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/libraryeffects.h"
#include "core/admin/plan/plans.h"
#include "core/format/tokens.h"
#include "core/lock/kind/redlock.h"

namespace lockscope::admin {

namespace {

constexpr auto spring = "spring-integration";

// Nothing but a colon in the name and the uuid in the value tells its locks from those of others.
bool mayBeSprings(const Sight &sight)
{
    return sight.library == spring
        || (sight.library == "generic" && sight.name.bytes.contains(':')
            && format::token::isUuid(sight.holds.front().owner.bytes));
}

// Wakes the waiters of a RedisLockRegistry: the name is the registry's, a colon and the key's, and
// each of the two may have colons of its own. Its waiters sleep, if configured so, until the name
// is published: on a channel of the registry, or since 6.4 and 6.5 on one of the lock, which they
// hear by a pattern.
void wakeSpring(Plan &plan, const Sight &sight)
{
    constexpr int mostRegistries = 8;
    const QByteArray &name = sight.name.bytes;
    const QByteArray doubt = sight.library == spring ? "" : "?";
    const auto publish = [&](const QByteArray &channel, const char *how) {
        plan.commands.push_back({"PUBLISH", channel, name});
        for (const QByteArray &word : {channel, name, QByteArray(how + doubt)})
            plan.arguments.push_back(word);
    };
    qsizetype colon = name.indexOf(':');
    for (int i = 0; i < mostRegistries && colon >= 0; ++i) {
        const QByteArray channel = name.first(colon) + "-channel";
        publish(channel, "");
        publish(channel + ':' + name, "p");
        colon = name.indexOf(':', colon + 1);
    }
    plan.effects.push_back(Effect::SpringWaitersWake);
}

} // namespace

Plan stringPlan(const Sight &sight, const Action &action)
{
    Plan plan;
    const QByteArray &name = sight.name.bytes;
    plan.keys = {name};
    plan.arguments = {sight.holds.front().owner.bytes};
    if (setsTime(action)) {
        plan.script = scriptOf("string", "string_set_ttl");
        for (const QByteArray &argument : spanArguments(action))
            plan.arguments.push_back(argument);
        plan.commands = {{"PEXPIRE", name, number(newTimeToLive(sight, action).count())}};
        plan.effects = spanEffects(sight, action);
        plan.effects.push_back(Effect::NextRenewalOverrides);
        return plan;
    }
    plan.script = scriptOf("string", "string_delete");
    plan.commands = {{"DEL", name}};
    const QByteArray &token = sight.holds.front().owner.bytes;
    plan.withoutScript = {{"DELEX", name, "IFEQ", token}, {"DELIFEQ", name, token}};
    plan.effects = libraryLossEffects(sight);
    if (action.ofRedlock) {
        const QByteArray channel = lock::Redlock::channel(sight.name);
        for (const QByteArray &word : {channel, QByteArray("0"), QByteArray()})
            plan.arguments.push_back(word);
        plan.commands.push_back({"PUBLISH", channel, "0"});
        plan.effects.push_back(Effect::RedlockWaitersWake);
    } else if (mayBeSprings(sight)) {
        wakeSpring(plan, sight);
    } else {
        plan.effects.push_back(Effect::NobodyIsWoken);
    }
    return plan;
}

} // namespace lockscope::admin
