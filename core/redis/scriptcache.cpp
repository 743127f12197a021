// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/scriptcache.h"

#include <QCryptographicHash>

namespace lockscope::redis {

namespace {

Arguments evaluation(const char *verb, const QByteArray &what, const std::vector<QByteArray> &keys,
                     const std::vector<QByteArray> &arguments)
{
    Arguments command{QByteArray(verb), what, QByteArray::number(qulonglong(keys.size()))};
    command.reserve(command.size() + keys.size() + arguments.size());
    command.insert(command.end(), keys.begin(), keys.end());
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

} // namespace

Script Script::of(QByteArray source)
{
    const QByteArray sha1 = QCryptographicHash::hash(source, QCryptographicHash::Sha1).toHex();
    return {std::move(source), sha1};
}

ScriptCache::ScriptCache(Connection &connection)
    : m_connection(connection)
    , m_scope("script cache")
{}

Pending<Reply> ScriptCache::run(const Script &script, const std::vector<QByteArray> &keys,
                                const std::vector<QByteArray> &arguments, const Arguments &prelude)
{
    // The connection sets the deadline; this one only has to come after it.
    const Millis deadline = m_connection.config().commandTimeout + std::chrono::seconds(1);
    return m_scope.start([=, this]() -> QCoro::Task<Result<Reply>> {
        if (!prelude.empty())
            (void)m_connection.send(prelude);
        auto byDigest = m_connection.send(evaluation("EVALSHA", script.sha1, keys, arguments));
        auto reply = co_await m_scope.wait(std::move(byDigest), deadline);
        if (!reply || reply->errorCode() != "NOSCRIPT")
            co_return reply;
        if (!prelude.empty())
            (void)m_connection.send(prelude);
        auto byText = m_connection.send(evaluation("EVAL", script.source, keys, arguments));
        co_return co_await m_scope.wait(std::move(byText), deadline);
    });
}

} // namespace lockscope::redis
