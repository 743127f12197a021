// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/waitercounter.h"

#include "core/base/async/combine.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/redis/deployment/channelmark.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr std::size_t channelsAtOnce = 200;

} // namespace

WaiterCounter::WaiterCounter(const ServerContext &context, ReadingRights &rights,
                             std::function<void()> finished)
    : m_context(context)
    , m_rights(rights)
    , m_finished(std::move(finished))
{}

// Redisson uses sharded channels in clusters of 7.0 and newer; they are others than those of the
// same names, so they are counted, too, once one was seen. The question walks through all of them.
QCoro::Task<Result<void>> WaiterCounter::lookForShards()
{
    constexpr auto seldom = std::chrono::minutes(1);
    const Instant now = m_context.time.now();
    const redis::Arguments question{"PUBSUB", "SHARDCHANNELS", format::channelPattern()};
    if (m_context.reader.isSharded() || !m_context.reader.hasExactDeadlines()
        || m_rights.holds(question) || (m_shardsAskedAt && now - *m_shardsAskedAt < seldom))
        co_return Result<void>();
    m_shardsAskedAt = now;
    auto asked = m_context.connection.send(question);
    const auto reply = co_await m_context.scope.wait(std::move(asked), answerPatience);
    if (!reply)
        co_return fail(reply.error());
    const bool isInUse = !reply->isError() && !reply->elements.empty();
    m_context.reader.setSharded(isInUse);
    m_context.book.setSharded(isInUse);
    if (reply->errorCode() == "NOPERM") {
        m_rights.noteHarmless(refusalOf(*reply, question, m_context.connection.label()),
                              Sentence::say("waiters on sharded channels are not counted: %1")
                                  .arg(visible(reply->bytes)));
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> WaiterCounter::count(std::vector<LockName> names)
{
    if (!m_context.reader.countsSubscribers())
        co_return Result<void>();
    for (std::size_t next = 0; next < names.size();) {
        redis::Arguments question{"PUBSUB", "NUMSUB"};
        std::vector<std::pair<LockName, std::size_t>> asked; // and how many channels of it
        for (; next < names.size() && question.size() < channelsAtOnce; ++next) {
            const auto channels = m_context.book.waiters().channels(names[next]);
            if (channels.empty())
                continue;
            question.insert(question.end(), channels.begin(), channels.end());
            asked.emplace_back(names[next], channels.size());
        }
        if (asked.empty())
            break;
        std::vector<Pending<Reply>> pendings;
        pendings.push_back(m_context.connection.send(question));
        const std::vector<QByteArray> all(question.begin() + 2, question.end());
        auto asking = askOthers(all);
        const bool isSharded = m_context.reader.isSharded();
        if (isSharded)
            pendings.push_back(m_context.connection.send(redis::countSharded(all)));
        auto answering = whenAll(std::move(pendings));
        const auto replies = co_await m_context.scope.wait(std::move(answering), answerPatience);
        if (!replies)
            co_return fail(replies.error());
        // Only a little longer than the server itself took.
        const auto others = co_await m_context.scope.wait(std::move(asking), othersPatience);
        if (!others && others.error().kind == ErrorKind::Cancelled)
            co_return fail(others.error());
        const auto sharded = isSharded && replies->back()
            ? redis::shardedCountsFrom(*replies->back(), all.size())
            : std::nullopt;
        std::size_t at = 0;
        for (const auto &[name, channels] : asked) {
            Subscribers counted;
            for (const std::size_t end = at + 2 * channels; at < end; at += 2) {
                const auto &plain = replies->front();
                if (!plain || at + 1 >= plain->elements.size())
                    continue; // refused: it stays unknown
                qint64 number = plain->elements[at + 1].integer;
                if (isSharded && !sharded)
                    continue;
                number += sharded ? sharded->at(at / 2) : 0;
                const auto elsewhere = others ? std::optional(others->at(at / 2)) : std::nullopt;
                counted.emplace_back(plain->elements[at].bytes, listenersWith(number, elsewhere));
            }
            m_context.book.noteSubscribers(name, counted);
        }
    }
    co_return Result<void>();
}

Pending<std::vector<qint64>> WaiterCounter::askOthers(std::vector<QByteArray> channels)
{
    if (m_others != nullptr && !m_others->areNone())
        return m_others->count(std::move(channels), m_context.reader.isSharded());
    return Pending<std::vector<qint64>>::ready(std::vector<qint64>(channels.size(), 0));
}

bool WaiterCounter::beginLast()
{
    const WatchOptions &options = m_context.options;
    if (!options.checkWaiters || options.events
        || !m_context.book.waiters().hasUnchecked(m_context.time.now())
        || std::exchange(m_isLastBegun, true))
        return false;
    m_context.scope.start([this] { return checkLast(); });
    return true;
}

// A waiter that listens is found at once; that nobody listens takes several looks, a second apart,
// to be certain.
QCoro::Task<> WaiterCounter::checkLast()
{
    constexpr int looks = 3;
    constexpr Millis apart{1010};
    m_isInLast = true;
    m_context.book.waiters().askAll();
    for (int i = 0; i < looks && m_context.isUp()
         && m_context.book.waiters().hasUnchecked(m_context.time.now());
         ++i) {
        Result<void> done;
        if (i > 0)
            done = co_await m_context.scope.sleep(apart);
        if (done)
            done = co_await count(m_context.book.names());
        if (!done && done.error().kind == ErrorKind::Cancelled)
            co_return;
        if (!done)
            break; // they stay unchecked
    }
    m_isInLast = false;
    m_finished();
}

} // namespace lockscope::watch
