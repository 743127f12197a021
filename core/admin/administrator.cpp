// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/administrator.h"

#include "core/admin/verdict.h"
#include "core/admin/withoutscript.h"
#include "core/base/text.h"
#include "core/redis/readonly.h"

#include <QCoreApplication>
#include <QSysInfo>
#include <QUuid>

#include <pwd.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using Status = Outcome::Status;

// No dialog stays open for longer than this, and no disk takes as long.
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
    if (sight.number)
        texts.append(Sentence::say("number %1").arg(*sight.number).english());
    if (sight.fencingToken)
        texts.append(Sentence::say("token %1").arg(*sight.fencingToken).english());
    return texts.isEmpty() ? Sentence::say("free").english() : texts.join(u"; "_s);
}

// Arguments in double quotes, with escapes: unambiguous, like a string of JSON.
QByteArray commandText(const redis::Arguments &command)
{
    QStringList words;
    for (const QByteArray &argument : command)
        words.append(u'"' + visible(argument).replace(u"\""_s, u"\\\""_s) + u'"');
    return words.join(u' ').toUtf8();
}

// As the scripts send them on a cluster with sharded channels (scripts/in_cluster.lua).
std::vector<redis::Arguments> withShardedMessages(const std::vector<redis::Arguments> &commands)
{
    std::vector<redis::Arguments> all;
    for (const redis::Arguments &command : commands) {
        if (command.front() == "PUBLISH" && command[1].startsWith("redisson_")) {
            all.push_back(command);
            all.back().front() = "SPUBLISH"_ba;
        }
        all.push_back(command);
    }
    return all;
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
    record.action = name(plan.action);
    record.lock = plan.sight.name.bytes;
    record.kind = plan.sight.kind;
    record.seen = holdsText(plan.sight);
    for (const redis::Arguments &command : plan.commands)
        record.commands.push_back(commandText(command));
    record.reason = reason;
    return record;
}

// As the log has it, in English.
QString detailOf(const Outcome &outcome)
{
    QStringList parts;
    if (outcome.woken)
        parts.append(Sentence::say("%1 woken").arg(*outcome.woken).english());
    if (outcome.status == Status::Changed && outcome.found) {
        const bool other = outcome.found->kind.isEmpty() && outcome.foundType != "none";
        const auto found = other
            ? Sentence::say("found a key of type %1").arg(visible(outcome.foundType))
            : Sentence::say("found %1").arg(holdsText(*outcome.found));
        parts.append(found.english());
    }
    if (outcome.error)
        parts.append(outcome.error->text.english());
    if (!outcome.detail.isEmpty())
        parts.append(outcome.detail.english());
    return parts.join(u"; "_s);
}

Outcome failed(Error error)
{
    Outcome outcome;
    outcome.status = error.kind == ErrorKind::Permission ? Status::NotPermitted : Status::Failed;
    outcome.error = std::move(error);
    return outcome;
}

