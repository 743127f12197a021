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

struct Words {
    Q_DECLARE_TR_FUNCTIONS(IncidentWords)
};

constexpr qsizetype nameLimit = 200;
constexpr std::size_t mostNamed = 5; // locks of a deadlock

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
        parts += Words::tr("%1 critical").arg(critical);
    if (warning == 1)
        parts += Words::tr("1 warning");
    else if (warning > 1)
        parts += Words::tr("%1 warnings").arg(warning);
    return parts.join(Words::tr(", "));
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
        if (static_cast<std::size_t>(names.size()) == mostNamed)
            break;
        names += lockName(lock.name, limit);
    }
    const QString list = names.join(Words::tr(", "));
    const std::size_t more = problem.locks.size() - static_cast<std::size_t>(names.size());
    return more == 0 ? list : Words::tr("%1 and %2 more").arg(list, QString::number(more));
}

QString problemReport(const health::Problem &problem)
{
    const bool isLock = problem.subject.type != health::Subject::Type::Server;
    const QString what = isLock ? lockName(problem.subject.name, nameLimit) : problem.server;
    QString text = u"%1  %2  %3\n"_s.arg(
        severity(problem.severity).leftJustified(8), QString::fromLatin1(problem.rule->name),
        isLock ? Words::tr("%1 on %2").arg(what, problem.deployment) : what);
    text += line(Words::tr("since"),
                 problem.isSuspended
                     ? Words::tr("%1; its server is out of sight now").arg(isoTime(problem.since))
                     : isoTime(problem.since));
    if (problem.until)
        text += line(Words::tr("until"), isoTime(*problem.until));
    text += line(Words::tr("evidence"), saidInUtc(problem.evidence));
    text += line(Words::tr("why"), said(problem.rule->why));
    text += line(Words::tr("what to do"), said(problem.rule->whatToDo));
    text += line(Words::tr("guide"), u"problem-"_s + QString::fromLatin1(problem.rule->name));
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
        return Words::tr("opened");
    case What::Worse:
        return Words::tr("became critical");
    case What::Better:
        return Words::tr("became a warning");
    case What::OutOfSight:
        return Words::tr("its server went out of sight");
    case What::InSight:
        return Words::tr("its server came back into sight");
    case What::Closed:
        return Words::tr("ended");
    case What::Acknowledged:
        return Words::tr("acknowledged");
    }
    return {};
}

QString muteSentence(const health::Mute &mute)
{
    const health::Rule *const rule = health::findRule(mute.rule);
    const QString what = mute.rule.isEmpty() ? Words::tr("Every problem")
        : rule                               ? said(rule->title)
                                             : visibleElided(mute.rule, nameLimit);
    const QString name = visibleElided(mute.name, nameLimit);
    const QString where = visibleElided(mute.deployment.toUtf8(), nameLimit);
    const bool isOfServer = !mute.isPrefix && mute.name.isEmpty();
    if (mute.isPrefix && !mute.name.isEmpty())
        return where.isEmpty()
            ? Words::tr("%1: locks that begin with %2").arg(what, name)
            : Words::tr("%1: locks on %3 that begin with %2").arg(what, name, where);
    if (mute.isPrefix || isOfServer)
        return where.isEmpty() ? Words::tr("%1: everywhere").arg(what)
            : isOfServer       ? Words::tr("%1: the server %2").arg(what, where)
                               : Words::tr("%1: everything on %2").arg(what, where);
    return where.isEmpty() ? Words::tr("%1: the lock %2").arg(what, name)
                           : Words::tr("%1: the lock %2 on %3").arg(what, name, where);
}

QString muteEnd(const health::Mute &mute, WallInstant now)
{
    return mute.until ? Words::tr("until %1").arg(clockTime(*mute.until, now))
                      : Words::tr("until taken back");
}

} // namespace lockscope::wording
