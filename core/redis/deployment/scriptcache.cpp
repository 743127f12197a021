// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/scriptcache.h"

#include <QCryptographicHash>

namespace lockscope::redis {

namespace {

Arguments evaluation(const QByteArray &sha1, const std::vector<QByteArray> &keys,
                     const std::vector<QByteArray> &arguments)
{
    Arguments command;
    command.reserve(3 + keys.size() + arguments.size());
    command.push_back(QByteArrayLiteral("EVALSHA"));
    command.push_back(sha1);
    command.push_back(QByteArray::number(qulonglong(keys.size())));
    command.insert(command.end(), keys.begin(), keys.end());
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

} // namespace

Script Script::of(QByteArray source)
{
    const QByteArray sha1 = QCryptographicHash::hash(source, QCryptographicHash::Sha1).toHex();
    return {std::move(source), sha1, {}};
}

bool isUnknownScript(const Reply &reply)
{
    return reply.errorCode() == "NOSCRIPT";
}

ScriptCache::ScriptCache(Connection &connection)
    : m_connection(connection)
{}

ScriptCache::~ScriptCache()
{
    m_isClosed = true;
    const Runs ending = std::exchange(m_runs, {}); // waiters find nothing that is half gone
}

Pending<Reply> ScriptCache::run(const Script &script, const std::vector<QByteArray> &keys,
                                const std::vector<QByteArray> &arguments, const Arguments &prelude)
{
    if (m_isClosed)
        return Pending<Reply>::ready(
            fail(ErrorKind::Cancelled, Sentence::say("the connection was closed")));
    auto command = evaluation(script.sha1, keys, arguments);
    auto asked = send(prelude, command);
    if (asked.isReady())
        return asked; // it was not sent
    const auto run = m_runs.emplace(m_runs.end());
    run->asked = std::move(asked);
    run->command = std::move(command);
    run->source = script.source;
    run->prelude = prelude;
    auto pending = run->done.pending();
    listen(run);
    return pending;
}

Pending<Reply> ScriptCache::send(const Arguments &prelude, const Arguments &command)
{
    if (!prelude.empty())
        (void)m_connection.send(prelude);
    return m_connection.send(command);
}

void ScriptCache::listen(Runs::iterator run)
{
    run->asked.then([this, run](Result<Reply> &&reply) { onReply(run, std::move(reply)); });
}

void ScriptCache::onReply(Runs::iterator run, Result<Reply> &&reply)
{
    if (reply && !run->isByText && isUnknownScript(*reply)) {
        run->isByText = true;
        run->command[0] = QByteArrayLiteral("EVAL");
        run->command[1] = run->source;
        run->asked = send(run->prelude, run->command);
        listen(run);
        return;
    }
    Completion<Reply> done = std::move(run->done);
    m_runs.erase(run);
    done.complete(std::move(reply)); // may end this object
}

} // namespace lockscope::redis
