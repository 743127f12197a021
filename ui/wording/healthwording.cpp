// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/healthwording.h"

#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(HealthWords)
};

// What is known of sight, if that is not all.
QString sightText(const Sight &sight)
{
    if (sight.isLooking)
        return Words::tr("still looking");
    if (sight.servers > 0 && sight.lost == sight.servers)
        return Words::tr("no server can be seen");
    if (sight.lost == 1)
        return Words::tr("1 server of %1 cannot be seen").arg(sight.servers);
    if (sight.lost > 1)
        return Words::tr("%1 servers of %2 cannot be seen").arg(sight.lost).arg(sight.servers);
    return {};
}

} // namespace

QString severity(health::Severity severity)
{
    return severity == health::Severity::Critical ? Words::tr("critical") : Words::tr("warning");
}

QString subject(const health::Problem &problem, qsizetype limit)
{
    const QString name = shown(problem.subject.name.bytes, limit);
    switch (problem.subject.type) {
    case health::Subject::Type::Server:
        return problem.server;
    case health::Subject::Type::Cycle:
        if (problem.locks.size() > 1)
            return Words::tr("%1 locks: %2 and others").arg(problem.locks.size()).arg(name);
        break;
    case health::Subject::Type::Lock:
    case health::Subject::Type::Quorum:
        break;
    }
    return name;
}

QString verdict(const std::vector<health::Problem> &problems, const Sight &sight)
{
    const QString unseen = sightText(sight);
    if (problems.empty()) {
        if (sight.isLooking || (sight.servers > 0 && sight.lost == sight.servers))
            return unseen;
        if (!unseen.isEmpty())
            return Words::tr("nothing else is known to be wrong, but %1").arg(unseen);
        return Words::tr("nothing is wrong, as far as can be seen");
    }
    const auto critical =
        std::ranges::count(problems, health::Severity::Critical, &health::Problem::severity);
    const qint64 warnings = static_cast<qint64>(problems.size()) - critical;
    const QString warned =
        warnings == 1 ? Words::tr("1 warning") : Words::tr("%1 warnings").arg(warnings);
    const QString criticals = Words::tr("%1 critical").arg(critical);
    const QString numbers = critical == 0 ? warned
        : warnings == 0                   ? criticals
                                          : Words::tr("%1, %2").arg(criticals, warned);
    const health::Problem &worst = problems.front();
    const QString said =
        Words::tr("%1: %2, %3").arg(numbers, wording::said(worst.rule->title), subject(worst));
    return unseen.isEmpty() ? said : Words::tr("%1; %2").arg(said, unseen);
}

} // namespace lockscope::wording
