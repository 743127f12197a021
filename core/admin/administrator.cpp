// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/administrator.h"

#include "core/admin/verdict.h"
#include "core/base/text.h"

#include <QCoreApplication>
#include <QSysInfo>
#include <QUuid>

#include <pwd.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using Status = Outcome::Status;

// No dialog stays open for longer than this.
constexpr Millis unlimited = std::chrono::hours(24);

QString userName()
{
    const auto id = ::geteuid();
    struct passwd entry = {};
    struct passwd *found = nullptr;
    QByteArray buffer(16 * 1024, '\0');
    if (::getpwuid_r(id, &entry, buffer.data(), static_cast<std::size_t>(buffer.size()), &found)
            == 0
        && found != nullptr)
        return QString::fromLocal8Bit(found->pw_name);
    return QString::number(id);
}

QString modeSuffix(format::Mode mode)
{
    switch (mode) {
    case format::Mode::Exclusive:
        return {};
    case format::Mode::Read:
        return u" read"_s;
    case format::Mode::Write:
        return u" write"_s;
    }
    return {};
}

// "owner x2 write; owner x1 read"
QString holdsText(const Sight &sight)
{
    QStringList texts;
    for (const SeenHold &hold : sight.holds)
        texts.append(u"%1 x%2%3"_s.arg(visible(hold.owner.bytes), QString::number(hold.count),
                                       modeSuffix(hold.mode)));
    if (sight.fencingToken)
        texts.append(u"token %1"_s.arg(*sight.fencingToken));
    return texts.isEmpty() ? u"free"_s : texts.join(u"; "_s);
}

// Arguments in double quotes, with escapes: unambiguous, like a string of JSON.
QByteArray commandText(const redis::Arguments &command)
{
    QStringList words;
    for (const QByteArray &argument : command)
        words.append(u'"' + visible(argument).replace(u"\""_s, u"\\\""_s) + u'"');
    return words.join(u' ').toUtf8();
}

AuditRecord recordOf(const Place &place, const Plan &plan, const QString &reason)
{
    AuditRecord record;
    record.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    record.user = userName();
    record.host = QSysInfo::machineHostName();
    record.program = QCoreApplication::applicationName();
    record.profile = place.profile;
    record.deployment = place.deployment;
    record.action = name(plan.action.type);
    record.lock = plan.sight.name.bytes;
    record.kind = plan.sight.kind;
    record.seen = holdsText(plan.sight);
    for (const redis::Arguments &command : plan.commands)
        record.commands.push_back(commandText(command));
    record.reason = reason;
    return record;
}

QString detailOf(const Outcome &outcome)
{
    QStringList parts;
    if (outcome.woken)
        parts.append(u"%1 woken"_s.arg(*outcome.woken));
    if (outcome.status == Status::Changed && outcome.found) {
        const bool other = outcome.found->kind.isEmpty() && outcome.foundType != "none";
        parts.append(u"found %1"_s.arg(other ? u"a key of type "_s + visible(outcome.foundType)
                                             : holdsText(*outcome.found)));
    }
    if (outcome.error)
        parts.append(outcome.error->text);
    if (!outcome.detail.isEmpty())
        parts.append(outcome.detail);
    return parts.join(u"; "_s);
}

// The line after: a log that fails now does not undo what was done, but is told.
void complete(const Audit &audit, const Clock &clock, AuditRecord record, Outcome &outcome)
{
    record.at = clock.wallNow();
    record.phase = u"done"_s;
    record.outcome = QString::fromLatin1(name(outcome.status));
    record.detail = detailOf(outcome);
    if (const auto written = audit.append(record); !written) {
        if (!outcome.detail.isEmpty())
            outcome.detail += u"; "_s;
        outcome.detail += written.error().text;
    }
}

Outcome failed(Error error)
{
    Outcome outcome;
    outcome.status = error.kind == ErrorKind::Permission ? Status::NotPermitted : Status::Failed;
    outcome.error = std::move(error);
    return outcome;
}

Outcome refused()
{
    Outcome outcome;
    outcome.status = Status::Refused;
    outcome.error =
        Error{ErrorKind::Permission, "READONLYPROFILE", u"the profile is read-only"_s, {}};
    return outcome;
}

} // namespace

QByteArray name(Outcome::Status status)
{
    switch (status) {
    case Status::Done:
        return "done";
    case Status::Changed:
        return "changed";
    case Status::Declined:
        return "declined";
    case Status::Refused:
        return "refused";
    case Status::NotPermitted:
        return "not-permitted";
    case Status::Failed:
        return "failed";
    case Status::Unknown:
        return "unknown";
    }
    return {};
}

Administrator::Administrator(const Audit &audit, Confirmation &confirmation, const Clock &clock)
    : m_audit(audit)
    , m_confirmation(confirmation)
    , m_clock(clock)
{}

Pending<Outcome> Administrator::act(redis::Deployment &deployment, Place place, Plan plan,
                                    Millis patience)
{
    return m_scope.start([this, &deployment, place = std::move(place), plan = std::move(plan),
                          patience]() { return carryOut(deployment, place, plan, patience); });
}

QCoro::Task<Result<Outcome>> Administrator::carryOut(redis::Deployment &deployment, Place place,
                                                     Plan plan, Millis patience)
{
    if (place.readOnly || deployment.config().target.readOnly) {
        Outcome outcome = refused();
        complete(m_audit, m_clock, recordOf(place, plan, {}), outcome);
        co_return outcome;
    }
    auto asked = m_confirmation.confirm(plan, place);
    const auto decision = co_await m_scope.wait(std::move(asked), unlimited);
    if (!decision && decision.error().kind == ErrorKind::Cancelled && m_scope.isCancelled())
        co_return fail(decision.error());
    if (!decision || !decision->confirmed) {
        Outcome outcome;
        outcome.status = Status::Declined;
        co_return outcome;
    }

    AuditRecord record = recordOf(place, plan, decision->reason);
    record.at = m_clock.wallNow();
    record.phase = u"intended"_s;
    if (const auto written = m_audit.append(record); !written) {
        Outcome outcome;
        outcome.error = written.error();
        co_return outcome;
    }
    auto running = runScript(deployment, plan, patience);
    Outcome outcome = co_await running;
    complete(m_audit, m_clock, std::move(record), outcome);
    co_return outcome;
}

// Says what became of it even when the scope is cancelled meanwhile: the log is owed a line.
QCoro::Task<Outcome> Administrator::runScript(redis::Deployment &deployment, Plan plan,
                                              Millis patience)
{
    auto opening = deployment.whenTried();
    const auto ready = co_await m_scope.wait(std::move(opening), patience);
    if (!ready)
        co_return failed(deployment.lastError().value_or(ready.error()));
    // The connection has deadlines of its own, for the digest and for the text; this one only has
    // to come after both.
    const Millis deadline = 2 * deployment.config().commandTimeout + std::chrono::seconds(2);
    auto sent = deployment.run(plan.script, plan.keys, plan.arguments);
    const auto answer = co_await m_scope.wait(std::move(sent), deadline);
    Outcome outcome = verdict(plan, answer);
    if (outcome.error && outcome.error->endpoint.isEmpty())
        outcome.error->endpoint = deployment.label();
    co_return outcome;
}

} // namespace lockscope::admin
