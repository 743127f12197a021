// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/problem.h"

#include <QCryptographicHash>

namespace lockscope::health {

watch::Event eventOf(const ProblemChange &change, WallInstant at)
{
    const Problem &problem = change.problem;
    watch::Event event;
    event.at = at;
    event.type = change.what == ProblemChange::What::Closed ? watch::EventType::ProblemClosed
                                                            : watch::EventType::ProblemOpened;
    if (problem.subject.type != Subject::Type::Server)
        event.name = problem.subject.name;
    event.kind = problem.kind;
    event.deployment = problem.deployment;
    event.server = problem.server.isEmpty() ? problem.deployment : problem.server;
    event.detail = QString::fromLatin1(problem.rule->name) + QStringLiteral(" (")
        + QString::fromLatin1(name(problem.severity)) + QStringLiteral("): ")
        + problem.evidence.english();
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

bool isWorse(const Problem &a, const Problem &b)
{
    if (a.severity != b.severity)
        return a.severity > b.severity;
    if (a.since != b.since)
        return a.since < b.since;
    return a.id < b.id;
}

} // namespace lockscope::health
