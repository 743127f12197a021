// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/sentineltalk.h"

#include "core/base/async/combine.h"

namespace lockscope::admin {

SentinelTalk::SentinelTalk(TaskScope &scope, redis::ConnectionConfig config)
    : m_scope(scope)
    , m_connection(std::move(config))
{
    QObject::connect(&m_connection, &redis::Connection::ready, &m_connection,
                     [this] { m_tried.complete({}); });
    QObject::connect(&m_connection, &redis::Connection::lost, &m_connection,
                     [this](const Error &error) { m_tried.complete(fail(error)); });
}

QCoro::Task<Result<void>> SentinelTalk::open()
{
    if (m_connection.state() == redis::Connection::State::Ready)
        co_return Result<void>();
    m_tried = Completion<void>();
    auto tried = m_tried.pending();
    m_connection.open();
    const Millis patience = 2 * m_connection.config().connectTimeout;
    const auto opened = co_await m_scope.wait(std::move(tried), patience);
    if (!opened)
        co_return fail(opened.error());
    co_return Result<void>();
}

QCoro::Task<Result<Reply>> SentinelTalk::ask(redis::Arguments command)
{
    // The connection has a deadline of its own, which comes first.
    const Millis patience = 2 * m_connection.config().commandTimeout;
    auto sent = m_connection.send(command);
    auto reply = co_await m_scope.wait(std::move(sent), patience);
    co_return reply;
}

QCoro::Task<Result<std::vector<Reply>>> SentinelTalk::askAll(std::vector<redis::Arguments> commands)
{
    std::vector<Pending<Reply>> sent;
    for (const redis::Arguments &command : commands)
        sent.push_back(m_connection.send(command));
    auto all = whenAll(std::move(sent));
    const Millis patience = 2 * m_connection.config().commandTimeout;
    auto answers = co_await m_scope.wait(std::move(all), patience);
    if (!answers)
        co_return fail(answers.error());
    std::vector<Reply> replies;
    for (Result<Reply> &answer : *answers) {
        if (!answer)
            co_return fail(answer.error());
        replies.push_back(*std::move(answer));
    }
    co_return Result<std::vector<Reply>>(std::move(replies));
}

} // namespace lockscope::admin
