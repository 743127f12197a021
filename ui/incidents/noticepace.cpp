// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/noticepace.h"

#include "ui/wording/incidentwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype noticeNameLimit = 80;

struct Notices {
    Q_DECLARE_TR_FUNCTIONS(IncidentNotices)
};

DesktopNotice noticeOf(const health::Problem &problem)
{
    return {Notices::tr("%1: %2").arg(wording::capitalised(wording::severity(problem.severity)),
                                      wording::said(problem.rule->title)),
            Notices::tr("%1 on %2\n%3")
                .arg(wording::problemSubject(problem, noticeNameLimit),
                     wording::shown(problem.deployment.toUtf8(), noticeNameLimit),
                     wording::said(problem.rule->inShort)),
            problem.severity, problem.id};
}

DesktopNotice noticeOf(const std::vector<health::Problem> &problems, bool isFirstLook)
{
    const auto critical = static_cast<std::size_t>(
        std::count_if(problems.begin(), problems.end(), [](const health::Problem &each) {
            return each.severity == health::Severity::Critical;
        }));
    const health::Problem &worst =
        *std::min_element(problems.begin(), problems.end(), health::isWorse);
    return {(isFirstLook ? Notices::tr("%1 problems") : Notices::tr("%1 more problems"))
                .arg(problems.size()),
            Notices::tr("%1; the worst: %2, %3")
                .arg(wording::severityCounts(critical, problems.size() - critical),
                     wording::said(worst.rule->title),
                     wording::problemSubject(worst, noticeNameLimit)),
            worst.severity,
            {}};
}

} // namespace

void NoticePace::gather(Instant now)
{
    m_notBefore = std::max(m_notBefore.value_or(now), now + firstLook);
    m_isFirstLook = true;
}

void NoticePace::add(const health::Problem &problem)
{
    remove(problem.id);
    m_waiting.push_back(problem);
}

void NoticePace::remove(const QByteArray &id)
{
    std::erase_if(m_waiting, [&id](const health::Problem &each) { return each.id == id; });
}

std::optional<DesktopNotice> NoticePace::take(Instant now)
{
    if (m_waiting.empty() || (m_notBefore && now < *m_notBefore))
        return std::nullopt;
    const std::vector<health::Problem> told = std::exchange(m_waiting, {});
    const bool isFirstLook = std::exchange(m_isFirstLook, false);
    m_notBefore = now + pause;
    return told.size() == 1 ? noticeOf(told.front()) : noticeOf(told, isFirstLook);
}

std::optional<Instant> NoticePace::nextAt() const
{
    return m_waiting.empty() ? std::nullopt : std::optional(m_notBefore.value_or(Instant()));
}

} // namespace lockscope::ui
