// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plans.h"

namespace lockscope::admin {

Plan stringPlan(const Sight &sight, const Action &action)
{
    Plan plan;
    const QByteArray &name = sight.name.bytes;
    plan.keys = {name};
    plan.arguments = {sight.holds.front().owner.bytes};
    if (action.type == ActionType::SetTimeToLive) {
        const QByteArray span = number(action.timeToLive.count());
        plan.script = scriptOf("string", "string_set_ttl");
        plan.arguments.push_back(span);
        plan.commands = {{"PEXPIRE", name, span}};
        plan.effects = spanEffects(sight, action.timeToLive);
        plan.effects.push_back(Effect::NextRenewalOverrides);
        return plan;
    }
    plan.script = scriptOf("string", "string_delete");
    plan.commands = {{"DEL", name}};
    plan.effects = {Effect::HolderLosesLock, Effect::HolderUnlockFails, Effect::NobodyIsWoken};
    return plan;
}

} // namespace lockscope::admin
