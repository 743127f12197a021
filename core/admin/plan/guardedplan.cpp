// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/guardedplan.h"

#include "core/redis/clusterwords.h"

#include <algorithm>

namespace lockscope::admin {

QByteArray GuardedPlan::placeOf(const QByteArray &key)
{
    const auto at = std::find(m_keys.begin(), m_keys.end(), key);
    const auto place = at - m_keys.begin();
    if (at == m_keys.end())
        m_keys.push_back(key);
    return number(place + 1);
}

void GuardedPlan::tells(const QByteArray &key)
{
    (void)placeOf(key);
}

void GuardedPlan::needs(const char *condition, const QByteArray &key, const Words &words)
{
    Words all{condition, placeOf(key)};
    all.insert(all.end(), words.begin(), words.end());
    m_conditions.push_back(std::move(all));
}

void GuardedPlan::run(const redis::Arguments &command)
{
    run(command, command);
}

void GuardedPlan::run(const redis::Arguments &shown, const redis::Arguments &given)
{
    m_shown.push_back(shown);
    m_given.push_back(given);
}

void GuardedPlan::setTime(const QByteArray &key, const Sight &sight, const Action &action)
{
    const QByteArray span = number(newTimeToLive(sight, action).count());
    const redis::Arguments shown{"PEXPIRE", key, span};
    if (action.type == ActionType::SetTimeToLive)
        run(shown);
    else
        run(shown, {"extend", key, number(action.timeToLive.count())});
    follows(spanEffects(sight, action));
}

void GuardedPlan::follows(std::initializer_list<Effect> effects)
{
    m_effects.insert(m_effects.end(), effects);
}

void GuardedPlan::follows(const std::vector<Effect> &effects)
{
    m_effects.insert(m_effects.end(), effects.begin(), effects.end());
}

Plan GuardedPlan::plan() const
{
    Plan plan;
    plan.script = scriptOf("library", "library_act");
    plan.keys = m_keys;
    plan.commands = m_shown;
    plan.effects = m_effects;
    plan.arguments.push_back(number(qint64(m_conditions.size())));
    appendCommands(plan.arguments, m_conditions);
    appendCommands(plan.arguments, m_given);
    return plan;
}

PlanPart GuardedPlan::partOf(int slot, bool acts) const
{
    GuardedPlan own;
    for (const QByteArray &key : m_keys) {
        if (redis::slotOf(key) == slot)
            own.tells(key);
    }
    for (const Words &condition : m_conditions) {
        const QByteArray &key = m_keys[condition[1].toUInt() - 1];
        if (redis::slotOf(key) == slot)
            own.needs(condition[0].constData(), key, {condition.begin() + 2, condition.end()});
    }
    for (std::size_t i = 0; acts && i < m_given.size(); ++i) {
        if (redis::slotOf(m_given[i][1]) != slot)
            continue;
        own.tells(m_given[i][1]);
        own.run(m_shown[i], m_given[i]);
    }
    Plan plan = own.plan();
    return {std::move(plan.commands), std::move(plan.script), std::move(plan.keys),
            std::move(plan.arguments)};
}

Result<std::vector<PlanPart>> GuardedPlan::parts() const
{
    if (!m_whyAtOnce.isEmpty())
        return fail(ErrorKind::InvalidInput, m_whyAtOnce);
    std::vector<int> acting;
    std::vector<int> comparing;
    const auto add = [](std::vector<int> &all, int slot) {
        if (std::ranges::find(all, slot) == all.end())
            all.push_back(slot);
    };
    if (!m_first.isEmpty())
        add(acting, redis::slotOf(m_first));
    for (const redis::Arguments &command : m_given)
        add(acting, redis::slotOf(command[1]));
    for (const Words &condition : m_conditions) {
        const int slot = redis::slotOf(m_keys[condition[1].toUInt() - 1]);
        if (slot != acting.front())
            add(comparing, slot);
    }
    std::vector<PlanPart> parts;
    for (const int slot : comparing)
        parts.push_back(partOf(slot, false));
    for (const int slot : acting)
        parts.push_back(partOf(slot, true));
    return parts;
}

} // namespace lockscope::admin
