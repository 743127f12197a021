// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/discovery.h"

#include "core/base/async/combine.h"
#include "core/base/glob.h"
#include "core/base/text.h"
#include "core/format/format.h"
#include "core/format/traits.h"
#include "core/watch/find/ladder.h"
#include "core/watch/read/replyerrors.h"

#include <algorithm>
#include <unordered_set>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

// The server stalls for one step: about half a millisecond.
constexpr int keysPerStep = 400;
constexpr auto withoutPause = std::chrono::milliseconds(10);
constexpr std::size_t maxBacklog = 2000;

// Names of keys other than hashes by which a lock is found: as patterns for the server, and the
// same for the client.
const std::vector<QByteArray> &auxiliaryPatterns()
{
    static const std::vector<QByteArray> patterns = format::auxiliaryPatterns();
    return patterns;
}

bool isAuxiliary(const QByteArray &name)
{
    const auto &formats = format::allFormats();
    return std::any_of(formats.begin(), formats.end(), [&](const auto &format) {
        return format->meaningOfKey(KeyName(name)).has_value();
    });
}

} // namespace

Discovery::Discovery(redis::Connection &connection, const Clock &time,
                     std::vector<QByteArray> prefixes, double budget, Handlers handlers)
    : m_connection(connection)
    , m_time(time)
    , m_prefixes(std::move(prefixes))
    , m_budget(budget)
    , m_handlers(std::move(handlers))
    , m_pacing(budget, withoutPause)
{}

void Discovery::startAnew()
{
    m_cursor = "0";
    m_pacing.restart();
}

void Discovery::stop()
{
    m_stopping = m_progress.running;
}

// The filters of one step, a SCAN command each. With several patterns, one SCAN without a filter is
// cheaper: each pattern costs the server as much as the transfer of the names.
std::vector<redis::Arguments> Discovery::filters() const
{
    std::vector<QByteArray> patterns = auxiliaryPatterns();
    for (const QByteArray &prefix : m_prefixes) {
        patterns.push_back(globEscaped(prefix) + '*');
        for (const QByteArray &companion : format::companionsOf(prefix))
            patterns.push_back(globEscaped(companion) + '*');
    }
    constexpr std::size_t asPatterns = 2;
    const bool byType = m_prefixes.empty() && m_typeFilter;
    std::vector<redis::Arguments> filters;
    if (byType)
        filters.push_back({"TYPE", "hash"});
    // Names of other libraries' locks do not fit into a few patterns.
    if (m_prefixes.empty() || patterns.size() + filters.size() > asPatterns) {
        filters.push_back({});
        return filters;
    }
    for (const QByteArray &pattern : patterns)
        filters.push_back({"MATCH", pattern});
    return filters;
}

bool Discovery::isWanted(const QByteArray &name) const
{
    if (m_prefixes.empty())
        return !m_typeFilter || m_handlers.isWorthALook(name);
    return format::Hints{m_prefixes}.covers(LockName(name)) || isAuxiliary(name);
}

QCoro::Task<Result<void>> Discovery::run(TaskScope &scope)
{
    m_stopping = false;
    m_progress.running = true;
    m_progress.stopped = false;
    if (m_cursor == "0") {
        m_progress.scanned = 0;
        m_pacing.restart();
    }
    auto done = co_await askTotal(scope);
    if (done)
        done = co_await walk(scope);
    m_progress.running = false;
    m_progress.stopped = std::exchange(m_stopping, false);
    if (m_progress.stopped)
        m_cursor = "0";
    co_return done;
}

QCoro::Task<Result<void>> Discovery::askTotal(TaskScope &scope)
{
    const redis::Arguments question{"DBSIZE"};
    const Instant sent = m_time.now();
    auto pending = m_connection.send(question);
    const auto total =
        co_await scope.wait(std::move(pending), m_connection.config().commandTimeout);
    if (!total)
        co_return fail(total.error());
    m_cost.noteRoundTrip(m_time.now() - sent);
    m_isTotalKnown = total->isInteger(); // else it was refused
    m_progress.total = m_isTotalKnown ? total->integer : 0;
    co_return Result<void>();
}

