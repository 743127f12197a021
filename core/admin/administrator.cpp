// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/administrator.h"

#include "core/admin/rights.h"
#include "core/admin/verdict.h"
#include "core/admin/withoutscript.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using Status = Outcome::Status;

// The connection has deadlines of its own, for the digest and for the text; this one only has to
// come after both.
Millis deadlineOf(const redis::Deployment &deployment)
{
    return 2 * deployment.config().commandTimeout + std::chrono::seconds(2);
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

Plan planOf(const Plan &plan, const PlanPart &part)
{
    Plan own = plan;
    own.commands = part.commands;
    own.script = part.script;
    own.keys = part.keys;
    own.arguments = part.arguments;
    own.withoutScript.clear();
    own.parts.clear();
    return own;
}

// The outcome of parts of which one was not done after others were.
Outcome partlyDone(const Outcome &failure, std::vector<Outcome> parts, qint64 wanted)
{
    const auto done = std::ranges::count(parts, Status::Done, &Outcome::status);
    Outcome whole;
    whole.status = Status::Unknown;
    whole.error = failure.error;
    whole.detail =
        joined(Sentence::say("%1 of %2 steps were done").arg(qint64(done), wanted), failure.detail);
    whole.parts = std::move(parts);
    return whole;
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
        auto completing = m_lines.complete(
            recordOf(step.place, step.plan, m_confirmation.givenReason()), refusedBy(profile));
        outcomes.push_back(co_await completing);
    }
    co_return outcomes;
}

// The outcomes if one of the steps is not permitted, or its user is rejected; else empty.
QCoro::Task<std::vector<Outcome>> Administrator::judge(std::vector<redis::Deployment *> deployments,
                                                       std::vector<Step> steps, Millis patience)
{
    std::map<redis::Deployment *, std::vector<std::size_t>> stepsOf;
    for (std::size_t i = 0; i < steps.size(); ++i)
        stepsOf[deployments[i]].push_back(i);
    std::vector<Outcome> outcomes(steps.size());
    bool isRefused = false;
    for (const auto &[deployment, own] : stepsOf) {
        std::vector<Plan> plans;
        for (const std::size_t step : own)
            plans.push_back(steps[step].plan);
        RightsLook look(*deployment);
        auto asking = look.ask(std::move(plans), patience);
        const auto reasons =
            co_await m_scope.wait(std::move(asking), patience + 3 * deadlineOf(*deployment));
        for (std::size_t i = 0; i < own.size(); ++i) {
            std::optional<Error> why;
            if (reasons)
                why = (*reasons)[i];
            else if (reasons.error().kind == ErrorKind::Auth)
                why = reasons.error();
            if (!why)
                continue;
            outcomes[own[i]] = failed(*why);
            isRefused = true;
        }
    }
    if (!isRefused)
        co_return std::vector<Outcome>();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!outcomes[i].error)
            outcomes[i].status = Status::Declined; // for the sake of the others
        else {
            auto completing = m_lines.complete(
                recordOf(steps[i].place, steps[i].plan, m_confirmation.givenReason()),
                std::move(outcomes[i]));
            outcomes[i] = co_await completing;
        }
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
    std::vector<Outcome> outcomes(steps.size());
    auto fitting = fit(deployments, std::move(steps), patience);
    auto fitted = co_await fitting;
    if (!fitted) { // as if it had never been planned
        outcomes.assign(outcomes.size(), failed(fitted.error()));
        co_return outcomes;
    }
    steps = std::move(*fitted);
    if (m_asksRights) {
        auto judging = judge(deployments, steps, patience);
        auto refused = co_await judging;
        if (!refused.empty())
            co_return refused;
    }
    auto asked = m_confirmation.confirm(steps);
    const auto decision = co_await m_scope.wait(std::move(asked), unlimited);
    if (!decision && decision.error().kind == ErrorKind::Cancelled && m_scope.isCancelled())
        co_return fail(decision.error());
    if (!decision || !decision->confirmed) {
        for (Outcome &outcome : outcomes)
            outcome.status = Status::Declined;
        co_return outcomes;
    }

    std::vector<AuditRecord> intended;
    for (const Step &step : steps) {
        if (step.plan.parts.empty()) // else each part has its own
            intended.push_back(recordOf(step.place, step.plan, decision->reason));
    }
    auto announcing = m_lines.announce(std::move(intended));
    auto records = co_await announcing;
    if (!records) {
        for (Outcome &outcome : outcomes)
            outcome.error = records.error();
        co_return outcomes;
    }
    std::vector<QCoro::Task<Outcome>> running; // all at once: a task begins when it is made
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].plan.parts.empty())
            running.push_back(runScript(*deployments[i], steps[i].plan, patience));
        else
            running.push_back(runParts(*deployments[i], steps[i], decision->reason, patience));
    }
    auto record = records->begin();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        outcomes[i] = co_await running[i];
        if (!steps[i].plan.parts.empty())
            continue;
        auto completing = m_lines.complete(std::move(*record++), std::move(outcomes[i]));
        outcomes[i] = co_await completing;
    }
    co_return outcomes;
}

