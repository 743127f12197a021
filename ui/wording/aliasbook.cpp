// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/aliasbook.h"

#include <algorithm>
#include <utility>

namespace lockscope::wording {

bool AliasBook::set(int server, AliasOrigin origin, std::vector<AliasRule> rules)
{
    const auto known = m_servers.find(server);
    if (known == m_servers.end() && rules.empty())
        return false;
    Server &book = known == m_servers.end() ? m_servers[server] : known->second;
    for (AliasRule &rule : rules)
        rule.origin = origin;
    std::vector<AliasRule> &mine = book.byOrigin[static_cast<std::size_t>(origin)];
    if (mine == rules && book.rules)
        return false;
    mine = std::move(rules);
    gather(book);
    return true;
}

bool AliasBook::add(int server, const OwnerId &owner, const QString &name)
{
    Server &book = m_servers[server];
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

void AliasBook::gather(Server &book)
{
    std::vector<AliasRule> all = book.own;
    for (const auto &each : book.byOrigin)
        all.insert(all.end(), each.begin(), each.end());
    book.rules = std::make_shared<const AliasRules>(std::move(all));
}

bool AliasBook::set(int server, const Aliases &operators)
{
    std::vector<AliasRule> rules;
    for (const auto &[pattern, name] : operators)
        rules.push_back({pattern, name, AliasOrigin::Operator});
    return set(server, AliasOrigin::Operator, std::move(rules));
}

std::shared_ptr<const AliasRules> AliasBook::rules(int server) const
{
    static const auto none = std::make_shared<const AliasRules>();
    const auto known = m_servers.find(server);
    return known == m_servers.end() ? none : known->second.rules;
}

std::vector<int> AliasBook::servers() const
{
    std::vector<int> servers;
    for (const auto &[server, book] : m_servers)
        servers.push_back(server);
    return servers;
}

Alias AliasBook::find(int server, const OwnerId &owner) const
{
    const auto known = m_servers.find(server);
    return known == m_servers.end() ? Alias() : known->second.rules->find(owner);
}

void AliasBook::apply(watch::LockPointer &lock) const
{
    const auto known = lock ? m_servers.find(lock->id.server) : m_servers.end();
    if (known == m_servers.end())
        return;
    const AliasRules &rules = *known->second.rules;
    const auto isNamed = [&rules](const auto &each) {
        return rules.find(each.owner) == each.alias;
    };
    const bool isDone = std::all_of(lock->holds.begin(), lock->holds.end(), isNamed)
        && (!lock->waiters || std::all_of(lock->waiters->begin(), lock->waiters->end(), isNamed));
    if (isDone)
        return;
    watch::LockRecord named = *lock;
    for (watch::HoldRecord &hold : named.holds)
        hold.alias = rules.find(hold.owner);
    if (named.waiters) {
        for (watch::WaiterRecord &waiter : *named.waiters)
            waiter.alias = rules.find(waiter.owner);
    }
    lock = std::make_shared<const watch::LockRecord>(std::move(named));
}

bool AliasBook::apply(watch::Event &event) const
{
    if (!event.owner)
        return false;
    const Alias before = std::exchange(event.alias, find(event.serverIndex, *event.owner));
    return !(before == event.alias);
}

} // namespace lockscope::wording
