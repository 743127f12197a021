// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/withoutscript.h"

#include "core/base/async/combine.h"
#include "core/base/unsupported.h"

namespace lockscope::admin {

namespace {

Millis deadlineOf(const redis::Deployment &deployment)
{
    return deployment.config().commandTimeout + std::chrono::seconds(1);
}

bool isUnknownCommand(const Reply &reply)
{
    return reply.isError() && isUnsupported(reply.bytes);
}

Reply text(const QByteArray &bytes)
{
    Reply reply;
    reply.type = Reply::Type::String;
    reply.bytes = bytes;
    return reply;
}

Reply integer(qint64 value)
{
    Reply reply;
    reply.type = Reply::Type::Integer;
    reply.integer = value;
    return reply;
}

Reply array(std::vector<Reply> elements)
{
    Reply reply;
    reply.type = Reply::Type::Array;
    reply.elements = std::move(elements);
    return reply;
}

// Describes the key as it is now, in the form of common.lua.
Reply changedTo(const QByteArray &key, const std::vector<Result<Reply>> &replies)
{
    const Reply &type = *replies[0], &left = *replies[1], &value = *replies[2], &time = *replies[3];
    qint64 now = 0;
    if (time.elements.size() == 2)
        now =
            time.elements[0].bytes.toLongLong() * 1000 + time.elements[1].bytes.toLongLong() / 1000;
    std::vector<Reply> contents;
    if (value.isString())
        contents.push_back(value);
    return array(
        {text("changed"), text(QByteArray::number(now)),
         array({text(key), text(type.bytes), integer(left.integer),
                integer(value.isString() ? value.bytes.size() : 0), array(std::move(contents))})});
}

QCoro::Task<Result<Reply>> lookAgain(TaskScope &scope, redis::Deployment &deployment,
                                     QByteArray key)
{
    std::vector<Pending<Reply>> asked;
    const std::vector<redis::Arguments> questions{
        {"TYPE", key}, {"PTTL", key}, {"GET", key}, {"TIME"}};
    for (const redis::Arguments &question : questions)
        asked.push_back(deployment.send(question));
    auto all = whenAll(std::move(asked));
    const auto replies = co_await scope.wait(std::move(all), deadlineOf(deployment));
    if (!replies)
        co_return fail(replies.error());
    for (const Result<Reply> &reply : *replies) {
        if (!reply)
            co_return fail(reply.error());
    }
    co_return changedTo(key, *replies);
}

} // namespace

// As Redis 6 to 8 and Valkey say it of the command itself; a refusal within a script names others.
bool isScriptingRefused(const Reply &answer)
{
    if (!answer.isError())
        return false;
    const QByteArray said = answer.bytes.toLower();
    const QByteArray command = unsupportedCommand(said);
    const bool names = command == "evalsha" || command == "eval";
    return names && (said.startsWith("noperm ") || isUnsupported(said));
}

QCoro::Task<Result<WithoutScript>> runWithoutScript(TaskScope &scope, redis::Deployment &deployment,
                                                    Plan plan, Reply refusal)
{
    for (const redis::Arguments &command : plan.withoutScript) {
        auto sent = deployment.send(command);
        const auto reply = co_await scope.wait(std::move(sent), deadlineOf(deployment));
        if (!reply)
            co_return fail(reply.error());
        if (isUnknownCommand(*reply) || reply->errorCode() == "NOPERM")
            continue; // it was not done: another one may be known
        if (!reply->isInteger())
            co_return WithoutScript{*reply, command.front()};
        if (reply->integer == 0) {
            auto looking = lookAgain(scope, deployment, plan.keys.front());
            const auto found = co_await looking;
            if (!found)
                co_return fail(found.error());
            co_return WithoutScript{*found, {}};
        }
        qint64 woken = 0;
        for (std::size_t i = 1; i < plan.commands.size(); ++i) {
            auto publishing = deployment.send(plan.commands[i]);
            const auto told = co_await scope.wait(std::move(publishing), deadlineOf(deployment));
            woken += told && told->isInteger() ? told->integer : 0;
        }
        // A cluster's server counts its own clients only.
        if (deployment.isCluster() && plan.commands.size() > 1)
            woken = -1;
        co_return WithoutScript{array({text("done"), integer(woken)}), command.front()};
    }
    co_return WithoutScript{std::move(refusal), {}};
}

} // namespace lockscope::admin
