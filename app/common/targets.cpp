// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/targets.h"

namespace lockscope::app {

Result<std::vector<redis::Target>> targetsFrom(const QStringList &urls)
{
    std::vector<redis::Target> targets;
    for (const QString &url : urls) {
        auto target = redis::parseTarget(url);
        if (!target)
            return fail(target.error());
        if (target->password.isEmpty())
            target->password = qgetenv("LOCKSCOPE_PASSWORD");
        targets.push_back(std::move(*target));
    }
    return targets;
}

} // namespace lockscope::app