QCoro::Task<Result<void>> Discovery::walk(TaskScope &scope)
{
    do {
        m_repeat = false;
        auto done = co_await step(scope);
        if (done && !m_stopping && m_cursor != "0")
            done = co_await rest(scope);
        if (!done)
            co_return done;
    } while ((m_repeat || m_cursor != "0") && !m_stopping);
    co_return Result<void>();
}

redis::Arguments Discovery::command(const redis::Arguments &filter) const
{
    redis::Arguments command{"SCAN", m_cursor, "COUNT", QByteArray::number(keysPerStep)};
    command.insert(command.end(), filter.begin(), filter.end());
    return command;
}

QCoro::Task<Result<void>> Discovery::step(TaskScope &scope)
{
    const Instant sent = m_time.now();
    std::vector<Pending<Reply>> pendings;
    for (const redis::Arguments &filter : filters())
        pendings.push_back(m_connection.send(command(filter)));
    auto all = whenAll(std::move(pendings));
    auto replies = co_await scope.wait(std::move(all), m_connection.config().commandTimeout * 2);
    if (!replies)
        co_return fail(replies.error());
    m_pacing.charge(m_cost.of(m_time.now() - sent));
    co_return take(std::move(*replies));
}

Result<void> Discovery::take(std::vector<Result<Reply>> replies)
{
    for (const Result<Reply> &reply : replies) {
        if (!reply)
            return fail(reply.error());
        if (reply->isError() && m_prefixes.empty() && m_typeFilter && reply->errorCode() != "NOPERM"
            && !isTemporary(reply->errorCode())) {
            m_typeFilter = false; // a server before 6.0: every key is named, and looked at
            m_repeat = true;
            return {};
        }
        if (reply->isError())
            return fail(
                Error{reply->errorCode() == "NOPERM" ? ErrorKind::Permission : ErrorKind::Server,
                      reply->errorCode(), visible(reply->bytes), m_connection.label()});
        if (reply->elements.size() != 2)
            return fail(ErrorKind::Protocol, Sentence::say("unexpected reply to SCAN"),
                        m_connection.label());
    }
    const bool byType = m_prefixes.empty() && m_typeFilter;
    std::vector<FoundKey> found;
    // A step of both walks covers the same part of the keyspace.
    std::unordered_set<QByteArray> hashes;
    if (byType) {
        for (const Reply &key : replies[0]->elements[1].elements)
            hashes.insert(key.bytes);
    }
    for (std::size_t i = 0; i < replies.size(); ++i) {
        for (Reply &key : replies[i]->elements[1].elements) {
            const bool isHash = byType && i == 0;
            if (isHash || (!hashes.contains(key.bytes) && isWanted(key.bytes)))
                found.push_back({std::move(key.bytes), isHash});
        }
    }
    m_cursor = replies.front()->elements[0].bytes;
    m_progress.scanned += keysPerStep;
    if (m_isTotalKnown)
        m_progress.scanned =
            m_cursor == "0" ? m_progress.total : std::min(m_progress.scanned, m_progress.total);
    if (!found.empty())
        m_handlers.found(found);
    m_handlers.progressed();
    return {};
}

// Waits until the step is paid for, and the number of found keys is low enough to hold more.
QCoro::Task<Result<void>> Discovery::rest(TaskScope &scope)
{
    while (m_pacing.due() > Millis(0) || m_handlers.backlog() > maxBacklog) {
        if (m_stopping)
            co_return Result<void>();
        const Instant began = m_time.now();
        const Millis pause = std::clamp(m_pacing.due(), Millis(2), Millis(100));
        const auto slept = co_await scope.sleep(pause);
        if (!slept)
            co_return fail(slept.error());
        m_pacing.paused(m_time.now() - began);
    }
    co_return Result<void>();
}

} // namespace lockscope::watch
