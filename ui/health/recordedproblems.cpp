// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/recordedproblems.h"

#include <algorithm>

namespace lockscope::ui {

void RecordedProblems::note(const health::ProblemChange &change)
{
    forget(change.problem.id);
    if (change.what == health::ProblemChange::What::Closed)
        return;
    for (const watch::LockId &lock : change.problem.locks)
        m_ofLock.emplace(lock, change.problem.id);
    m_open.emplace(change.problem.id, change.problem);
}

void RecordedProblems::forget(const QByteArray &id)
{
    const auto known = m_open.find(id);
    if (known == m_open.end())
        return;
    for (const watch::LockId &lock : known->second.locks) {
        const auto [first, last] = m_ofLock.equal_range(lock);
        const auto its =
            std::find_if(first, last, [&](const auto &each) { return each.second == id; });
        if (its != last)
            m_ofLock.erase(its);
    }
    m_open.erase(known);
}

std::vector<health::Problem> RecordedProblems::problems() const
{
    std::vector<health::Problem> all;
    all.reserve(m_open.size());
    for (const auto &[id, problem] : m_open)
        all.push_back(problem);
    std::ranges::sort(all, health::isWorse);
    return all;
}

std::vector<health::Problem> RecordedProblems::problemsOf(const watch::LockId &id) const
{
    std::vector<health::Problem> all;
    const auto [first, last] = m_ofLock.equal_range(id);
    for (auto at = first; at != last; ++at)
        all.push_back(m_open.at(at->second));
    std::ranges::sort(all, health::isWorse);
    return all;
}

std::optional<health::Severity> RecordedProblems::worstOf(const watch::LockId &id) const
{
    std::optional<health::Severity> worst;
    const auto [first, last] = m_ofLock.equal_range(id);
    for (auto at = first; at != last; ++at) {
        const health::Severity severity = m_open.at(at->second).severity;
        worst = std::max(worst.value_or(severity), severity);
    }
    return worst;
}

} // namespace lockscope::ui
