// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

// The problems that were open at the time of a record that is shown, found by lock. A value, one
// thread.
class RecordedProblems
{
public:
    void note(const health::ProblemChange &change);

    std::vector<health::Problem> problems() const; // the worst first
    std::vector<health::Problem> problemsOf(const watch::LockId &id) const; // the worst first
    std::optional<health::Severity> worstOf(const watch::LockId &id) const;

private:
    void forget(const QByteArray &id);

    std::unordered_map<QByteArray, health::Problem> m_open; // by id
    std::unordered_multimap<watch::LockId, QByteArray> m_ofLock;
};

} // namespace lockscope::ui
