// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/administrator.h"

#include "core/admin/verdict.h"
#include "core/admin/withoutscript.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using Status = Outcome::Status;

// No dialog stays open for longer than this, and no disk takes as long.
constexpr Millis unlimited = std::chrono::hours(24);

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
    AuditRecord record = newRecord(place, reason);
    record.action = name(plan.action);
    record.lock = plan.sight.name.bytes;
    record.kind = plan.sight.kind;
    record.seen = seenText(plan.sight);
    for (const redis::Arguments &command : plan.commands)
        record.commands.push_back(auditText(command));
    return record;
}

} // namespace

Administrator::Administrator(Audit &audit, Confirmation &confirmation, const Clock &clock)
    : m_confirmation(confirmation)
    , m_lines(audit, clock, m_scope)
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
        auto completing = m_lines.complete(recordOf(step.place, step.plan, {}), refusedBy(profile));
        outcomes.push_back(co_await completing);
    }
    co_return outcomes;
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
    std::vector<AuditRecord> intended;
    for (const Step &step : steps)
        intended.push_back(recordOf(step.place, step.plan, decision->reason));
    auto announcing = m_lines.announce(std::move(intended));
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
        auto completing = m_lines.complete(std::move((*records)[i]), std::move(outcome));
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

} // namespace lockscope::admin
