// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/outcome.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lockscope::lock {

// The standing of a hold that consists of several: the worst of theirs.
template <typename Part>
class Standings
{
public:
    // The new standing of the whole, if its kind has changed.
    std::optional<Standing> note(const Part &part, const Standing &standing)
    {
        const Standing::Kind before = worst().kind;
        if (standing.kind == Standing::Kind::Sure)
            m_doubted.erase(part);
        else
            m_doubted.insert_or_assign(part, standing);
        Standing now = worst();
        return now.kind == before ? std::nullopt : std::optional(std::move(now));
    }
    void clear() { m_doubted.clear(); }

private:
    Standing worst() const
    {
        const auto found = std::ranges::max_element(
            m_doubted, {}, [](const auto &entry) { return entry.second.kind; });
        return found == m_doubted.end() ? Standing() : found->second;
    }

    std::map<Part, Standing> m_doubted; // those that are not sure
};

} // namespace lockscope::lock
