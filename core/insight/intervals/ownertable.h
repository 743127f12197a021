// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/alias.h"
#include "core/base/compact.h"
#include "core/base/hashindex.h"
#include "core/base/ids.h"

#include <vector>

namespace lockscope::insight {

// Owners as numbers, each kept once for as long as somebody uses its number. Plain data, one
// thread.
class OwnerTable
{
public:
    using Number = quint32;
    static constexpr Number nobody = HashIndex::none;

    // The owner's number, used once more. An alias replaces the one that is known.
    Number use(const OwnerId &owner, const Alias &alias = {});
    void release(Number number); // used once less; the last use gives the number back
    Number find(const OwnerId &owner) const;
    void rename(Number number, const Alias &alias);

    const OwnerId &owner(Number number) const { return m_owners[number].id; }
    const Alias &alias(Number number) const { return *m_owners[number].alias; }
    std::size_t size() const { return m_index.size(); }
    // Another one: the number has been given to another owner.
    quint32 turn(Number number) const { return m_owners[number].turn; }
    quint64 renames() const { return m_renames; } // of owners that keep their number

    // Each number in use.
    template <typename Visit>
    void visit(Visit visit) const
    {
        for (Number number = 0; number < m_owners.size(); ++number) {
            if (m_owners[number].uses > 0)
                visit(number);
        }
    }

private:
    struct Owner {
        OwnerId id;
        Shared<Alias> alias;
        quint32 uses = 0; // 0: a free number
        quint32 turn = 0;
    };

    std::vector<Owner> m_owners;
    std::vector<Number> m_free;
    HashIndex m_index;
    quint64 m_renames = 0;
    quint32 m_turns = 0;
};

} // namespace lockscope::insight