Outcome refused(const QString &profile)
{
    Outcome outcome;
    outcome.status = Status::Refused;
    outcome.error = redis::readOnlyRefusal({}, profile);
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

Administrator::Administrator(Audit &audit, Confirmation &confirmation, const Clock &clock)
    : m_audit(audit)
    , m_confirmation(confirmation)
    , m_clock(clock)
{}

Pending<Outcome> Administrator::act(redis::Deployment &deployment, Place place, Plan plan,
                                    Millis patience)
{
    std::vector<Step> steps;
    steps.push_back({std::move(place), std::move(plan)});
    return m_scope.start(
        [this, &deployment, steps = std::move(steps), patience]() -> QCoro::Task<Result<Outcome>> {
            auto carrying = carryOut({&deployment}, steps, patience);
            const auto outcomes = co_await carrying;
            co_return outcomes.map([](const auto &all) { return all.front(); });
        });
}

Pending<std::vector<Outcome>> Administrator::actOnAll(std::vector<redis::Deployment *> deployments,
                                                      std::vector<Step> steps, Millis patience)
{
    return m_scope.start([this, deployments = std::move(deployments), steps = std::move(steps),
                          patience]() { return carryOut(deployments, steps, patience); });
}

// If one of them may not be acted on, none is.
QCoro::Task<std::vector<Outcome>> Administrator::refuseAll(std::vector<Step> steps, QString profile)
{
    std::vector<Outcome> outcomes;
    for (const Step &step : steps) {
        auto completing = complete(recordOf(step.place, step.plan, {}), refused(profile));
        outcomes.push_back(co_await completing);
    }
    co_return outcomes;
}

// The lines before, each on the disk when the next is asked for.
QCoro::Task<Result<std::vector<AuditRecord>>> Administrator::announce(std::vector<Step> steps,
                                                                      QString reason)
{
    std::vector<AuditRecord> records;
    for (const Step &step : steps) {
        AuditRecord record = recordOf(step.place, step.plan, reason);
        record.at = m_clock.wallNow();
        record.phase = u"intended"_s;
        records.push_back(record);
        auto writing = m_audit.append(std::move(record));
        const auto written = co_await m_scope.wait(std::move(writing), unlimited);
        if (written)
            continue;
        if (m_scope.isCancelled()) { // all are written, the last one too: each is owed a line after
            for (AuditRecord &announced : records) {
                auto completing = complete(std::move(announced), failed(written.error()));
                co_await completing;
            }
        }
        co_return fail(written.error());
    }
    co_return Result<std::vector<AuditRecord>>(std::move(records));
}

QCoro::Task<Result<std::vector<Outcome>>> Administrator::carryOut(
    std::vector<redis::Deployment *> deployments, std::vector<Step> steps, Millis patience)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const redis::Target &target = deployments[i]->config().target;
        if (steps[i].place.readOnly || target.readOnly) {
            auto refusing = refuseAll(
                steps, target.guardedBy.isEmpty() ? steps[i].place.profile : target.guardedBy);
            co_return co_await refusing;
        }
    }
    auto asked = m_confirmation.confirm(steps);
    const auto decision = co_await m_scope.wait(std::move(asked), unlimited);
    if (!decision && decision.error().kind == ErrorKind::Cancelled && m_scope.isCancelled())
        co_return fail(decision.error());
    std::vector<Outcome> outcomes(steps.size());
    if (!decision || !decision->confirmed) {
        for (Outcome &outcome : outcomes)
            outcome.status = Status::Declined;
        co_return outcomes;
    }

    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!deployments[i]->isCluster())
            continue;
        // Only a connected cluster tells which messages it needs.
        auto opening = deployments[i]->whenTried(steps[i].plan.sight.name.bytes);
        (void)co_await m_scope.wait(std::move(opening), patience);
        if (deployments[i]->hasShardedChannels())
            steps[i].plan.commands = withShardedMessages(steps[i].plan.commands);
    }
    auto announcing = announce(steps, decision->reason);
    auto records = co_await announcing;
    if (!records) {
        for (Outcome &outcome : outcomes)
            outcome.error = records.error();
        co_return outcomes;
    }
    std::vector<QCoro::Task<Outcome>> running; // all at once: a task begins when it is made
    for (std::size_t i = 0; i < steps.size(); ++i)
        running.push_back(runScript(*deployments[i], steps[i].plan, patience));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Outcome outcome = co_await running[i];
        auto completing = complete(std::move((*records)[i]), std::move(outcome));
        outcomes[i] = co_await completing;
    }
    co_return outcomes;
}

// Reports the outcome even if the scope is cancelled meanwhile: the log is owed a line.
QCoro::Task<Outcome> Administrator::runScript(redis::Deployment &deployment, Plan plan,
                                              Millis patience)
{
    const QByteArray key = plan.sight.name.bytes;
    auto opening = deployment.whenTried(key);
    const auto ready = co_await m_scope.wait(std::move(opening), patience);
    if (!ready)
        co_return failed(deployment.lastError(key).value_or(ready.error()));
    // The connection has deadlines of its own, for the digest and for the text; this one only has
    // to come after both.
    const Millis deadline = 2 * deployment.config().commandTimeout + std::chrono::seconds(2);
    auto sent = deployment.run(plan.script, plan.keys, plan.arguments);
    auto answer = co_await m_scope.wait(std::move(sent), deadline);
    Sentence instead;
    if (answer && isScriptingRefused(*answer) && !plan.withoutScript.empty()) {
        auto doing = runWithoutScript(m_scope, deployment, plan, *answer);
        auto done = co_await doing;
        if (done && !done->command.isEmpty())
            instead = Sentence::say("the server runs no scripts: %1 was sent instead")
                          .arg(visible(done->command));
        answer = std::move(done).map([](WithoutScript &&result) { return result.answer; });
    }
    // The workbench may hold or wait for this lock over the same connection.
    if (!m_scope.isCancelled())
        deployment.reportChanged(plan.keys);
    Outcome outcome = verdict(plan, answer);
    outcome.detail = joined(outcome.detail, instead);
    if (outcome.error && outcome.error->endpoint.isEmpty())
        outcome.error->endpoint = deployment.label();
    co_return outcome;
}

// Writes the line after. A log that fails now does not undo the action; `detail` reports it.
QCoro::Task<Outcome> Administrator::complete(AuditRecord record, Outcome outcome)
{
    record.at = m_clock.wallNow();
    record.phase = u"done"_s;
    record.outcome = QString::fromLatin1(name(outcome.status));
    record.detail = detailOf(outcome);
    auto writing = m_audit.append(std::move(record));
    const auto written = co_await m_scope.wait(std::move(writing), unlimited);
    // Cancelled: it is written all the same.
    if (!written && written.error().kind != ErrorKind::Cancelled)
        outcome.detail = joined(outcome.detail, written.error().text);
    co_return outcome;
}

} // namespace lockscope::admin
