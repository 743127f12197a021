// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/discovery.h"

#include "core/base/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr auto auxiliaryPattern = "redisson_lock_*";
constexpr int stepsWithoutPause = 20; // a small keyspace is there at once
constexpr std::size_t maxBacklog = 1000;

} // namespace

QByteArray globEscaped(const QByteArray &text)
{
    QByteArray escaped;
    for (const char c : text) {
        if (QByteArrayView("*?[]\\^-").contains(c))
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

Discovery::Discovery(redis::Connection &connection, std::vector<QByteArray> prefixes, Sink sink,
                     Backlog backlog)
    : m_connection(connection)
    , m_prefixes(std::move(prefixes))
    , m_sink(std::move(sink))
    , m_backlog(std::move(backlog))
{}

QCoro::Task<Result<void>> Discovery::run(TaskScope &scope)
{
    m_steps = 0;
    std::vector<redis::Arguments> filters;
    for (const QByteArray &prefix : m_prefixes)
        filters.push_back({"MATCH", globEscaped(prefix) + '*'});
    if (m_prefixes.empty())
        filters.push_back({"TYPE", "hash"});
    filters.push_back({"MATCH", auxiliaryPattern});
    for (redis::Arguments &filter : filters) {
        auto scanned = co_await scan(scope, std::move(filter));
        if (!scanned)
            co_return scanned;
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> Discovery::scan(TaskScope &scope, redis::Arguments filter)
{
    QByteArray cursor = "0";
    while (true) {
        redis::Arguments command{"SCAN", cursor, "COUNT", "200"};
        if (filter.front() != "TYPE" || m_typeFilter)
            command.insert(command.end(), filter.begin(), filter.end());
        const Instant sent = std::chrono::steady_clock::now();
        auto pending = m_connection.send(std::move(command));
        auto reply =
            co_await scope.wait(std::move(pending), m_connection.config().commandTimeout * 2);
        if (!reply)
            co_return fail(reply.error());
        if (reply->isError() && filter.front() == "TYPE" && m_typeFilter
            && reply->errorCode() != "NOPERM") {
            m_typeFilter = false; // a server before 6.0: every key is named, and looked at
            continue;
        }
        if (reply->isError()) {
            co_return fail(
                Error{reply->errorCode() == "NOPERM" ? ErrorKind::Permission : ErrorKind::Server,
                      reply->errorCode(), visible(reply->bytes), m_connection.label()});
        }
        if (reply->elements.size() != 2)
            co_return fail(ErrorKind::Protocol, u"SCAN answered in an unknown form"_s,
                           m_connection.label());
        cursor = reply->elements[0].bytes;
        std::vector<QByteArray> keys;
        for (Reply &key : reply->elements[1].elements)
            keys.push_back(std::move(key.bytes));
        if (!keys.empty())
            m_sink(keys);
        const auto took = std::chrono::steady_clock::now() - sent;
        const Millis pause = ++m_steps <= stepsWithoutPause
            ? Millis(0)
            : std::max(Millis(2), std::chrono::ceil<Millis>(took * 4));
        if (cursor == "0")
            co_return Result<void>();
        do {
            const auto slept = co_await scope.sleep(m_backlog() > maxBacklog ? Millis(5) : pause);
            if (!slept)
                co_return fail(slept.error());
        } while (m_backlog() > maxBacklog);
    }
}

} // namespace lockscope::watch
