// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/picture/aliasbook.h"

#include <algorithm>
#include <utility>

namespace lockscope::picture {

bool AliasBook::set(watch::DeploymentId deployment, AliasOrigin origin,
                    std::vector<AliasRule> rules)
{
    const auto known = m_deployments.find(deployment);
    if (known == m_deployments.end() && rules.empty())
        return false;
    Names &book = known == m_deployments.end() ? m_deployments[deployment] : known->second;
    for (AliasRule &rule : rules)
        rule.origin = origin;
    std::vector<AliasRule> &mine = book.byOrigin[static_cast<std::size_t>(origin)];
    if (mine == rules && book.rules)
        return false;
    mine = std::move(rules);
    gather(book);
    return true;
}

bool AliasBook::add(watch::DeploymentId deployment, const OwnerId &owner, const QString &name)
{
    Names &book = m_deployments[deployment];
    const AliasRule rule{aliasPatternOf(owner.bytes), name, AliasOrigin::Operator};
    const auto known = std::ranges::find(book.own, rule.pattern, &AliasRule::pattern);
    if (known == book.own.end())
        book.own.push_back(rule);
    else if (*known == rule)
        return false;
    else
        *known = rule;
    gather(book);
    return true;
}

void AliasBook::gather(Names &book)
{
    std::vector<AliasRule> all = book.own;
    for (const auto &each : book.byOrigin)
        all.insert(all.end(), each.begin(), each.end());
    book.rules = std::make_shared<const AliasRules>(std::move(all));
}

bool AliasBook::set(watch::DeploymentId deployment, const Aliases &operators)
{
    std::vector<AliasRule> rules;
    for (const auto &[pattern, name] : operators)
        rules.push_back({pattern, name, AliasOrigin::Operator});
    return set(deployment, AliasOrigin::Operator, std::move(rules));
}

std::shared_ptr<const AliasRules> AliasBook::rules(watch::DeploymentId deployment) const
{
    static const auto none = std::make_shared<const AliasRules>();
    const auto known = m_deployments.find(deployment);
    return known == m_deployments.end() ? none : known->second.rules;
}

std::vector<watch::DeploymentId> AliasBook::deployments() const
{
    std::vector<watch::DeploymentId> all;
    for (const auto &[deployment, book] : m_deployments)
        all.push_back(deployment);
    return all;
}

bool AliasBook::setWordNames(bool on)
{
    return m_words.setOn(on);
}

bool AliasBook::note(const watch::LockRecord &lock)
{
    if (!m_words.isOn())
        return false;
    bool isOther = false;
    for (const watch::HoldRecord &hold : lock.holds)
        isOther |= m_words.note(hold.owner);
    if (lock.waiters) {
        for (const watch::WaiterRecord &waiter : *lock.waiters)
            isOther |= m_words.note(waiter.owner);
    }
    return isOther;
}

const AliasRules *AliasBook::rulesOf(watch::DeploymentId deployment) const
{
    if (m_keepsNames)
        return nullptr;
    const auto known = m_deployments.find(deployment);
    return known == m_deployments.end() ? nullptr : known->second.rules.get();
}

Shared<Alias> AliasBook::nameOf(const AliasRules *rules, const OwnerId &owner) const
{
    if (rules) {
        if (Alias given = rules->find(owner); !given.isEmpty())
            return given;
    }
    return m_words.find(owner);
}

Alias AliasBook::find(watch::DeploymentId deployment, const OwnerId &owner) const
{
    return nameOf(rulesOf(deployment), owner);
}

Alias AliasBook::findAnywhere(const OwnerId &owner) const
{
    for (const auto &[deployment, book] : m_deployments) {
        if (Alias given = book.rules->find(owner); !given.isEmpty())
            return given;
    }
    return m_words.find(owner);
}

void AliasBook::apply(watch::LockPointer &lock) const
{
    if (!lock)
        return;
    const AliasRules *const rules = rulesOf(lock->id.deployment);
    // Without rules and words a name that came with the record stays.
    const bool isSilent = !rules && !m_words.isOn();
    const auto nameFor = [&](const auto &each) -> Shared<Alias> {
        const Alias &alias = each.alias;
        const bool stays = (isSilent && alias.origin != AliasOrigin::Derived) || isKept(alias);
        return stays ? Shared<Alias>(alias) : nameOf(rules, each.owner);
    };
    const auto isNamed = [&](const auto &each) { return nameFor(each) == each.alias; };
    const bool isDone = std::all_of(lock->holds.begin(), lock->holds.end(), isNamed)
        && (!lock->waiters || std::all_of(lock->waiters->begin(), lock->waiters->end(), isNamed));
    if (isDone)
        return;
    watch::LockRecord named = *lock;
    for (watch::HoldRecord &hold : named.holds)
        hold.alias = nameFor(hold);
    if (named.waiters) {
        for (watch::WaiterRecord &waiter : *named.waiters)
            waiter.alias = nameFor(waiter);
    }
    lock = std::make_shared<const watch::LockRecord>(std::move(named));
}

bool AliasBook::apply(watch::Event &event) const
{
    if (!event.owner || isKept(event.alias))
        return false;
    const Alias before = std::exchange(event.alias, find(event.deploymentId, *event.owner));
    return !(before == event.alias);
}

} // namespace lockscope::picture
