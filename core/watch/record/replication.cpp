// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/replication.h"

namespace lockscope::watch {

Survival survivalOf(const LockName &lock, const Replication &replication)
{
    const auto asked = replication.present.find(lock);
    if (asked == replication.present.end())
        return Survival::Unknown;
    if (replication.replicas.empty())
        return Survival::Lost;
    bool isKnown = false;
    bool isDoubtful = false;
    for (std::size_t i = 0; i < replication.replicas.size(); ++i) {
        if (replication.replicas[i].priority == 0)
            continue;
        const std::optional<bool> &has = asked->second[i];
        if (has == false)
            return Survival::Lost;
        isDoubtful |= !has.has_value();
        isKnown |= has.has_value();
    }
    return isKnown && !isDoubtful ? Survival::Kept : Survival::Unknown;
}

} // namespace lockscope::watch
