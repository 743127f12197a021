// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <memory>
#include <set>

namespace lockscope::watch {

// Names of a server's keys that may not be read: their content is unknown. Of very many only some
// are kept. A value, any thread.
struct UnreadableNames {
    std::set<LockName> names;
    bool isPartial = false;

    bool mayHave(const LockName &name) const { return isPartial || names.contains(name); }

    friend bool operator==(const UnreadableNames &, const UnreadableNames &) = default;
};

// The names as they are published: copied anew when they change, and shared by all readers.
class Unreadable
{
public:
    // Whether that is news.
    bool add(const LockName &name)
    {
        constexpr std::size_t most = 1000;
        if (m_names.mayHave(name))
            return false;
        if (m_names.names.size() < most)
            m_names.names.insert(name);
        else
            m_names.isPartial = true;
        m_told.reset();
        return true;
    }
    bool remove(const LockName &name)
    {
        const bool wasThere = m_names.names.erase(name) != 0;
        if (!wasThere)
            return false;
        m_told.reset();
        if (m_names.names.empty()) // those beyond have been met again meanwhile, if at all
            m_names.isPartial = false;
        return true;
    }

    // Empty: none.
    std::shared_ptr<const UnreadableNames> told()
    {
        if (!m_told && (m_names.isPartial || !m_names.names.empty()))
            m_told = std::make_shared<const UnreadableNames>(m_names);
        return m_told;
    }

private:
    UnreadableNames m_names;
    std::shared_ptr<const UnreadableNames> m_told;
};

} // namespace lockscope::watch
