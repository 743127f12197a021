// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/incidenttext.h"

#include "core/base/text.h"
#include "ui/client/servers/servermodel.h"
#include "ui/wording/incidentwording.h"
#include "ui/wording/lockname.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using health::Incident;
using Line = IncidentText::Line;
using Link = IncidentText::Link;
using Style = Line::Style;

constexpr qsizetype nameLimit = 300;
constexpr std::chrono::minutes before{1};

constexpr std::array<std::pair<Link::To, QLatin1StringView>, 4> linkNames{{
    {Link::To::Lock, "lock"_L1},
    {Link::To::Server, "server"_L1},
    {Link::To::Timeline, "timeline"_L1},
    {Link::To::Guide, "guide"_L1},
}};

bool concerns(const watch::Event &event, const health::Problem &problem)
{
    if (problem.subject.type == health::Subject::Type::Server)
        return !event.name && event.serverId == problem.subject.server();
    return event.name
        && std::find(problem.locks.begin(), problem.locks.end(),
                     watch::LockId{event.deploymentId, *event.name})
        != problem.locks.end();
}

// The differences between the locks of one problem.
struct Apart {
    bool isByName = false;
    bool isByServer = false;
};

Apart apartBy(const std::vector<watch::LockId> &locks)
{
    Apart apart;
    for (const watch::LockId &lock : locks) {
        apart.isByName |= lock.name != locks.front().name;
        apart.isByServer |= lock.deployment != locks.front().deployment;
    }
    return apart;
}

// "orders" or, where that says which one it is, "orders on redis://a:6379".
QString lockText(const watch::LockId &lock, Apart apart, const ServerModel &servers)
{
    const QString name = wording::lockName(lock.name, nameLimit);
    const watch::ServerRecord *const server =
        apart.isByServer ? servers.find(lock.deployment) : nullptr;
    if (!server)
        return name;
    return IncidentText::tr("%1 on %2").arg(name, shortLabel(server->label));
}

QString eventText(const watch::Event &event, Apart apart, WallInstant now)
{
    QStringList parts{wording::exactTime(event.at, now), wording::event(event.type)};
    if (apart.isByName && event.name)
        parts += wording::lockName(*event.name, 80);
    if (apart.isByServer && !event.server.isEmpty())
        parts += shortLabel(event.server);
    if (event.owner)
        parts += wording::owner(*event.owner, event.alias, 80);
    if (!event.detail.isEmpty())
        parts += wording::said(event.detail, nameLimit);
    return parts.join("  "_L1);
}

} // namespace

QString IncidentText::Link::name() const
{
    for (const auto &[kind, name] : linkNames) {
        if (kind == to)
            return u"%1:%2"_s.arg(name).arg(place);
    }
    return {};
}

std::optional<Link> IncidentText::Link::from(const QString &name)
{
    bool isNumber = false;
    const int place = name.section(u':', 1).toInt(&isNumber);
    for (const auto &[kind, known] : linkNames) {
        if (isNumber && place >= 0 && name.section(u':', 0, 0) == known)
            return Link{kind, place};
    }
    return std::nullopt;
}

std::vector<const watch::Event *> IncidentText::related(const health::Problem &problem,
                                                        const std::deque<watch::Event> &events)
{
    std::vector<const watch::Event *> found;
    for (auto event = events.rbegin(); event != events.rend() && found.size() < mostEvents;
         ++event) {
        if (event->at < problem.since - before)
            break;
        if ((!problem.until || event->at <= *problem.until) && concerns(*event, problem))
            found.push_back(&*event);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

std::vector<Line> IncidentText::lines(const Incident &incident,
                                      const std::deque<watch::Event> &events,
                                      const ServerModel &servers, WallInstant now)
{
    const health::Problem &problem = incident.problem;
    const Apart apart = apartBy(problem.locks);
    const health::Rule &rule = *problem.rule;
    const auto sentence = [](const Sentence &text) { return wording::saidAlone(text); };
    std::vector<Line> lines;
    lines.push_back({Style::Title,
                     tr("%1: %2").arg(wording::capitalised(wording::severity(
                                          incident.isOpen() ? problem.severity : incident.worst)),
                                      wording::said(rule.title))});

    // The place: the server or the locks.
    const QString where = visibleElided(problem.deployment.toUtf8(), nameLimit);
    if (problem.subject.type == health::Subject::Type::Server) {
        lines.push_back({Style::Text,
                         tr("Server: "),
                         visibleElided(problem.server.toUtf8(), nameLimit),
                         {Link::To::Server, 0}});
    } else {
        const std::size_t shown = std::min(problem.locks.size(), mostLocks);
        for (std::size_t i = 0; i < shown; ++i)
            lines.push_back({Style::Text,
                             tr("Lock: "),
                             lockText(problem.locks[i], apart, servers),
                             {Link::To::Lock, static_cast<int>(i)}});
        if (problem.locks.empty())
            lines.push_back(
                {Style::Text, tr("Lock: %1").arg(wording::problemSubject(problem, nameLimit))});
        else if (problem.locks.size() > shown)
            lines.push_back({Style::Quiet, tr("and %1 more").arg(problem.locks.size() - shown)});
        lines.push_back({Style::Quiet,
                         problem.subject.type == health::Subject::Type::Quorum
                             ? tr("Quorum group: %1").arg(where)
                             : tr("Deployment: %1").arg(where)});
    }
    const QString start = wording::clockTime(incident.start(), now);
    lines.push_back({Style::Text,
                     incident.end()
                         ? tr("From %1 to %2.").arg(start, wording::clockTime(*incident.end(), now))
                         : tr("Open since %1.").arg(start)});
    if (problem.isSuspended)
        lines.push_back({Style::Text, tr("Its server is out of sight: it may be over by now.")});
    if (incident.isMuted)
        lines.push_back({Style::Text, tr("It is muted.")});

    lines.push_back({Style::Heading, tr("Evidence")});
    lines.push_back({Style::Text, sentence(problem.evidence)});
    lines.push_back({Style::Heading, tr("What to do")});
    lines.push_back({Style::Text, sentence(rule.whatToDo)});
    lines.push_back({Style::Heading, tr("Why it matters")});
    lines.push_back({Style::Text, sentence(rule.why)});
    lines.push_back({Style::Text, {}, tr("Page of the guide"), {Link::To::Guide, 0}});
    if (!problem.locks.empty())
        lines.push_back({Style::Text, {}, tr("Show on the timeline"), {Link::To::Timeline, 0}});

    lines.push_back({Style::Heading, tr("Steps")});
    for (const Incident::Step &step : incident.steps)
        lines.push_back(
            {Style::Text,
             tr("%1  %2").arg(wording::clockTime(step.at, now), wording::incidentStep(step.what))});
    const auto happened = related(problem, events);
    lines.push_back({Style::Heading, tr("Events around it")});
    if (happened.empty())
        lines.push_back({Style::Quiet, tr("None is stored.")});
    for (const watch::Event *event : happened)
        lines.push_back({Style::Text, eventText(*event, apart, now)});
    return lines;
}

} // namespace lockscope::ui
