// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/problemmarks.h"

#include "core/health/rulelist.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

ProblemMark ProblemMark::of(const std::vector<health::Problem> &problems)
{
    if (problems.empty())
        return {};
    constexpr std::size_t most = 255;
    const health::Problem &worst = problems.front();
    const auto rules = health::allRules();
    const auto place = std::find(rules.begin(), rules.end(), worst.rule) - rules.begin();
    return {static_cast<quint8>(static_cast<int>(worst.severity) + 1), static_cast<quint8>(place),
            static_cast<quint8>(std::min(most, problems.size() - 1))};
}

std::optional<health::Severity> ProblemMark::known() const
{
    if (isEmpty())
        return std::nullopt;
    return static_cast<health::Severity>(severity - 1);
}

const health::Rule &ProblemMark::worst() const
{
    return *health::allRules()[rule];
}

qint64 ProblemMark::rank() const
{
    return -qint64{severity};
}

bool ProblemMarks::setSource(const ProblemSource *source)
{
    return std::exchange(m_source, source) != source;
}

std::optional<std::vector<health::Problem>> ProblemMarks::problemsOf(const watch::LockId &id) const
{
    if (!m_source)
        return std::nullopt;
    std::vector<health::Problem> problems;
    if (m_source->worstOf(id))
        problems = m_source->problemsOf(id);
    if (problems.empty() && !m_source->isInSight(id.deployment))
        return std::nullopt;
    return problems;
}

// A problem stays one out of sight: nobody saw its end.
std::optional<insight::LockProblems> ProblemMarks::wordsOf(const watch::LockId &id) const
{
    const auto problems = problemsOf(id);
    if (!problems)
        return std::nullopt;
    insight::LockProblems words;
    for (const health::Problem &problem : *problems) {
        words.rules += QString::fromLatin1(problem.rule->name);
        words.isCritical = words.isCritical || problem.severity == health::Severity::Critical;
    }
    return words;
}

bool ProblemMarks::isInSight(watch::DeploymentId deployment) const
{
    return m_source && m_source->isInSight(deployment);
}

std::vector<watch::LockId> ProblemMarks::locksWithProblems() const
{
    return m_source ? m_source->locksWithProblems() : std::vector<watch::LockId>();
}

bool ProblemMarks::judge(quint32 slot, const watch::LockId &id)
{
    ProblemMark mark;
    if (m_source && m_source->worstOf(id))
        mark = ProblemMark::of(m_source->problemsOf(id));
    if (mark == markOf(slot))
        return false;
    if (slot >= m_marks.size())
        m_marks.resize(slot + std::size_t(1));
    m_marks[slot] = mark;
    return true;
}

} // namespace lockscope::ui
