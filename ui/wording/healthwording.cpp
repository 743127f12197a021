// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/healthwording.h"

#include "ui/wording/incidentwording.h"
#include "ui/wording/said.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::wording {

namespace {

struct HealthWords {
    Q_DECLARE_TR_FUNCTIONS(HealthWords)
};

// The limits of sight, if there are any.
QString sightText(const Sight &sight)
{
    if (sight.isLooking)
        return HealthWords::tr("still looking");
    if (sight.servers > 0 && sight.lost == sight.servers)
        return HealthWords::tr("no server can be seen");
    if (sight.lost == 1)
        return HealthWords::tr("1 server of %1 cannot be seen").arg(sight.servers);
    if (sight.lost > 1)
        return HealthWords::tr("%1 servers of %2 cannot be seen")
            .arg(sight.lost)
            .arg(sight.servers);
    return {};
}

} // namespace

QString verdict(const std::vector<health::Problem> &problems, const Sight &sight)
{
    const QString unseen = sightText(sight);
    if (problems.empty()) {
        if (sight.isLooking || (sight.servers > 0 && sight.lost == sight.servers))
            return unseen;
        if (!unseen.isEmpty())
            return HealthWords::tr("nothing else is known to be wrong, but %1").arg(unseen);
        return HealthWords::tr("nothing is wrong, as far as can be seen");
    }
    const auto critical =
        std::ranges::count(problems, health::Severity::Critical, &health::Problem::severity);
    const QString numbers = severityCounts(static_cast<std::size_t>(critical),
                                           problems.size() - static_cast<std::size_t>(critical));
    const health::Problem &worst = problems.front();
    const QString said = HealthWords::tr("%1: %2, %3")
                             .arg(numbers, wording::said(worst.rule->title), problemSubject(worst));
    return unseen.isEmpty() ? said : HealthWords::tr("%1; %2").arg(said, unseen);
}

} // namespace lockscope::wording