// Fits the plans to the clusters that they are for. Only a connected cluster tells which messages
// it needs.
QCoro::Task<Result<std::vector<Step>>> Administrator::fit(
    std::vector<redis::Deployment *> deployments, std::vector<Step> steps, Millis patience)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!deployments[i]->isCluster())
            continue;
        auto opening = deployments[i]->whenTried(steps[i].plan.sight.name.bytes);
        (void)co_await m_scope.wait(std::move(opening), patience);
        auto fitted = onCluster(std::move(steps[i].plan), deployments[i]->hasShardedChannels());
        if (!fitted)
            co_return fail(fitted.error());
        steps[i].plan = std::move(*fitted);
    }
    co_return Result<std::vector<Step>>(std::move(steps));
}

// If that cannot be told, the script finds out.
QCoro::Task<bool> Administrator::isOfOther(redis::Deployment &deployment, PlanPart part)
{
    auto sent = deployment.send(redis::Arguments{"GET", part.keys.front()});
    const auto value = co_await m_scope.wait(std::move(sent), deadlineOf(deployment));
    const bool isOther = value && !value->isError() && value->bytes != part.token;
    co_return isOther || (value && value->errorCode() == "WRONGTYPE");
}

// The parts that only compare belong to the first that changes something: with its line before the
// first of them.
QCoro::Task<Outcome> Administrator::runParts(redis::Deployment &deployment, Step step,
                                             QString reason, Millis patience)
{
    const std::vector<PlanPart> &parts = step.plan.parts;
    qint64 wanted =
        std::ranges::count_if(parts, [](const auto &part) { return !part.commands.empty(); });
    std::vector<Outcome> outcomes;
    std::optional<Outcome> failure;
    qint64 woken = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i].token.isEmpty()) {
            auto looking = isOfOther(deployment, parts[i]);
            const bool isOther = co_await looking;
            if (isOther) {
                outcomes.emplace_back().status = Status::Changed;
                --wanted;
                continue;
            }
        }
        std::size_t first = i;
        while (parts[i].commands.empty() && i + 1 < parts.size())
            ++i;
        std::vector<AuditRecord> intended{
            recordOf(step.place, planOf(step.plan, parts[i]), reason)};
        auto announcing = m_lines.announce(std::move(intended));
        auto records = co_await announcing;
        Outcome outcome;
        if (!records) {
            outcome = failed(records.error());
        } else {
            outcome.status = Status::Done;
            for (; first <= i && outcome.status == Status::Done; ++first) {
                auto running = runScript(deployment, planOf(step.plan, parts[first]), patience);
                outcome = co_await running;
            }
            auto completing = m_lines.complete(std::move(records->front()), std::move(outcome));
            outcome = co_await completing;
        }
        woken += outcome.woken.value_or(0);
        outcomes.push_back(outcome);
        const bool isHarmless = !parts[i].token.isEmpty() && outcome.status == Status::Changed;
        wanted -= isHarmless ? 1 : 0;
        if (outcome.status == Status::Done || isHarmless)
            continue;
        if (outcomes.size() == 1)
            co_return outcome; // nothing was done before it
        if (!failure)
            failure = outcome;
        if (parts[i].token.isEmpty() || m_scope.isCancelled())
            break;
    }
    if (failure)
        co_return partlyDone(*failure, std::move(outcomes), wanted);
    Outcome whole;
    whole.status = Status::Done;
    whole.woken = woken;
    whole.parts = std::move(outcomes);
    co_return whole;
}

// Reports the outcome even if the scope is cancelled meanwhile: the log is owed a line.
QCoro::Task<Outcome> Administrator::runScript(redis::Deployment &deployment, Plan plan,
                                              Millis patience)
{
    const QByteArray key = plan.keys.front();
    auto opening = deployment.whenTried(key);
    const auto ready = co_await m_scope.wait(std::move(opening), patience);
    if (!ready)
        co_return failed(deployment.lastError(key).value_or(ready.error()));
    auto sent = deployment.run(plan.script, plan.keys, plan.arguments);
    auto answer = co_await m_scope.wait(std::move(sent), deadlineOf(deployment));
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
