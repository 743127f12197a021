// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/libraryeffects.h"
#include "core/admin/plans.h"
#include "core/lock/kind/redlock.h"

namespace lockscope::admin {

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
        plan.arguments.push_back(channel);
        plan.commands.push_back({"PUBLISH", channel, "0"});
        plan.effects.push_back(Effect::RedlockWaitersWake);
    } else {
        plan.effects.push_back(Effect::NobodyIsWoken);
    }
    return plan;
}

} // namespace lockscope::admin
