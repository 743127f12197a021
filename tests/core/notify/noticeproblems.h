// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/rulelist.h"
#include "core/notify/noticebook.h"

namespace lockscope::test {

// Made-up problems of one rule, each with a lock and an id of its number.
inline health::Problem problemOf(int number, health::Severity severity = health::Severity::Critical,
                                 const QByteArray &name = {})
{
    health::Problem problem;
    problem.id = QByteArray::number(number).rightJustified(16, '0');
    problem.rule = health::findRule("no-expiry");
    problem.subject = health::Subject::of(
        watch::LockId{watch::DeploymentId{0},
                      LockName(name.isEmpty() ? "orders:" + QByteArray::number(number) : name)});
    problem.deployment = problem.server = QStringLiteral("redis://10.0.0.1:6379");
    problem.kind = "string";
    problem.severity = severity;
    problem.evidence = Sentence::say("held without an expiry");
    problem.locks = {problem.subject.lock()};
    return problem;
}

inline health::ProblemChange opened(const health::Problem &problem)
{
    return {health::ProblemChange::What::Opened, problem};
}

inline health::ProblemChange changed(const health::Problem &problem)
{
    return {health::ProblemChange::What::Changed, problem};
}

inline health::ProblemChange closed(health::Problem problem)
{
    problem.until = WallInstant(Millis(5000));
    return {health::ProblemChange::What::Closed, problem};
}

} // namespace lockscope::test
