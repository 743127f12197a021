// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/ownertable.h"

namespace lockscope::insight {

OwnerTable::Number OwnerTable::find(const OwnerId &owner) const
{
    return m_index.find(qHash(owner), [&](Number number) { return m_owners[number].id == owner; });
}

OwnerTable::Number OwnerTable::use(const OwnerId &owner, const Alias &alias)
{
    Number number = find(owner);
    const bool isNew = number == nobody;
    if (isNew) {
        if (m_free.empty()) {
            number = static_cast<Number>(m_owners.size());
            m_owners.emplace_back();
        } else {
            number = m_free.back();
            m_free.pop_back();
        }
        m_owners[number] = {owner, {}, 0, ++m_turns};
        m_index.insert(qHash(owner), number);
    }
    Owner &known = m_owners[number];
    ++known.uses;
    if (!alias.isEmpty() && !(known.alias == alias)) {
        known.alias = alias;
        if (!isNew)
            ++m_renames;
    }
    return number;
}

void OwnerTable::rename(Number number, const Alias &alias)
{
    if (m_owners[number].alias == alias)
        return;
    m_owners[number].alias = alias;
    ++m_renames;
}

void OwnerTable::release(Number number)
{
    Owner &known = m_owners[number];
    if (--known.uses > 0)
        return;
    m_index.erase(qHash(known.id), number);
    known = {};
    m_free.push_back(number);
}

} // namespace lockscope::insight
