// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/aliasbook.h"

namespace lockscope::wording {

void AliasBook::set(int server, Aliases aliases)
{
    if (aliases.empty())
        m_servers.erase(server);
    else
        m_servers.insert_or_assign(server, std::move(aliases));
}

QString AliasBook::find(int server, const OwnerId &owner) const
{
    const auto known = m_servers.find(server);
    if (known == m_servers.end())
        return {};
    const Aliases &aliases = known->second;
    if (const auto whole = aliases.find(owner.bytes); whole != aliases.end())
        return whole->second;
    const qsizetype colon = owner.bytes.lastIndexOf(':');
    const auto part = colon < 0 ? aliases.end() : aliases.find(owner.bytes.first(colon));
    return part == aliases.end() ? QString() : part->second;
}

void AliasBook::apply(watch::LockPointer &lock) const
{
    if (!lock || !m_servers.contains(lock->id.server))
        return;
    watch::LockRecord named = *lock;
    for (watch::HoldRecord &hold : named.holds)
        hold.alias = find(named.id.server, hold.owner).toUtf8();
    if (named.waiters) {
        for (watch::WaiterRecord &waiter : *named.waiters)
            waiter.alias = find(named.id.server, waiter.owner).toUtf8();
    }
    if (named != *lock)
        lock = std::make_shared<const watch::LockRecord>(std::move(named));
}

void AliasBook::apply(watch::Event &event) const
{
    if (event.owner)
        event.alias = find(event.serverIndex, *event.owner).toUtf8();
}

} // namespace lockscope::wording
