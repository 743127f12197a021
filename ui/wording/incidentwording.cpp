// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/incidentwording.h"

#include "core/base/text.h"
#include "core/health/rulelist.h"
#include "ui/wording/lockname.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct IncidentWords {
    Q_DECLARE_TR_FUNCTIONS(IncidentWords)
};

constexpr qsizetype incidentNameLimit = 200;
constexpr std::size_t mostCycleLocks = 5; // locks of a deadlock

QString line(const QString &label, const QString &text)
{
    constexpr int wide = 12;
    return u"  %1%2\n"_s.arg(label.leftJustified(wide), text);
}

} // namespace

QString severityCounts(std::size_t critical, std::size_t warning)
{
    QStringList parts;
    if (critical > 0)
        parts += IncidentWords::tr("%1 critical").arg(critical);
    if (warning == 1)
        parts += IncidentWords::tr("1 warning");
    else if (warning > 1)
        parts += IncidentWords::tr("%1 warnings").arg(warning);
    return listed(parts);
}

QString problemSubject(const health::Problem &problem, qsizetype limit)
{
    using Type = health::Subject::Type;
    if (problem.subject.type == Type::Server)
        return visibleElided(problem.server.toUtf8(), limit);
    if (problem.subject.type != Type::Cycle || problem.locks.empty())
        return lockName(problem.subject.name, limit);
    QStringList names;
    for (const watch::LockId &lock : problem.locks) {
        if (static_cast<std::size_t>(names.size()) == mostCycleLocks)
            break;
        names += lockName(lock.name, limit);
    }
    const QString list = listed(names);
    const std::size_t more = problem.locks.size() - static_cast<std::size_t>(names.size());
    return more == 0 ? list : IncidentWords::tr("%1 and %2 more").arg(list, QString::number(more));
}

QString problemReport(const health::Problem &problem)
{
    const bool isLock = problem.subject.type != health::Subject::Type::Server;
    const QString what =
        isLock ? lockName(problem.subject.name, incidentNameLimit) : problem.server;
    QString text = u"%1  %2  %3\n"_s.arg(
        severity(problem.severity).leftJustified(8), QString::fromLatin1(problem.rule->name),
        isLock ? IncidentWords::tr("%1 on %2").arg(what, problem.deployment) : what);
    text += line(
        IncidentWords::tr("since"),
        problem.isSuspended
            ? IncidentWords::tr("%1; its server is out of sight now").arg(isoTime(problem.since))
            : isoTime(problem.since));
    if (problem.until)
        text += line(IncidentWords::tr("until"), isoTime(*problem.until));
    text += line(IncidentWords::tr("evidence"), saidInUtc(problem.evidence));
    text += line(IncidentWords::tr("why"), said(problem.rule->why));
    text += line(IncidentWords::tr("what to do"), said(problem.rule->whatToDo));
    text +=
        line(IncidentWords::tr("guide"), u"problem-"_s + QString::fromLatin1(problem.rule->name));
    return text;
}

QString incidentReport(const health::Incident &incident)
{
    QString text = problemReport(incident.problem);
    for (const health::Incident::Step &step : incident.steps)
        text += u"  %1  %2\n"_s.arg(isoTime(step.at), incidentStep(step.what));
    return text;
}

QString incidentStep(health::Incident::Step::What what)
{
    using What = health::Incident::Step::What;
    switch (what) {
    case What::Opened:
        return IncidentWords::tr("opened");
    case What::Worse:
        return IncidentWords::tr("became critical");
    case What::Better:
        return IncidentWords::tr("became a warning");
    case What::OutOfSight:
        return IncidentWords::tr("its server went out of sight");
    case What::InSight:
        return IncidentWords::tr("its server came back into sight");
    case What::Closed:
        return IncidentWords::tr("ended");
    case What::Acknowledged:
        return IncidentWords::tr("acknowledged");
    case What::Muted:
        return IncidentWords::tr("muted");
    case What::Unmuted:
        return IncidentWords::tr("no longer muted");
    }
    return {};
}

QString muteSentence(const health::Mute &mute)
{
    const health::Rule *const rule = health::findRule(mute.rule);
    const QString what = mute.rule.isEmpty() ? IncidentWords::tr("Every problem")
        : rule                               ? said(rule->title)
                                             : visibleElided(mute.rule, incidentNameLimit);
    const QString name = visibleName(mute.name, incidentNameLimit);
    const QString where = visibleElided(mute.deployment.toUtf8(), incidentNameLimit);
    const bool isOfServer = !mute.isPrefix && mute.name.isEmpty();
    if (mute.isPrefix && !mute.name.isEmpty())
        return where.isEmpty()
            ? IncidentWords::tr("%1: locks that begin with %2").arg(what, name)
            : IncidentWords::tr("%1: locks on %3 that begin with %2").arg(what, name, where);
    if (mute.isPrefix || isOfServer)
        return where.isEmpty() ? IncidentWords::tr("%1: everywhere").arg(what)
            : isOfServer       ? IncidentWords::tr("%1: the server %2").arg(what, where)
                               : IncidentWords::tr("%1: everything on %2").arg(what, where);
    return where.isEmpty() ? IncidentWords::tr("%1: the lock %2").arg(what, name)
                           : IncidentWords::tr("%1: the lock %2 on %3").arg(what, name, where);
}

QString muteEnd(const health::Mute &mute, WallInstant now)
{
    return mute.until ? IncidentWords::tr("until %1").arg(clockTime(*mute.until, now))
                      : IncidentWords::tr("until taken back");
}

} // namespace lockscope::wording
