// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/rights.h"

#include "core/base/async/combine.h"
#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/format/traits.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

bool isMessage(const redis::Arguments &command)
{
    const QByteArray verb = command.front().toUpper();
    return verb == "PUBLISH" || verb == "SPUBLISH";
}

// A script is judged by its keys, not by its text. It is run by its digest, and sent where the
// server does not know that.
redis::Arguments scriptOn(const QByteArray &verb, const std::vector<QByteArray> &keys)
{
    redis::Arguments command{verb, QByteArray(40, '0'), QByteArray::number(qint64(keys.size()))};
    command.insert(command.end(), keys.begin(), keys.end());
    return command;
}

constexpr QByteArrayView noRightToRun("no permissions to run the '");

// "User watcher has no permissions to run the 'del' command" is not what a person reads first.
QString reasonIn(const QByteArray &text)
{
    const qsizetype at = text.indexOf(noRightToRun);
    const qsizetype from = at + noRightToRun.size();
    const qsizetype end = at < 0 ? -1 : text.indexOf('\'', from);
    if (end < 0)
        return visibleElided(text, 200);
    return u"the user may not run '%1'"_s.arg(visibleElided(text.sliced(from, end - from), 60));
}

// The value of a field in a map, which RESP2 gives as a list.
const Reply *fieldOf(const Reply &map, const QByteArray &name)
{
    for (std::size_t i = 0; i + 1 < map.elements.size(); i += 2) {
        if (map.elements[i].bytes == name)
            return &map.elements[i + 1];
    }
    return nullptr;
}

} // namespace

std::vector<redis::Arguments> neededCommands(const Plan &plan)
{
    std::vector<redis::Arguments> needed;
    const auto add = [&](const std::vector<QByteArray> &keys,
                         const std::vector<redis::Arguments> &commands) {
        if (plan.withoutScript.empty() && !keys.empty()) {
            needed.push_back(scriptOn("EVALSHA", keys));
            needed.push_back(scriptOn("EVAL", keys));
        }
        for (const redis::Arguments &command : commands) {
            if (!isMessage(command)
                || (!format::traitsOf(plan.sight.kind).isPlainString
                    && !format::redisson::saysTakenAway(command[1], command[2])))
                needed.push_back(command);
        }
    };
    if (plan.parts.empty())
        add(plan.keys, plan.commands);
    for (const PlanPart &part : plan.parts)
        add(part.keys, part.commands);
    return needed;
}

std::optional<bool> allows(const QByteArray &rules, const QByteArray &verb,
                           const std::optional<std::vector<QByteArray>> &categories)
{
    const QByteArray name = verb.toLower();
    std::optional<bool> allowed = false;
    for (const QByteArray &rule : rules.simplified().toLower().split(' ')) {
        if (rule.size() < 2 || (rule.front() != '+' && rule.front() != '-'))
            continue;
        const bool isGrant = rule.front() == '+';
        const QByteArray what = rule.sliced(1);
        if (what == "@all" || what == name)
            allowed = isGrant;
        else if (what.startsWith('@') && !categories && allowed != isGrant)
            allowed.reset(); // whether it is about the command is not known
        else if (what.startsWith('@') && !categories)
            continue;
        else if (what.startsWith('@') && std::ranges::find(*categories, what) != categories->end())
            allowed = isGrant;
    }
    return allowed;
}

RightsLook::RightsLook(redis::Deployment &deployment)
    : m_deployment(deployment)
{}

Pending<std::vector<std::optional<Error>>> RightsLook::ask(std::vector<Plan> plans, Millis patience)
{
    return m_scope.start(
        [this, plans = std::move(plans), patience] { return askServer(plans, patience); });
}

Millis RightsLook::deadline() const
{
    return 2 * m_deployment.config().commandTimeout;
}

Error RightsLook::refusal(const QString &text) const
{
    return {ErrorKind::Permission, "NOPERM", text, m_deployment.label()};
}

