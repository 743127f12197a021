// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/problem.h"

#include "core/base/spantext.h"

#include <QCryptographicHash>

namespace lockscope::health {

namespace {

// An end is told once it has lasted, and the evidence is so no more.
Sentence pastOf(const Problem &problem, WallInstant now)
{
    const Sentence was = Sentence::say("it was: %1").arg(problem.evidence);
    return problem.until && *problem.until < now
        ? Sentence::say("over for %1; %2")
              .arg(spanText(std::chrono::floor<Millis>(now - *problem.until)), was)
        : was;
}

} // namespace

bool isOfProblem(watch::EventType type)
{
    using enum watch::EventType;
    return type == ProblemOpened || type == ProblemWorsened || type == ProblemClosed;
}

watch::Event eventOf(const ProblemChange &change, WallInstant at)
{
    const Problem &problem = change.problem;
    watch::Event event;
    event.at = at;
    using What = ProblemChange::What;
    event.type = change.what == What::Closed ? watch::EventType::ProblemClosed
        : change.what == What::Changed       ? watch::EventType::ProblemWorsened
                                             : watch::EventType::ProblemOpened;
    if (problem.subject.type != Subject::Type::Server)
        event.name = problem.subject.name;
    event.kind = problem.kind;
    event.deployment = problem.deployment;
    event.server = problem.server.isEmpty() ? problem.deployment : problem.server;
    const QString about =
        change.what == What::Closed ? pastOf(problem, at).english() : problem.evidence.english();
    event.detail = QStringLiteral("%1 (%2): %3")
                       .arg(QString::fromLatin1(problem.rule->name),
                            QString::fromLatin1(name(problem.severity)), about);
    return event;
}

QByteArray fingerprintOf(const Problem &problem)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const QByteArray &part : {QByteArray(problem.rule->name), problem.deployment.toUtf8(),
                                   problem.subject.name.bytes}) {
        hash.addData(part);
        hash.addData(QByteArray(1, '\0'));
    }
    return hash.result().left(8).toHex();
}

bool tellsOfNoSight(const Problem &problem)
{
    return problem.rule->judgesUnseen;
}

bool operator<(const Rank &a, const Rank &b)
{
    if (a.severity != b.severity)
        return a.severity > b.severity;
    if (a.isOfNoSight != b.isOfNoSight)
        return a.isOfNoSight;
    return a.since != b.since ? a.since < b.since : a.id < b.id;
}

Rank rankOf(const Problem &problem)
{
    return {problem.severity, tellsOfNoSight(problem), problem.since, problem.id};
}

} // namespace lockscope::health
