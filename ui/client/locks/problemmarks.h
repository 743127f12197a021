// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/filter/filter.h"
#include "ui/client/locks/problems.h"

#include <optional>
#include <vector>

namespace lockscope::ui {

// As much of a lock's problems as rows are sorted and tinted by, and as a cell tells: of three
// bytes, since a table has one for each of its locks.
struct ProblemMark {
    quint8 severity = 0; // 0: no problem; else one more than the worst one's value
    quint8 rule = 0; // the worst one's place in health::allRules()
    quint8 others = 0; // further problems; 255: that many or more

    static ProblemMark of(const std::vector<health::Problem> &problems); // the worst first
    bool isEmpty() const { return severity == 0; }
    std::optional<health::Severity> known() const;
    const health::Rule &worst() const; // of one that is not empty
    qint64 rank() const; // the worst first

    friend bool operator==(const ProblemMark &, const ProblemMark &) = default;
};

// Keeps the problems of a table's locks in short: a mark for each slot, which is what a cell, a
// tint and an order look at. GUI thread; it owns the marks, the source must outlive it or be taken
// away. As long as no lock has a problem there are none.
class ProblemMarks
{
public:
    bool setSource(const ProblemSource *source); // false: it was that
    bool hasSource() const { return m_source != nullptr; }

    // Empty: the lock could not be judged.
    std::optional<std::vector<health::Problem>> problemsOf(const watch::LockId &id) const;
    // The same for a filter.
    std::optional<insight::LockProblems> wordsOf(const watch::LockId &id) const;
    bool isInSight(watch::DeploymentId deployment) const;
    std::vector<watch::LockId> locksWithProblems() const; // as the source says

    // By slot, those behind the last have none.
    const std::vector<ProblemMark> &all() const { return m_marks; }
    ProblemMark markOf(quint32 slot) const
    {
        return slot < m_marks.size() ? m_marks[slot] : ProblemMark();
    }
    // Asks again; whether the lock's mark is another now.
    bool judge(quint32 slot, const watch::LockId &id);
    void clear() { m_marks = {}; }

private:
    const ProblemSource *m_source = nullptr;
    std::vector<ProblemMark> m_marks;
};

} // namespace lockscope::ui