QCoro::Task<Result<RightsLook::Reasons>> RightsLook::askServer(std::vector<Plan> plans,
                                                               Millis patience)
{
    auto opening = m_deployment.whenTried();
    const auto ready = co_await m_scope.wait(std::move(opening), patience);
    if (!ready)
        co_return fail(m_deployment.lastError().value_or(ready.error()));
    Reasons reasons(plans.size());
    auto asked = m_deployment.send({"ACL", "WHOAMI"});
    const auto user = co_await m_scope.wait(std::move(asked), deadline());
    if (!user || !user->isString())
        co_return reasons;
    std::vector<std::vector<redis::Arguments>> needed;
    for (const Plan &plan : plans)
        needed.push_back(neededCommands(plan));
    auto trying = tryOut(user->bytes, needed, &reasons);
    const bool isTold = co_await trying;
    if (!isTold) {
        auto reading = readRules(user->bytes, needed, &reasons);
        co_await reading;
    }
    co_return reasons;
}

// False: the server does not tell it so.
QCoro::Task<bool> RightsLook::tryOut(QByteArray user,
                                     std::vector<std::vector<redis::Arguments>> needed,
                                     Reasons *reasons)
{
    std::vector<Pending<Reply>> asked;
    std::vector<std::size_t> plans; // of what was asked
    std::vector<bool> isComplete; // else the script finds a word of it out
    for (std::size_t plan = 0; plan < needed.size(); ++plan) {
        for (const redis::Arguments &command : needed[plan]) {
            redis::Arguments trial{"ACL", "DRYRUN", user};
            trial.insert(trial.end(), command.begin(), command.end());
            asked.push_back(m_deployment.send(trial));
            plans.push_back(plan);
            isComplete.push_back(std::ranges::none_of(
                command, [](const QByteArray &word) { return word.startsWith('<'); }));
        }
    }
    auto all = whenAll(std::move(asked));
    const auto replies = co_await m_scope.wait(std::move(all), deadline());
    if (!replies)
        co_return true; // nor will it tell anything else
    bool isTold = false;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const Result<Reply> &reply = (*replies)[i];
        // Another error is about the command, which this server does not know, say.
        if (!reply || reply->isError())
            continue;
        isTold = true;
        std::optional<Error> &reason = (*reasons)[plans[i]];
        const bool isOfVerb = reply->bytes.contains(noRightToRun);
        if (!reply->isOk() && !reason && (isOfVerb || isComplete[i]))
            reason = refusal(reasonIn(reply->bytes));
    }
    co_return isTold || replies->empty();
}

// Before 7.0. Only which commands are allowed: keys and channels are left to the action itself.
QCoro::Task<void> RightsLook::readRules(QByteArray user,
                                        std::vector<std::vector<redis::Arguments>> needed,
                                        Reasons *reasons)
{
    auto asked = m_deployment.send({"ACL", "GETUSER", user});
    const auto told = co_await m_scope.wait(std::move(asked), deadline());
    const Reply *const rules = told ? fieldOf(*told, "commands") : nullptr;
    if (rules == nullptr)
        co_return;
    std::map<QByteArray, std::optional<std::vector<QByteArray>>> verbs;
    for (const auto &commands : needed) {
        for (const redis::Arguments &command : commands)
            verbs.emplace(command.front().toUpper(), std::nullopt);
    }
    redis::Arguments question{"COMMAND", "INFO"};
    for (const auto &[verb, categories] : verbs)
        question.push_back(verb);
    auto asking = m_deployment.send(question);
    const auto infos = co_await m_scope.wait(std::move(asking), deadline());
    constexpr std::size_t categoriesAt = 6;
    for (const Reply &info : infos ? infos->elements : std::vector<Reply>()) {
        if (info.elements.size() <= categoriesAt)
            continue;
        std::vector<QByteArray> categories;
        for (const Reply &category : info.elements[categoriesAt].elements)
            categories.push_back(category.bytes.toLower());
        verbs[info.elements[0].bytes.toUpper()] = std::move(categories);
    }
    for (std::size_t plan = 0; plan < needed.size(); ++plan) {
        for (const redis::Arguments &command : needed[plan]) {
            const QByteArray verb = command.front().toUpper();
            if (allows(rules->bytes, verb, verbs[verb]) == false && !(*reasons)[plan])
                (*reasons)[plan] =
                    refusal(u"the user may not run '%1'"_s.arg(fromUtf8(verb.toLower())));
        }
    }
}

} // namespace lockscope::admin
